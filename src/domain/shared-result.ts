import { JoinedCalls } from "./joined-calls.js";

/**
 * A result that is made once, for all who ask for it. Its making goes on while any of them waits; where all have left, or it
 * fails, the next one who asks begins anew.
 */
export class SharedResult<Result> {
  readonly #making = new JoinedCalls<Result>();
  #made: { readonly result: Result } | undefined;

  /**
   * Returns the result, and makes it where that has not been done.
   *
   * @param make gets a signal that aborts when all callers have stopped waiting
   * @throws {unknown} `signal.reason`, when aborted; otherwise whatever `make` throws
   */
  async get(
    signal: AbortSignal,
    make: (abandoned: AbortSignal) => Promise<Result>,
  ): Promise<Result> {
    signal.throwIfAborted();
    if (this.#made) return this.#made.result;
    return this.#making.join("", signal, async (abandoned) => {
      const result = await make(abandoned);
      this.#made = { result };
      return result;
    });
  }
}
