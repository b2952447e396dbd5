import type { AnalysisState, AudioAnalysis } from "../../domain/analysis/analysis.js";
import { failedAnalysis } from "../../domain/analysis/analysis-failure.js";
import { AnalyzerBusyError } from "../../domain/errors/analysis-errors.js";
import { errorFrom } from "../../domain/errors/failure.js";
import { StorageUnavailableError } from "../../domain/errors/availability-errors.js";
import { AudioNotFoundError } from "../../domain/errors/not-found-errors.js";
import { InvalidInputError } from "../../domain/errors/request-errors.js";
import { trackKeyFrom, type TrackKey } from "../../domain/track/track-key.js";
import type { AudioTags } from "../../domain/library/library-file.js";
import type { Track } from "../../domain/track/track.js";
import type { Analyzer } from "../../ports/analysis/analyzer.js";
import type { Clock } from "../../ports/runtime/clock.js";
import type { AddedJob, JobQueue, JobResult } from "../../ports/analysis/job-queue.js";
import type { MetadataCache } from "../../ports/metadata/metadata-cache.js";
import type { TagReader } from "../../ports/library/tag-reader.js";
import type { Upload, UploadStore } from "../../ports/analysis/upload-store.js";
import type { AnalysisStore } from "../../ports/analysis/analysis-store.js";
import type { AnalysisWriter } from "./analysis-writer.js";
import { outcomeWithin, type WaitOptions, type WaitLimits } from "./job-progress.js";
import type { RememberedFailures } from "./remembered-failures.js";
import type { TrackService } from "../search/track-service.js";

/** The names that the client gave for its file, as far as it gave any. */
export interface UploadNames {
  readonly artist?: string | undefined;
  readonly track?: string | undefined;
  /** Name of the file at the client, e.g. "Pink Floyd - Money.flac". */
  readonly fileName?: string | undefined;
}

/** A file that a client uploads. */
export interface UploadRequest {
  /**
   * The bytes of the file in parts; throws where the client disconnects or sends an unreadable
   * body.
   */
  readonly bytes: AsyncIterable<Uint8Array>;
  /** The number of bytes, where the client announced it. */
  readonly announcedBytes?: number | undefined;
  /** Called after the last byte was read. */
  readonly names: () => UploadNames;
}

/** The state of the analysis of an upload. */
export interface UploadResult {
  readonly trackKey: TrackKey;
  readonly state: AnalysisState;
  /** Whether this analysis is the one that the track key leads to. */
  readonly isStored: boolean;
}

/** Analyses the files that clients upload. */
export class UploadService {
  constructor(
    private readonly needs: {
      readonly uploads: UploadStore;
      readonly jobs: JobQueue;
      readonly analyzer: Analyzer;
      readonly tags: TagReader;
      readonly tracks: TrackService;
      readonly cache: MetadataCache;
      readonly writer: AnalysisWriter;
      readonly analyses: Pick<AnalysisStore, "findMany">;
      /** Those of uploads only. */
      readonly uploadFailures: RememberedFailures;
      readonly clock: Clock;
      readonly wait: WaitLimits;
    },
  ) {}

  /**
   * Stores a file, analyses it and waits for the result. Once it is stored, the analysis continues also
   * where the client disconnects or the server stops.
   *
   * Always returns the analysis of this file. It is also stored, as one of the recordings of its name. Names that the client does not give come from
   * the file's tags, or else from its name.
   *
   * @throws {InvalidInputError} the artist or the title is missing, or the names cannot be read
   * @throws {PayloadTooLargeError} the file is larger than the maximum of an upload
   * @throws {AudioUndecodableError} the file is empty, or in an unknown audio format
   * @throws {AnalyzerBusyError} the queue of analyses or the space for uploads is full
   * @throws {Error} what the bytes throw, and where the disk cannot be written
   */
  async analyze(request: UploadRequest, waitOptions: WaitOptions): Promise<UploadResult> {
    const upload = await this.needs.uploads.save(request.bytes, request.announcedBytes);
    const { trackKey, job } = await this.#add(upload, request.names);
    const ended = this.#whenEnded(trackKey, job);
    const result = await outcomeWithin(() => ended, waitOptions, this.needs.wait);
    if (result) return result;
    const [state] = await this.needs.jobs.findStates([upload.id]);
    return state ? { trackKey, state: { ...state, trackKey }, isStored: false } : ended;
  }

