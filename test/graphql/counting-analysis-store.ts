import type { Analysis, AnalysisValues } from "../../src/domain/analysis/analysis.js";
import type { Holders, Page } from "../../src/domain/catalogue/catalogue-query.js";
import type { RecordingId } from "../../src/domain/track/recording-id.js";
import type { Timeline } from "../../src/domain/analysis/timeline.js";
import type { TrackKey, TrackNames } from "../../src/domain/track/track-key.js";
import type { TrackRef } from "../../src/domain/track/track-ref.js";
import type { AnalysisStore, RecordingsOfName } from "../../src/ports/analysis/analysis-store.js";

/** A store that records its reads. */
export class CountingAnalysisStore implements AnalysisStore {
  /** The keys of each read, in order. */
  readonly reads: (readonly TrackRef[])[] = [];
  /** The number of reads. */
  readCount = 0;
  readonly #store: AnalysisStore;

  constructor(store: AnalysisStore) {
    this.#store = store;
  }

  findMany(trackKeys: readonly TrackRef[]): Promise<readonly (Analysis | undefined)[]> {
    this.reads.push(trackKeys);
    this.readCount += 1;
    return this.#store.findMany(trackKeys);
  }

  findValues(trackKeys: readonly TrackRef[]): Promise<readonly (AnalysisValues | undefined)[]> {
    this.readCount += 1;
    return this.#store.findValues(trackKeys);
  }

  findTimelines(trackKeys: readonly TrackRef[]): Promise<readonly (Timeline | undefined)[]> {
    this.readCount += 1;
    return this.#store.findTimelines(trackKeys);
  }

  findNamed(trackKeys: readonly TrackKey[]): Promise<readonly RecordingsOfName[]> {
    return this.#store.findNamed(trackKeys);
  }

  findNames(recordingId: RecordingId): Promise<readonly TrackNames[]> {
    this.readCount += 1;
    return this.#store.findNames(recordingId);
  }

  verify(...given: Parameters<AnalysisStore["verify"]>): Promise<void> {
    return this.#store.verify(...given);
  }

  save(...given: Parameters<AnalysisStore["save"]>): Promise<boolean> {
    return this.#store.save(...given);
  }

  list(...given: Parameters<AnalysisStore["list"]>): Promise<Page<Analysis>> {
    this.readCount += 1;
    return this.#store.list(...given);
  }

  findHolders(
    ...given: Parameters<AnalysisStore["findHolders"]>
  ): Promise<readonly Holders<Analysis>[]> {
    this.readCount += 1;
    return this.#store.findHolders(...given);
  }
}
