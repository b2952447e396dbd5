import type { Analysis } from "../domain/analysis.js";
import type { PageRequest, TrackFilter } from "../domain/catalogue-query.js";
import type { TrackKey } from "../domain/track-key.js";

/** Keeps analyses for good, one per track key. */
export interface AnalysisStore {
  /** Replaces what was kept under the key. */
  save(analysis: Analysis): Promise<void>;

  /** One entry per key, in the order of the keys, of whichever version; `undefined` for strangers. */
  findMany(trackKeys: readonly TrackKey[]): Promise<readonly (Analysis | undefined)[]>;

  /** Forgets analyses, because their audio changed. Strangers are ignored. */
  remove(trackKeys: readonly TrackKey[]): Promise<void>;

  /**
   * A page of analyses in the order asked for, ties by track key, absent values last.
   * One more than `first` or `last` is returned where there are more, so that callers know.
   */
  list(page: PageRequest): Promise<readonly Analysis[]>;

  /** How many analyses pass the filter. */
  count(filter: TrackFilter): Promise<number>;
}