  /**
   * Analyses the file of a job, stores the analysis and returns it.
   *
   * @throws {AudioUndecodableError} the audio cannot be decoded
   */
  async run(track: Track, upload: Upload, signal: AbortSignal): Promise<JobResult> {
    const { uploads, analyzer } = this.needs;
    const file = await uploads.open(upload);
    const audio = { kind: "file", path: file.path } as const;
    return this.store(track, await analyzer.analyze(audio, signal).finally(() => file.close()));
  }

  /** Stores what was measured on an upload, and returns it. */
  async store(track: Track, measured: AudioAnalysis): Promise<JobResult> {
    const { clock, writer, uploadFailures } = this.needs;
    const { trackKey, artist, trackName } = track;
    const { timeline, fingerprint, ...values } = measured;
    const names = { trackKey, artist, trackName, source: "upload" };
    const analysis = { ...values, ...names, analyzedAt: clock.now() };
    await writer.save({ ...analysis, timeline, fingerprint });
    await uploadFailures.forget([trackKey]);
    const [preferred] = await this.needs.analyses.findMany([trackKey]);
    return { analysis, isStored: preferred?.recordingId === analysis.recordingId };
  }

  /**
   * Returns why no source has the audio of a track: the last upload of it failed, or there was
   * none.
   */
  async whyMissing(trackKey: TrackKey): Promise<Error> {
    const failure = await this.needs.uploadFailures.find(trackKey);
    return failure ?? new AudioNotFoundError(trackKey);
  }

  /**
   * Adds the upload to the queue, or deletes it where that fails. Where the database gave no answer, the
   * job may have been added, and the file stays; without a job, it is deleted as a leftover.
   */
  async #add(
    upload: Upload,
    names: () => UploadNames,
  ): Promise<{ readonly trackKey: TrackKey; readonly job: AddedJob }> {
    try {
      const track = await this.#trackOf(upload, names());
      const job = await this.needs.jobs.add({ track, upload });
      return { trackKey: track.trackKey, job };
    } catch (error) {
      if (!(error instanceof StorageUnavailableError)) await this.needs.uploads.remove(upload);
      throw error;
    }
  }

  /** Returns the result of the upload. Its file is deleted where its job ends. */
  async #whenEnded(trackKey: TrackKey, job: AddedJob): Promise<UploadResult> {
    const outcome = await job.whenDone();
    if (outcome?.ok && outcome.result) {
      const { analysis, isStored } = outcome.result;
      return { trackKey, state: { state: "ready", analysis }, isStored };
    }
    const isFailed = outcome?.ok === false;
    return failed(trackKey, isFailed ? errorFrom(outcome.failure) : new AnalyzerBusyError(1));
  }

  async #tagsOf(upload: Upload, fileName: string | undefined): Promise<Partial<AudioTags>> {
    const file = await this.needs.uploads.open(upload);
    return this.needs.tags.findTags(file.path, fileName).finally(() => file.close());
  }

  async #trackOf(upload: Upload, names: UploadNames): Promise<Track> {
    const isNamed = names.artist !== undefined && names.track !== undefined;
    const tags = isNamed ? {} : await this.#tagsOf(upload, names.fileName);
    const artist = names.artist ?? tags.artist;
    const trackName = names.track ?? tags.trackName;
    if (artist === undefined) throw new InvalidInputError("artist", MISSING);
    if (trackName === undefined) throw new InvalidInputError("track", MISSING);
    const trackKey = trackKeyFrom(artist, trackName);
    const known = await this.needs.tracks.find(trackKey);
    if (known) return known;
    const track: Track = { trackKey, artist, trackName, artwork: { kind: "none" }, providers: [] };
    await this.needs.cache.saveTracks([track]);
    return track;
  }
}

const failed = (trackKey: TrackKey, error: Error): UploadResult => ({
  trackKey,
  state: failedAnalysis(trackKey, error),
  isStored: false,
});

const MISSING = "is required, because the file has no tag for it";
