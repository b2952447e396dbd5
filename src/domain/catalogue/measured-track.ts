import type { SoundEmbedding } from "../analysis/sound-embedding.js";
import type { RecordingId } from "../track/recording-id.js";
import type { SimilarityField } from "./similarity.js";

/** The numbers of an analysis that tracks are compared by. */
export interface MeasuredSound {
  /** `null` where the signal has none. */
  readonly values: Readonly<Record<SimilarityField, number | null>>;
  /** `null` where the analysis has none. */
  readonly embedding: SoundEmbedding | null;
}

/** A sound that tracks are compared with: of a recording that the catalogue may have, or of none. */
export interface ComparedSound extends MeasuredSound {
  readonly recordingId?: RecordingId;
}

/** An analysed track, as it is compared. */
export interface MeasuredTrack extends MeasuredSound {
  readonly recordingId: RecordingId;
  /** As `foldText` folds it, guests included. */
  readonly artist: string;
  /** The title, folded likewise. */
  readonly title: string;
}
