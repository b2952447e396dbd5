import type { OfferedJob, WorkerResult } from "../../domain/analysis/offered-work.js";
import { emptyTimeline } from "../../domain/analysis/timeline.js";
import { EMPTY_FINGERPRINT } from "../../domain/fingerprint/fingerprint-text.js";
import { errorFrom } from "../../domain/errors/failure.js";
import type { Analyzer } from "../../ports/analysis/analyzer.js";
import type { AnalysisJob } from "../../ports/analysis/job-queue.js";
import type { OfferedAudioFiles } from "../../ports/analysis/offered-audio-files.js";
import type { Clock } from "../../ports/runtime/clock.js";
import type { Logger } from "../../ports/runtime/logger.js";
import { TrackAudio } from "../analysis/track-audio.js";

/** Does the jobs of a server in a process of its own: measures the audio that the server offers. */
export class OfferedAnalyses {
  constructor(
    private readonly needs: {
      readonly files: OfferedAudioFiles;
      readonly analyzer: Analyzer;
      /** Returns what the server offered with a job. */
      readonly offerOf: (jobId: string) => OfferedJob;
      readonly logger: Logger;
      readonly clock: Clock;
    },
  ) {}

  /**
   * Measures the audio of a job, with the first source whose audio can be measured.
   *
   * @throws {Error} as `TrackAudio.measure`
   */
  async run(job: AnalysisJob, signal: AbortSignal): Promise<WorkerResult> {
    const { files, analyzer, offerOf, logger, clock } = this.needs;
    const offer = offerOf(job.id);
    const { trackKey, artist, trackName } = offer.track;
    const facts = { jobId: job.id, trackKey, artist, trackName };
    logger.debug("Analysing", facts);
    const startedAt = clock.now();
    const sources = offer.audio.map((audio) => ({
      name: audio.source,
      coverage: audio.coverage,
      find: (_job: unknown, aborted: AbortSignal) => files.find(offer, audio, aborted),
    }));
    try {
      const audio = new TrackAudio({ sources, analyzer });
      const missing = errorFrom(offer.missing);
      const {
        timeline = emptyTimeline,
        fingerprint = EMPTY_FINGERPRINT,
        ...measured
      } = await audio.measure(job, signal, { missing });
      const {
        source,
        recordingId,
        version,
        estimates,
        tempoRivals,
        beats,
        downbeats,
        downbeatConfidence,
      } = measured;
      const { soundEmbedding } = measured;
      // The server knows how long the recording of an excerpt is.
      const durationSeconds = measured.excerptSeconds ?? measured.durationSeconds;
      const milliseconds = clock.now() - startedAt;
      logger.info("Analysed", { ...facts, source, milliseconds });
      return {
        source,
        analysis: {
          recordingId,
          version,
          durationSeconds,
          estimates,
          tempoRivals,
          beats,
          downbeats,
          downbeatConfidence,
          soundEmbedding,
          timeline,
          fingerprint,
        },
      };
    } finally {
      await files.remove(offer);
    }
  }
}
