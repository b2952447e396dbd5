import { DomainError } from "../../../../src/domain/errors/domain-error.js";
import type { CorrectionChanges } from "../../../../src/domain/analysis/corrections.js";
import type { RecordingId } from "../../../../src/domain/track/recording-id.js";
import type { TrackKey } from "../../../../src/domain/track/track-key.js";
import type { Services } from "../../../../src/services/services.js";
import type { FileFacts } from "./library-facts.js";
import type { UserStep } from "./library-history.js";

/** What a user states about a recording. */
export interface Stated {
  readonly tempo?: number;
  readonly trackName?: string;
}

/** What the user of a library has chosen and stated, which nothing that happens to files may change. */
export class UserChoices {
  readonly #pins = new Map<TrackKey, RecordingId>();
  readonly #stated = new Map<RecordingId, Stated>();
  /** How many choices the server took. */
  count = 0;

  /** Returns the recording that the user chose for a name. */
  pinnedTo(trackKey: TrackKey): RecordingId | undefined {
    return this.#pins.get(trackKey);
  }

  /** Returns what is stated about a recording; may be empty. */
  statedOf(recordingId: RecordingId): Stated {
    return this.#stated.get(recordingId) ?? {};
  }

  /**
   * Does what a step says with a recording; what the server refuses is not chosen.
   *
   * @param track that holds it
   */
  async apply(
    { recordings, corrections }: Pick<Services, "recordings" | "corrections">,
    step: UserStep,
    { taggedKey: trackKey, analysis: { recordingId } }: FileFacts,
  ): Promise<void> {
    const correct = async (changes: CorrectionChanges, stated: Stated): Promise<void> => {
      await corrections.correct(recordingId, changes);
      this.#stated.set(recordingId, stated);
    };
    try {
      switch (step.kind) {
        case "pin":
          await recordings.pin(trackKey, recordingId);
          this.#pins.set(trackKey, recordingId);
          break;
        case "unpin":
          await recordings.unpin(trackKey);
          this.#pins.delete(trackKey);
          break;
        case "state tempo":
          await correct(
            { tempo: step.tempo },
            { ...this.statedOf(recordingId), tempo: step.tempo },
          );
          break;
        case "state name":
          await correct(
            { trackName: step.title },
            { ...this.statedOf(recordingId), trackName: step.title },
          );
          break;
        case "take back":
          await correct({ tempo: null, trackName: null }, {});
          break;
      }
      this.count++;
    } catch (error) {
      // The name does not mean it, or nothing is measured.
      if (!(error instanceof DomainError)) throw error;
    }
  }
}
