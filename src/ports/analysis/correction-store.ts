import type { Analysis } from "../../domain/analysis/analysis.js";
import type { Corrections } from "../../domain/analysis/correction-field.js";
import type { RecordingId } from "../../domain/track/recording-id.js";
import type { NewDelivery } from "../../domain/webhook/webhook-delivery.js";

/** What users state about one recording. */
export interface CorrectedRecording {
  readonly recordingId: RecordingId;
  readonly stated: Corrections;
  /** When the newest of them was stated, milliseconds since 1970. */
  readonly statedAt: number;
}

/** Stores what users state about recordings. It stays where an analysis is repeated or removed. */
export interface CorrectionStore {
  /**
   * Changes what is stated about an analysed recording, and with it the stored values of its analysis, in one
   * transaction; no other change of the recording happens meanwhile. Returns the analysis, and whether anything
   * changed; `undefined` where the recording has no analysis.
   *
   * @param decide returns what is stated from now on, or throws; receives the analysis as it was measured
   */
  change(
    recordingId: RecordingId,
    decide: (measured: Analysis, stated: Corrections) => Corrections,
    options: {
      /** Milliseconds since 1970. */
      readonly at: number;
      readonly deliveriesOf: (changed: Analysis) => readonly NewDelivery[];
    },
  ): Promise<{ readonly analysis: Analysis; readonly isChanged: boolean } | undefined>;

  /** Returns what is stated about all recordings, ordered by id, also about those without an analysis. */
  list(): Promise<readonly CorrectedRecording[]>;
}
