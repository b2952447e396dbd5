import { neverAborted } from "../../domain/abort-signals.js";
import { isWholeOf, type Analysis } from "../../domain/analysis/analysis.js";
import { TrackNotFoundError } from "../../domain/errors/not-found-errors.js";
import {
  candidateFromFile,
  type FileId,
  fileIdOf,
  type LibraryFile,
} from "../../domain/library/library-file.js";
import { isRecordingId } from "../../domain/track/recording-id.js";
import { foldedSpaces, withoutPlus } from "../../domain/track/name-text.js";
import { MAX_SEARCH_LIMIT, wordsOf } from "../../domain/track/search-query.js";
import { trackKeyFrom, type TrackNames } from "../../domain/track/track-key.js";
import type { TrackRef } from "../../domain/track/track-ref.js";
import type { Track } from "../../domain/track/track.js";
import type { AnalysisStore } from "../../ports/analysis/analysis-store.js";
import { fileJobName, type JobPriority, type JobQueue } from "../../ports/analysis/job-queue.js";
import type { LibraryStore } from "../../ports/library/library-store.js";
import { trackFrom } from "../search/candidate-merge.js";
import type { SearchService } from "../search/search-service.js";
import type { TrackService } from "../search/track-service.js";
import type { RememberedFailures } from "./remembered-failures.js";

/** Maximum number of files of one name that a request lets be measured; others are for the background. */
const MAX_FILES_OF_NAME = 20;

/** A request for an analysis; with artist and track, an unknown key can be searched for. */
export interface AnalysisRequest {
  readonly trackKey: TrackRef;
  readonly artist?: string | undefined;
  readonly track?: string | undefined;
}

/** Starts analyses: decides what is to be measured for a request, and adds each job to the queue once. */
export class AnalysisStart {
  readonly #starting = new Map<TrackRef, Promise<boolean>>();

  constructor(
    private readonly needs: {
      readonly jobs: JobQueue;
      readonly tracks: TrackService;
      readonly search: SearchService;
      readonly store: Pick<AnalysisStore, "findMany" | "findNamed">;
      readonly files: Pick<LibraryStore, "findByIds" | "findFiles">;
      readonly failures: RememberedFailures;
      /** Analyses of an older version are repeated. */
      readonly requiredVersion: number;
    },
  ) {}

  /**
   * Returns whether an analysis is not the one that its name will lead to: it is of an excerpt or of an
   * upload, and a file of the library with the name has not been measured yet.
   */
  async isReplaceable({ trackKey, excerptSeconds, source }: Analysis): Promise<boolean> {
    if (excerptSeconds === undefined && source !== "upload") return false;
    const [named] = await this.needs.store.findNamed([trackKey]);
    if (named?.hasUnreadFile !== true) return false;
    return (await this.needs.failures.find(trackKey)) === undefined;
  }

  /**
   * Returns whether an analysis is of an older version with other numbers and can be repeated: not that of
   * an upload, because the upload is deleted, unless the library has a file of it.
   */
  async isOutdated({ trackKey, recordingId, version, source }: Analysis): Promise<boolean> {
    const { failures, files, requiredVersion } = this.needs;
    if (version >= requiredVersion) return false;
    if ((await failures.find(trackKey)) !== undefined) return false;
    return source !== "upload" || (await files.findFiles(recordingId)).length > 0;
  }

  /** Returns whether the analysis of this reference is being started, waits or runs. */
  async isUnderWay(trackKey: TrackRef): Promise<boolean> {
    if (this.#starting.has(trackKey)) return true;
    const [job] = await this.needs.jobs.findStates([trackKey]);
    return job !== undefined;
  }

  /**
   * Adds the jobs of a request: the files of the library that have the name and are not measured yet, or
   * by an older version; where there is no file, the track. Returns `false` where it is unknown. Requests
   * that arrive meanwhile share the result.
   *
   * @throws {AnalyzerBusyError} the queue of analyses is full
   * @throws {ProviderError} the search for an unknown track failed at every provider
   */
  add(request: AnalysisRequest, priority: JobPriority): Promise<boolean> {
    const { trackKey } = request;
    const running = this.#starting.get(trackKey);
    if (running) return running;
    const starting = this.#addJobs(request, priority).finally(() =>
      this.#starting.delete(trackKey),
    );
    this.#starting.set(trackKey, starting);
    return starting;
  }

