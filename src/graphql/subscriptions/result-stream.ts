import type { FormattedExecutionResult } from "graphql";
import type { Results } from "../results.js";

type Result = FormattedExecutionResult;

/**
 * The results of a subscription, one for each event of its source. An error of the source becomes
 * the last result. Stopping, at any time, ends the source and calls `onEnd` once.
 */
export class ResultStream<Event> implements Results {
  readonly #source: AsyncIterator<Event>;
  readonly #resultOf: (event: Event) => Promise<Result>;
  readonly #resultOfFailure: (error: unknown) => Result;
  readonly #onEnd: () => void;
  #hasEnded = false;
  #failure: Error | undefined;
  /** Rejects the wait for the next event; absent while there is none. */
  #interrupt: ((failure: Error) => void) | undefined;

  constructor(needs: {
    readonly source: AsyncIterable<Event>;
    readonly resultOf: (event: Event) => Promise<Result>;
    readonly resultOfFailure: (error: unknown) => Result;
    readonly onEnd: () => void;
  }) {
    this.#source = needs.source[Symbol.asyncIterator]();
    this.#resultOf = needs.resultOf;
    this.#resultOfFailure = needs.resultOfFailure;
    this.#onEnd = needs.onEnd;
  }

  async next(): Promise<IteratorResult<Result, void>> {
    if (this.#hasEnded) return { done: true, value: undefined };
    try {
      const next = await this.#nextEvent();
      if (next.done !== true) return { done: false, value: await this.#resultOf(next.value) };
      this.#end();
      return { done: true, value: undefined };
    } catch (error) {
      await this.return();
      return { done: false, value: this.#resultOfFailure(error) };
    }
  }

  /**
   * Ends the results at once, without waiting for another event; the failure is the last result.
   */
  fail(failure: Error): void {
    this.#failure ??= failure;
    this.#interrupt?.(failure);
  }

  async return(): Promise<IteratorResult<Result, void>> {
    this.#end();
    await this.#source.return?.();
    return { done: true, value: undefined };
  }

  async throw(error: unknown): Promise<IteratorResult<Result, void>> {
    await this.return();
    throw error;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  #nextEvent(): Promise<IteratorResult<Event, unknown>> {
    return new Promise<IteratorResult<Event, unknown>>((resolve, reject) => {
      this.#interrupt = reject;
      if (this.#failure) reject(this.#failure);
      else this.#source.next().then(resolve, reject);
    }).finally(() => (this.#interrupt = undefined));
  }

  #end(): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.#onEnd();
  }
}
