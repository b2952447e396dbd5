import type { AnalysisStore } from "../../ports/analysis/analysis-store.js";
import type { AudioAnalysis } from "../../domain/analysis/analysis.js";
import type { Analyzer } from "../../ports/analysis/analyzer.js";
import type { AudioSource } from "../../ports/analysis/audio-source.js";
import type { AnalysisJob, JobResult } from "../../ports/analysis/job-queue.js";
import type { Clock } from "../../ports/runtime/clock.js";
import type { AudioIdentity } from "./audio-identity.js";
import type { AnalysisStart } from "./analysis-start.js";
import type { AnalysisWriter } from "./analysis-writer.js";
import { measuredOf, type Measured, type TrackAudio } from "./track-audio.js";
import type { UploadService } from "./upload-service.js";

/** How the audio of a job is to be measured. */
export interface MeasurePlan {
  /** The error where no source has the audio. */
  readonly missing: Error;
  /** Whether excerpts are ignored. */
  readonly isWholeWanted: boolean;
}

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
      readonly identity: Pick<AudioIdentity, "remember">;
    },
  ) {}

  /**
   * Does one job; returns the analysis of an upload.
   *
   * @throws {Error} the analysis failed
   */
  async run(job: AnalysisJob, signal: AbortSignal): Promise<JobResult | undefined> {
    const { audio, uploads } = this.needs;
    if (job.upload) return uploads.run(job.track, job.upload, signal);
    const plan = await this.plan(job);
    return plan && this.#save(await audio.measure(job.track, signal, plan));
  }

  /** Returns how the audio of a job is to be measured; `undefined` where its analysis is stored already. */
  async plan({ track, upload }: AnalysisJob): Promise<MeasurePlan | undefined> {
    const { store, analyzer, start, uploads } = this.needs;
    const { trackKey } = track;
    const [stored] = upload ? [] : await store.findMany([trackKey]);
    const isCurrent = stored !== undefined && stored.version >= analyzer.version;
    const isWholeWanted = isCurrent && (await start.isReplaceable(stored));
    if (isCurrent && !isWholeWanted) return undefined;
    // Another spelling of the recording may have been analysed while this job waited.
    if (!upload && (await start.link(track, { mayRead: true }))) return undefined;
    return { missing: await uploads.whyMissing(trackKey), isWholeWanted };
  }

  /**
   * Stores what was measured elsewhere for a job; returns the analysis of an upload. Stores nothing
   * where the same was stored before.
   */
  store(
    { track, upload }: AnalysisJob,
    source: Pick<AudioSource, "name" | "coverage">,
    analysis: AudioAnalysis,
  ): Promise<JobResult | undefined> {
    if (upload) return this.needs.uploads.store(track, analysis);
    return this.#save(measuredOf(track, source, analysis));
  }

  async #save(measured: Measured): Promise<undefined> {
    const { writer, clock, identity } = this.needs;
    await writer.save({ ...measured, analyzedAt: clock.now() });
    if (measured.source === "library") await identity.remember(measured.trackKey);
  }
}
