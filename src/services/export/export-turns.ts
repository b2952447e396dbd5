import type { Clock } from "../../ports/runtime/clock.js";

/** Lets exports work one after the other, a page at a time, and all other work in between. */
export class ExportTurns {
  readonly #clock: Clock;
  #last: Promise<void> = Promise.resolve();

  constructor({ clock }: { readonly clock: Clock }) {
    this.#clock = clock;
  }

  /** Resolves when it is the turn of the caller, which then works without waiting. */
  next(): Promise<void> {
    this.#last = this.#last.then(() => this.#clock.sleep(0));
    return this.#last;
  }
}
