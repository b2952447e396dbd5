import type { OfferedAudio, OfferedFile } from "../../domain/analysis/offered-work.js";
import { AudioUnavailableError } from "../../domain/errors/availability-errors.js";
import { AudioNotFoundError } from "../../domain/errors/not-found-errors.js";
import type { AudioReader, OpenedAudio } from "../../ports/analysis/audio-reader.js";
import type { AudioSource, EncodedAudio } from "../../ports/analysis/audio-source.js";
import type { AnalysisJob } from "../../ports/analysis/job-queue.js";
import type { Upload, UploadStore } from "../../ports/analysis/upload-store.js";

/** The source of uploads in analyses; it is not one of the configured sources. */
const UPLOAD: Pick<AudioSource, "name" | "coverage"> = { name: "upload" };

/** The audio that workers may try for a job. */
export interface AudioOffer {
  readonly audio: readonly OfferedAudio[];
  /** Why a source could not be asked, if so: the failure of the job where the others fail too. */
  readonly failure?: unknown;
}

/** Finds and opens the audio of jobs that workers run. */
export class JobAudio {
  constructor(
    private readonly needs: {
      /** In order of preference. */
      readonly sources: readonly AudioSource[];
      readonly uploads: UploadStore;
      readonly reader: AudioReader;
    },
  ) {}

  /**
   * Returns the audio of a job, in the order in which `TrackAudio` would measure it. Sources of
   * excerpts, and those that would receive the audio, are not asked yet, because each of them is a request to another service.
   *
   * @throws {AudioUnavailableError} the first source that has the audio cannot read it now
   */
  async offer(job: AnalysisJob, signal: AbortSignal): Promise<AudioOffer> {
    if (job.upload !== undefined) return { audio: [{ source: UPLOAD.name, coverage: "whole" }] };
    const audio: OfferedAudio[] = [];
    let failure: unknown;
    for (const source of this.needs.sources) {
      const { name, coverage = "whole" } = source;
      if (coverage === "excerpt") {
        if (job.file === undefined) audio.push({ source: name, coverage });
        continue;
      }
      if (await source.isReceived?.(job)) {
        audio.push({ source: name, coverage });
        continue;
      }
      try {
        const found = await source.find(job, signal);
        if (found === undefined) continue;
        const file = await this.#fileOf(found);
        source.release?.(found);
        const range = found.kind === "file" ? found.range : undefined;
        audio.push({ source: name, coverage, ...(file && { file }), ...(range && { range }) });
      } catch (error) {
        failure = error;
        if (!(error instanceof AudioUnavailableError)) continue;
        if (audio.length === 0) throw error;
        break;
      }
    }
    return { audio, ...(failure !== undefined && { failure }) };
  }

  /**
   * Opens the audio of a job.
   *
   * @param name of the source
   * @throws {AudioNotFoundError} there is no such source, or it does not have the audio
   * @throws {AudioUnavailableError} it cannot be read now
   * @throws {AudioUndecodableError} the file does not exist any more
   * @throws {ProviderError} the source cannot be reached
   */
  async open(job: AnalysisJob, name: string, signal: AbortSignal): Promise<OpenedAudio> {
    const { sources, reader } = this.needs;
    const { track, upload } = job;
    if (upload && name === UPLOAD.name) return this.#openUpload(upload);
    const source = upload ? undefined : sources.find((one) => one.name === name);
    const audio = await source?.find(job, signal);
    if (audio === undefined) throw new AudioNotFoundError(track.trackKey);
    const release = (): void => source?.release?.(audio);
    const opened = await reader.open(audio).catch((error: unknown) => {
      release();
      throw error;
    });
    return { ...opened, close: () => opened.close().finally(release) };
  }

  async #openUpload(upload: Upload): Promise<OpenedAudio> {
    const file = await this.needs.uploads.open(upload);
    const closing = (error: unknown): Promise<never> =>
      file.close().then(() => Promise.reject(error as Error));
    const audio = { kind: "file", path: file.path } as const;
    const opened = await this.needs.reader.open(audio).catch(closing);
    const close = (): Promise<void> => opened.close().finally(() => file.close());
    // It never changes, but a store may write it into another file each time.
    return { ...opened, modifiedAt: 0, close };
  }

  /** Returns the source of this name that a job may be measured with; `undefined` for any other. */
  findSource(
    { upload }: AnalysisJob,
    name: string,
  ): Pick<AudioSource, "name" | "coverage"> | undefined {
    const sources = upload ? [UPLOAD] : this.needs.sources;
    return sources.find((source) => source.name === name);
  }

  /** Returns what identifies a file; `undefined` where it cannot be read, which sending it will say. */
  async #fileOf(audio: EncodedAudio): Promise<OfferedFile | undefined> {
    if (audio.kind !== "file") return undefined;
    const opened = await this.needs.reader.open(audio).catch(() => undefined);
    if (opened === undefined) return undefined;
    const { sizeBytes, modifiedAt, fingerprint } = opened;
    await opened.close();
    return { path: audio.path, sizeBytes, modifiedAt, fingerprint };
  }
}
