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

/** What became of the analysis that is kept under a key. */
export interface AnalysisChange {
  /** Integer; no two changes have the same, and later ones have larger ones. */
  readonly revision: number;
  readonly trackKey: TrackKey;
  /** The numbers as they are now; absent where the analysis was removed. */
  readonly measured?: MeasuredTrack;
}

/** Some of what is kept, a field at a time: objects for hundreds of thousands take long to make. */
export interface MeasuredPortion {
  readonly trackKeys: readonly TrackKey[];
  /** By track. */
  readonly recordingKeys: readonly RecordingKey[];
  /** In the order of `similarityFields`, each by track; `NaN` where the signal has none. */
  readonly values: readonly Float64Array[];
  /** Where the next portion begins; absent at the end. */
  readonly next?: number;
}

/** Tells what analyses there are and what has changed among them, so that an index in memory can follow. */
export interface AnalysisFeed {
  /**
   * The revision of the last change, by whichever process made it. Equal revisions mean that nothing
   * has changed. Cheap enough for every question. Other work gets a turn before it resolves.
   */
  revision(): Promise<number>;

  /**
   * What is kept, in the order in which it is read fastest, from a place on or from the beginning, at
   * most `limit` of them. What changes between two portions may be told again, as it was or is, or be
   * missing, and is told by `listChanges`. Other work gets a turn before it resolves.
   */
  listStored(from: number | undefined, limit: number): Promise<MeasuredPortion>;

  /**
   * Changes after a revision, in their order, at most `limit` of them. A key that changed several
   * times is told once, at its last change. Other work gets a turn before it resolves.
   */
  listChanges(since: number, limit: number): Promise<readonly AnalysisChange[]>;

  /** One entry per key, in the order of the keys, `undefined` for unknown keys and for spellings. */
  findMany(trackKeys: readonly TrackKey[]): Promise<readonly (MeasuredTrack | undefined)[]>;
}
