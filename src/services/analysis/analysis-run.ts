import type { AnalysisStore } from "../../ports/analysis/analysis-store.js";
import type { Analyzer } from "../../ports/analysis/analyzer.js";
import type { AnalysisJob, JobResult } from "../../ports/analysis/job-queue.js";
import type { Clock } from "../../ports/runtime/clock.js";
import type { AnalysisStart } from "./analysis-start.js";
import type { AnalysisWriter } from "./analysis-writer.js";
import type { TrackAudio } from "./track-audio.js";
import type { UploadService } from "./upload-service.js";

/** Runs the jobs of the queue: measures the audio of a track or an upload, and stores the analysis. */
export class AnalysisRun {
  constructor(
    private readonly needs: {
      readonly store: AnalysisStore;
      readonly analyzer: Analyzer;
      readonly start: AnalysisStart;
      readonly audio: TrackAudio;
      readonly uploads: UploadService;
      readonly writer: AnalysisWriter;
      readonly clock: Clock;
    },
  ) {}

  /**
   * Does one job; returns the analysis of an upload.
   *
   * @throws {Error} the analysis failed
   */
  async run(job: AnalysisJob, signal: AbortSignal): Promise<JobResult | undefined> {
    const { store, analyzer, start, audio, uploads, writer, clock } = this.needs;
    if (job.upload) return uploads.run(job.track, job.upload, signal);
    const { trackKey } = job.track;
    const [stored] = await store.findMany([trackKey]);
    const isCurrent = stored?.version === analyzer.version;
    const isWholeWanted = isCurrent && (await start.isReplaceable(stored));
    if (isCurrent && !isWholeWanted) return undefined;
    const missing = await uploads.whyMissing(trackKey);
    const measured = await audio.measure(job.track, signal, { missing, isWholeWanted });
    await writer.save({ ...measured, analyzedAt: clock.now() });
    return undefined;
  }
}
