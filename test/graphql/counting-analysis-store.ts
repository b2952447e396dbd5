import type { Analysis } from "../../src/domain/analysis/analysis.js";
import type { EstimateField } from "../../src/domain/analysis/descriptors.js";
import type {
  ColumnsRequest,
  Holders,
  Page,
  PageRequest,
  TrackColumns,
} from "../../src/domain/catalogue/catalogue-query.js";
import type { RecordingKey } from "../../src/domain/track/recording.js";
import type { Timeline } from "../../src/domain/analysis/timeline.js";
import type { TrackKey } from "../../src/domain/track/track-key.js";
import type { AnalysedSpelling, AnalysisStore } from "../../src/ports/analysis/analysis-store.js";

/** A store that records its reads. */
export class CountingAnalysisStore implements AnalysisStore {
  /** The keys of each read, in order. */
  readonly reads: (readonly TrackKey[])[] = [];
  /** The number of reads. */
  readCount = 0;
  readonly #store: AnalysisStore;

  constructor(store: AnalysisStore) {
    this.#store = store;
  }

  findMany(trackKeys: readonly TrackKey[]): Promise<readonly (Analysis | undefined)[]> {
    this.reads.push(trackKeys);
    this.readCount += 1;
    return this.#store.findMany(trackKeys);
  }

  findTimelines(trackKeys: readonly TrackKey[]): Promise<readonly (Timeline | undefined)[]> {
    this.readCount += 1;
    return this.#store.findTimelines(trackKeys);
  }

  findByRecording(recordingKey: RecordingKey): Promise<readonly Analysis[]> {
    this.readCount += 1;
    return this.#store.findByRecording(recordingKey);
  }

  saveSpelling(spelling: AnalysedSpelling): Promise<void> {
    return this.#store.saveSpelling(spelling);
  }

  save(...given: Parameters<AnalysisStore["save"]>): Promise<boolean> {
    return this.#store.save(...given);
  }

  rename(...given: Parameters<AnalysisStore["rename"]>): Promise<boolean> {
    return this.#store.rename(...given);
  }

  remove(trackKeys: readonly TrackKey[]): Promise<void> {
    return this.#store.remove(trackKeys);
  }

  list(page: PageRequest): Promise<Page<Analysis>> {
    this.readCount += 1;
    return this.#store.list(page);
  }

  findHolders(
    fields: readonly EstimateField[],
    options: { readonly min: number; readonly first: number },
  ): Promise<readonly Holders<Analysis>[]> {
    this.readCount += 1;
    return this.#store.findHolders(fields, options);
  }

  readColumns(request: ColumnsRequest): Promise<TrackColumns> {
    this.readCount += 1;
    return this.#store.readColumns(request);
  }
}
