import type { RecordingKey } from "../../domain/track/recording.js";
import type { SimilarityField } from "../../domain/catalogue/similarity.js";
import type { TrackKey } from "../../domain/track/track-key.js";

/** The numbers of an analysis that tracks are compared by. */
export interface MeasuredTrack {
  readonly trackKey: TrackKey;
  readonly recordingKey: RecordingKey;
  /** `null` where the signal has none. */
  readonly values: Readonly<Record<SimilarityField, number | null>>;
}

/** A change of the analysis that is stored under a key. */
export interface AnalysisChange {
  /** Integer; no two changes have the same, and later ones have larger ones. */
  readonly revision: number;
  readonly trackKey: TrackKey;
  /** The numbers as they are now; absent where the analysis was removed. */
  readonly measured?: MeasuredTrack;
}

/**
 * A portion of the stored analyses as one array per field, which is faster than one object per
 * track.
 */
export interface MeasuredPortion {
  readonly trackKeys: readonly TrackKey[];
  /** One per track. */
  readonly recordingKeys: readonly RecordingKey[];
  /**
   * One array per field, in the order of `similarityFields`, with one value per track; `NaN` where
   * the signal has none.
   */
  readonly values: readonly Float64Array[];
  /** Where the next portion begins; absent at the end. */
  readonly next?: number;
}

/**
 * Reads the stored analyses and the changes to them, so that an index in memory can stay up to
 * date.
 */
export interface AnalysisFeed {
  /**
   * The revision of the last change, made by this process or another. Equal revisions mean that
   * nothing has changed. Cheap enough to be called for every request. Yields to the event loop
   * before it resolves.
   */
  revision(): Promise<number>;

  /**
   * Reads at most `limit` stored analyses, in the order that is fastest to read, from position
   * `from` or from the beginning. An analysis that changes between two portions may be listed
   * twice, in its old or new form, or be missing; `listChanges` lists it too. Yields to the event
   * loop before it resolves.
   */
  listStored(from: number | undefined, limit: number): Promise<MeasuredPortion>;

  /**
   * Reads at most `limit` changes after a revision, in their order. A key that changed several
   * times is listed once, at its last change. Yields to the event loop before it resolves.
   */
  listChanges(since: number, limit: number): Promise<readonly AnalysisChange[]>;

  /** One entry per key, in the order of the keys, `undefined` for unknown keys and for spellings. */
  findMany(trackKeys: readonly TrackKey[]): Promise<readonly (MeasuredTrack | undefined)[]>;
}
