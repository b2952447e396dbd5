/**
 * Shares the work of calls that wait to begin: a call gets the result of another with the same key that has not begun
 * yet, and so sees everything that was true when it was made.
 */
export class WaitingCalls<Result> {
  readonly #waiting = new Map<string, Promise<Result>>();

  /**
   * Returns the result of the waiting call with that key, or of a new one.
   *
   * @param work calls `begin` right before it begins; what it returns is shared, so that nobody may change it
   */
  join(key: string, work: (begin: () => void) => Promise<Result>): Promise<Result> {
    const waiting = this.#waiting.get(key);
    if (waiting) return waiting;
    const state = { hasBegun: false };
    const begin = (): void => {
      if (!state.hasBegun) this.#waiting.delete(key);
      state.hasBegun = true;
    };
    const call = work(begin).finally(begin);
    if (!state.hasBegun) this.#waiting.set(key, call);
    return call;
  }
}
