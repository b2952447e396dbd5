import { onAbort } from "./abort-signals.js";

/** A call in progress, with the number of callers that wait for it. */
interface JoinedCall<Result> {
  readonly result: Promise<Result>;
  readonly controller: AbortController;
  waiting: number;
}

/**
 * Joins concurrent calls with the same key: the work is done once, and all callers get its result.
 */
export class JoinedCalls<Result> {
  readonly #underWay = new Map<string, JoinedCall<Result>>();

  /**
   * Returns the result of the call in progress with that key, or of a new one.
   *
   * A caller that aborts does not affect the others. The call itself is aborted when its last
   * caller aborts, with the reason of that caller.
   *
   * @throws {unknown} `signal.reason` when aborted; otherwise whatever the call throws
   */
  async join(
    key: string,
    signal: AbortSignal,
    start: (signal: AbortSignal) => Promise<Result>,
  ): Promise<Result> {
    signal.throwIfAborted();
    const call = this.#underWay.get(key) ?? this.#begin(key, start);
    call.waiting += 1;
    return new Promise<Result>((resolve, reject) => {
      const leave = (): void => {
        call.waiting -= 1;
        if (call.waiting === 0) this.#abandon(key, call, signal.reason);
        // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors -- the caller's own reason
        reject(signal.reason);
      };
      const stopListening = onAbort(signal, leave);
      call.result.then(resolve, reject).finally(stopListening);
    });
  }

  #begin(key: string, start: (signal: AbortSignal) => Promise<Result>): JoinedCall<Result> {
    const controller = new AbortController();
    const result = start(controller.signal).finally(() => this.#forget(key, call));
    const call: JoinedCall<Result> = { result, controller, waiting: 0 };
    this.#underWay.set(key, call);
    return call;
  }

  /** Aborts a call, and removes it first, because later callers must not join an aborted call. */
  #abandon(key: string, call: JoinedCall<Result>, reason: unknown): void {
    this.#forget(key, call);
    call.controller.abort(reason);
  }

  #forget(key: string, call: JoinedCall<Result>): void {
    if (this.#underWay.get(key) === call) this.#underWay.delete(key);
  }
}
