import type { Analysis } from "../domain/analysis.js";
import type { AnalysisStore } from "../ports/analysis-store.js";
import { outlastBusyStorage } from "./busy-storage.js";

/** Whole recordings are worth more than excerpts, and what a source has more than a stranger's. */
function rankOf({ source, excerptSeconds }: Analysis): number {
  if (excerptSeconds !== undefined) return 0;
  return source === "upload" ? 1 : 2;
}

/** Keeps analyses so that none gives way to one from a lesser source. */
export class AnalysisKeeper {
  readonly #store: AnalysisStore;
  #last: Promise<unknown> = Promise.resolve();

  constructor({ store }: { readonly store: AnalysisStore }) {
    this.#store = store;
  }

  /**
   * Keeps an analysis, unless one of the same version from an equal or better source is kept, and
   * answers whether it did. One is kept at a time, so that none slips in between.
   */
  keep(analysis: Analysis): Promise<boolean> {
    const turn = this.#last.then(() => this.#keep(analysis));
    this.#last = turn.catch(() => undefined);
    return turn;
  }

  async #keep(analysis: Analysis): Promise<boolean> {
    const [kept] = await this.#store.findMany([analysis.trackKey]);
    if (kept?.version === analysis.version && rankOf(kept) >= rankOf(analysis)) return false;
    await outlastBusyStorage(() => this.#store.save(analysis));
    return true;
  }
}