  /**
   * Adds the job of a file of the library in the background. Returns whether one waits or runs now.
   *
   * @throws {AnalyzerBusyError} the queue of analyses is full
   */
  async addFile(fileId: FileId): Promise<boolean> {
    const [job] = await this.needs.jobs.findStates([fileJobName(fileId)]);
    if (job !== undefined) return true;
    const [file] = await this.needs.files.findByIds([fileId]);
    if (file === undefined) return false;
    await this.#addJobOf(file, "background");
    return true;
  }

  async #addJobs(request: AnalysisRequest, priority: JobPriority): Promise<boolean> {
    const { trackKey } = request;
    const { tracks, jobs, files } = this.needs;
    const found = await files.findFiles(trackKey);
    if (found.length > 0) {
      const outdated = await this.#outdatedOf(found);
      for (const file of outdated.slice(0, MAX_FILES_OF_NAME)) await this.#addJobOf(file, priority);
      return true;
    }
    if (isRecordingId(trackKey)) return false;
    const track = (await tracks.find(trackKey)) ?? (await this.#searchFor(request));
    if (track === undefined) return false;
    await jobs.add({ track }, priority);
    return true;
  }

  /** Returns the files whose recording is not known, or has no analysis of the required version. */
  async #outdatedOf(files: readonly LibraryFile[]): Promise<readonly LibraryFile[]> {
    const { store, requiredVersion } = this.needs;
    const held = files.flatMap(({ recordingId }) => recordingId ?? []);
    const analyses = await store.findMany(held);
    const current = new Set(
      analyses.flatMap((analysis) =>
        analysis && isWholeOf(analysis, requiredVersion) ? [analysis.recordingId] : [],
      ),
    );
    return files.filter(({ recordingId }) => !recordingId || !current.has(recordingId));
  }

  async #addJobOf(file: LibraryFile, priority: JobPriority): Promise<void> {
    const { folder, relativePath, sizeBytes, modifiedAt, changedAt } = file;
    const track = trackFrom(file.trackKey, candidateFromFile(file));
    const state = { sizeBytes, modifiedAt, changedAt };
    const jobFile = { folder, relativePath, fileId: fileIdOf(file), state };
    await this.needs.jobs.add({ track, file: jobFile }, priority);
  }

  async #searchFor({ trackKey, artist, track }: AnalysisRequest): Promise<Track | undefined> {
    const names = spellingsOf(artist, track).find((one) => one.trackKey === trackKey);
    if (names === undefined) return undefined;
    const words = { artist: wordsOf(names.artist), track: wordsOf(names.trackName) };
    const query = { ...words, limit: MAX_SEARCH_LIMIT };
    // The search serves all clients of the track, and so goes on when one of them disconnects.
    const { results } = await this.needs.search.search(query, neverAborted(), {
      isBrief: true,
    });
    return results.find((result) => result.track.trackKey === trackKey)?.track;
  }
}

/**
 * Returns the names that a request may mean, with their keys: unchanged, composed with single spaces, and as the
 * contract writes them in a URL. None where either is absent or blank: nothing is refused for them.
 */
function spellingsOf(artist: string | undefined, track: string | undefined): readonly TrackNames[] {
  const forms = [(name: string) => name.trim(), foldedSpaces, withoutPlus];
  return forms
    .map((form) => ({ artist: form(artist ?? ""), trackName: form(track ?? "") }))
    .filter((names) => names.artist !== "" && names.trackName !== "")
    .map((names) => ({ ...names, trackKey: trackKeyFrom(names.artist, names.trackName) }));
}

/** Explains why the track is unknown, by the artist and track of the request. */
export function unknownTrack({ trackKey, artist, track }: AnalysisRequest): TrackNotFoundError {
  const spellings = spellingsOf(artist, track);
  const meant = spellings.at(-1);
  if (meant === undefined) return new TrackNotFoundError(trackKey);
  const advice = spellings.some((names) => names.trackKey === trackKey)
    ? "A search for its artist and track does not find it."
    : `The artist and track of the request have the key "${meant.trackKey}". Search for them first.`;
  return new TrackNotFoundError(trackKey, advice);
}
