import type { AudioAnalysis } from "../../domain/analysis/analysis.js";
import { AudioChangedError } from "../../domain/errors/availability-errors.js";
import { AudioNotFoundError } from "../../domain/errors/not-found-errors.js";
import type { LibraryFile } from "../../domain/library/library-file.js";
import { releaseDetailsOf } from "../../domain/track/release-details.js";
import type { AnalysisStore } from "../../ports/analysis/analysis-store.js";
import type { AudioSource } from "../../ports/analysis/audio-source.js";
import type { AnalysisJob, JobResult } from "../../ports/analysis/job-queue.js";
import type { Clock } from "../../ports/runtime/clock.js";
import type { FileRecordings } from "./file-recordings.js";
import type { AnalysisWriter } from "./analysis-writer.js";
import { measuredOf, type Measured, type TrackAudio } from "./track-audio.js";
import type { UploadService } from "./upload-service.js";

/** How the audio of a job is to be measured. */
export interface MeasurePlan {
  /** The error where no source has the audio. */
  readonly missing: Error;
  /** The file of the library to measure, as it is stored. */
  readonly file?: LibraryFile;
}

/** Runs the jobs of the queue: measures the audio of a file, an upload or a name, and stores the analysis. */
export class AnalysisRun {
  constructor(
    private readonly needs: {
      readonly store: AnalysisStore;
      readonly audio: TrackAudio;
      readonly uploads: UploadService;
      readonly writer: AnalysisWriter;
      readonly clock: Clock;
      readonly recordings: FileRecordings;
      /** Analyses of an older version are repeated. */
      readonly requiredVersion: number;
    },
  ) {}

  /**
   * Does one job; returns the analysis of an upload.
   *
   * @throws {AudioChangedError} the file of the job was changed meanwhile
   * @throws {Error} the analysis failed
   */
  async run(job: AnalysisJob, signal: AbortSignal): Promise<JobResult | undefined> {
    const { audio, uploads, recordings } = this.needs;
    if (job.upload) return uploads.run(job.track, job.upload, signal);
    const plan = await this.plan(job);
    if (plan === undefined) return undefined;
    const { file } = plan;
    if (file === undefined) return this.#save(await audio.measure(job, signal, plan));
    const measured = await audio.measure(job, signal, plan).catch(async (error: unknown) => {
      throw await recordings.failureOf(file, error);
    });
    return this.#saveOfFile(file, measured, false);
  }

  /**
   * Returns how the audio of a job is to be measured; `undefined` where its analysis is stored already, or
   * its file is not in the library any more.
   *
   * @param options.mayReceive whether a song of a music server is received to identify it; by default, it is
   */
  async plan(
    { track, upload, file: wanted }: AnalysisJob,
    options: { readonly mayReceive?: boolean } = {},
  ): Promise<MeasurePlan | undefined> {
    const { store, recordings, uploads, requiredVersion } = this.needs;
    const { trackKey } = track;
    if (wanted) {
      const file = await recordings.findPresent(wanted.fileId);
      if (file === undefined) return undefined;
      if (await recordings.isAnalysed(file, requiredVersion, options)) return undefined;
      return { missing: new AudioNotFoundError(trackKey), file };
    }
    const [stored] = upload ? [] : await store.findMany([trackKey]);
    if (stored !== undefined && stored.version >= requiredVersion) return undefined;
    return { missing: await uploads.whyMissing(trackKey) };
  }

  /**
   * Stores what was measured elsewhere for a job; returns the analysis of an upload. Stores nothing
   * where the same was stored before.
   *
   * @throws {AudioChangedError} the file of the job does not hold the recording that was measured
   */
  async store(
    job: AnalysisJob,
    source: Pick<AudioSource, "name" | "coverage">,
    analysis: AudioAnalysis,
  ): Promise<JobResult | undefined> {
    if (job.upload) return this.needs.uploads.store(job.track, analysis);
    const measured = measuredOf(job.track, source, analysis);
    if (job.file === undefined) return this.#save(measured);
    const file = await this.needs.recordings.findPresent(job.file.fileId);
    return file && this.#saveOfFile(file, measured, true);
  }

  /** Stores what was measured on a file, under the name that the file has. */
  async #saveOfFile(
    file: LibraryFile,
    measured: Measured,
    isElsewhere: boolean,
  ): Promise<undefined> {
    const { recordingId } = measured;
    if (!(await this.needs.recordings.assign(file, recordingId, { isRead: isElsewhere }))) {
      throw new AudioChangedError();
    }
    const { trackKey, artist, trackName } = file;
    const named = { ...measured, trackKey, artist, trackName, release: releaseDetailsOf(file) };
    await this.#save(named, { isOfFile: true });
  }

  async #save(
    measured: Measured,
    options: { readonly isOfFile?: boolean } = {},
  ): Promise<undefined> {
    const { writer, clock } = this.needs;
    await writer.save({ ...measured, analyzedAt: clock.now() }, options);
  }
}
