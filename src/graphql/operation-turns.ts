import { setImmediate as nextTurn } from "node:timers/promises";

/** Lets callers go on one after the other, each in a turn of the event loop of its own: in between, the server sees which clients have left. */
export class OperationTurns {
  #last: Promise<void> = Promise.resolve();

  /** Resolves when it is the turn of the caller. */
  next(): Promise<void> {
    this.#last = this.#last.then(() => nextTurn());
    return this.#last;
  }
}
