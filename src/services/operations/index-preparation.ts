import type { AnalysisStore } from "../../ports/analysis/analysis-store.js";
import type { LibraryStore } from "../../ports/library/library-store.js";
import type { FailureLog } from "./failure-log.js";
import type { SoundIndex } from "../similarity/sound-index.js";

/** Matches nothing: the search reads the index, and no rows. */
const NO_WORDS = "";

/** A catalogue that can be kept for the next start. */
interface SavedCatalogue {
  /** @param stopping gives it up */
  saveSnapshot(stopping: AbortSignal): Promise<void>;
}

/**
 * Builds the indexes in memory before the first question needs them: of the catalogue, of the
 * library's names and of what sounds alike, one after the other, in slices between which other work
 * has its turn. Questions that come earlier wait for the same reading. Then the catalogue is kept for the
 * next start, where that saves it time.
 */
export class IndexPreparation {
  readonly #steps: readonly (() => Promise<unknown>)[];
  readonly #catalogue: SavedCatalogue;
  readonly #failures: FailureLog;
  readonly #stopping = new AbortController();
  #running: Promise<void> | undefined;
  #saving: Promise<void> | undefined;
  #isDone = false;

  constructor(needs: {
    readonly store: Pick<AnalysisStore, "count">;
    readonly index: Pick<SoundIndex, "read">;
    readonly library: Pick<LibraryStore, "search">;
    readonly catalogue: SavedCatalogue;
    readonly failures: FailureLog;
  }) {
    this.#steps = [
      () => needs.store.count({}),
      () => needs.index.read(() => undefined),
      () => needs.library.search(NO_WORDS, 1),
    ];
    this.#catalogue = needs.catalogue;
    this.#failures = needs.failures;
  }

  /** Whether it has ended. An index that could not be built is built by the first question. */
  get isDone(): boolean {
    return this.#isDone;
  }

  /** Builds them, or joins in. Never rejects. */
  run(): Promise<void> {
    this.#running ??= this.#run();
    return this.#running;
  }

  /** Begins with no further index, waits for the one under way, and no longer keeps the catalogue. */
  async close(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
    await this.#saving;
  }

  async #run(): Promise<void> {
    for (const step of this.#steps) {
      if (this.#stopping.signal.aborted) return;
      await step().catch((error: unknown) => this.#failures.record(error));
    }
    this.#isDone = true;
    this.#saving = this.#catalogue
      .saveSnapshot(this.#stopping.signal)
      .catch((error: unknown) => this.#failures.record(error));
  }
}
