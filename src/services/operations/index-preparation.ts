import type { LibrarySearchRequest } from "../../ports/library/library-search.js";
import type { LibraryStore } from "../../ports/library/library-store.js";
import type { Clock } from "../../ports/runtime/clock.js";
import type { FailureLog } from "../failure-log.js";
import { repeated } from "../repeated-work.js";

/** Matches nothing, so that the search builds its index and reads no rows. */
const NO_WORDS = "";

/** The same for the search of the library by words. */
const NOTHING = {
  query: { words: [], whole: "" },
  withFolders: true,
  ...{ first: 0, names: 0 },
} as const;

/** Interval at which the catalogue is saved, where it has changed enough for that. */
const SAVING_INTERVAL_MILLISECONDS = 600_000;

/** A catalogue in memory. */
interface PreparedCatalogue {
  /** Reads it, where it was not read yet. */
  current(): Promise<unknown>;

  /**
   * Saves it for the next start, where that makes the start faster.
   *
   * @param stopping aborts the saving
   */
  saveSnapshot(stopping: AbortSignal): Promise<void>;
}

/**
 * Builds the indexes in memory before the first request needs them: of the catalogue, of the library's names, and of the
 * words of the library, one after the other, in slices that yield to other work. Requests that arrive
 * earlier wait for the same work. Then the catalogue is saved for the next start, and again while it grows:
 * a server that has run for weeks would otherwise read weeks of changes when it starts again.
 */
export class IndexPreparation {
  readonly #steps: readonly (() => Promise<unknown>)[];
  readonly #stopping = new AbortController();
  #running: Promise<void> | undefined;
  #saving: Promise<void> | undefined;
  #isDone = false;

  constructor(
    private readonly needs: {
      readonly library: Pick<LibraryStore, "search">;
      readonly librarySearch: { find(request: LibrarySearchRequest): Promise<unknown> };
      readonly catalogue: PreparedCatalogue;
      readonly clock: Clock;
      readonly failures: FailureLog;
    },
  ) {
    this.#steps = [
      () => needs.catalogue.current(),
      () => needs.library.search(NO_WORDS, 1),
      () => needs.librarySearch.find(NOTHING),
    ];
  }

  /**
   * Whether the preparation has ended. An index that could not be built is built by the first
   * request.
   */
  get isDone(): boolean {
    return this.#isDone;
  }

  /** Builds the indexes, or waits for the build in progress. Never rejects. */
  run(): Promise<void> {
    this.#running ??= this.#run();
    return this.#running;
  }

  /**
   * Starts no further index, waits for the one in progress, and aborts the saving of the catalogue.
   */
  async close(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
    await this.#saving;
  }

  async #run(): Promise<void> {
    for (const step of this.#steps) {
      if (this.#stopping.signal.aborted) return;
      await step().catch((error: unknown) => this.needs.failures.record(error));
    }
    this.#isDone = true;
    const { catalogue, clock, failures } = this.needs;
    const { signal } = this.#stopping;
    this.#saving = repeated(() => catalogue.saveSnapshot(signal), {
      ...{ clock, failures, signal },
      firstAfter: 0,
      every: SAVING_INTERVAL_MILLISECONDS,
    });
  }
}
