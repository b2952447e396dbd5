import type { OfferedAudio, OfferedJob } from "../../domain/analysis/offered-work.js";
import type { EncodedAudio } from "./audio-source.js";

/** The audio that a server offers with its jobs, on the machine of the worker. */
export interface OfferedAudioFiles {
  /**
   * Returns the audio, after receiving it where this machine does not have the same file;
   * `undefined` where the server does not have it. The second call for the same audio receives
   * nothing.
   *
   * @throws {AudioUnavailableError} it cannot be received now
   * @throws {ClaimLostError} the claim of the job has ended
   * @throws {Error} the source of the server failed
   */
  find(
    job: OfferedJob,
    audio: OfferedAudio,
    signal: AbortSignal,
  ): Promise<EncodedAudio | undefined>;

  /** Deletes everything that was received for a job. */
  remove(job: OfferedJob): Promise<void>;
}
