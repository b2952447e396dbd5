import type { Analysis } from "../../src/domain/analysis.js";
import type { PageRequest, TrackFilter } from "../../src/domain/catalogue-query.js";
import type { RecordingKey } from "../../src/domain/recording.js";
import type { TrackKey } from "../../src/domain/track-key.js";
import type { AnalysedSpelling, AnalysisStore } from "../../src/ports/analysis-store.js";

/** A store that remembers how it was read. */
export class CountingAnalysisStore implements AnalysisStore {
  /** The keys of each read, in order. */
  readonly reads: (readonly TrackKey[])[] = [];
  readonly #store: AnalysisStore;

  constructor(store: AnalysisStore) {
    this.#store = store;
  }

  findMany(trackKeys: readonly TrackKey[]): Promise<readonly (Analysis | undefined)[]> {
    this.reads.push(trackKeys);
    return this.#store.findMany(trackKeys);
  }

  findByRecording(recordingKey: RecordingKey): Promise<readonly Analysis[]> {
    return this.#store.findByRecording(recordingKey);
  }

  keepSpelling(spelling: AnalysedSpelling): Promise<void> {
    return this.#store.keepSpelling(spelling);
  }

  save(analysis: Analysis): Promise<void> {
    return this.#store.save(analysis);
  }

  remove(trackKeys: readonly TrackKey[]): Promise<void> {
    return this.#store.remove(trackKeys);
  }

  list(page: PageRequest): Promise<readonly Analysis[]> {
    return this.#store.list(page);
  }

  count(filter: TrackFilter): Promise<number> {
    return this.#store.count(filter);
  }
}
