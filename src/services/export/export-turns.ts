import { setImmediate as nextTurn } from "node:timers/promises";

/** Lets exports work one after the other, a page at a time, and all other work in between. */
export class ExportTurns {
  #last: Promise<void> = Promise.resolve();

  /** Resolves when it is the turn of the caller, which then works without waiting. */
  next(): Promise<void> {
    this.#last = this.#last.then(() => nextTurn());
    return this.#last;
  }
}
