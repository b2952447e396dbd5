import type { Analysis, AnalysisState } from "../../domain/analysis/analysis.js";
import { failedAnalysis } from "../../domain/analysis/analysis-failure.js";
import { TrackNotFoundError } from "../../domain/errors/not-found-errors.js";
import { foldName, maxSearchLimit } from "../../domain/track/search-query.js";
import { trackKeyFrom, type TrackKey } from "../../domain/track/track-key.js";
import type { Track } from "../../domain/track/track.js";
import type { AnalysisStore } from "../../ports/analysis/analysis-store.js";
import type { Analyzer } from "../../ports/analysis/analyzer.js";
import type { AudioSource } from "../../ports/analysis/audio-source.js";
import type { Clock } from "../../ports/runtime/clock.js";
import type { AnalysisJob, JobPriority, JobQueue } from "../../ports/analysis/job-queue.js";
import type { AnalysisEvents } from "../progress/analysis-events.js";
import type { AnalysisWriter } from "./analysis-writer.js";
import type { AnalysisStates } from "./analysis-states.js";
import { outcomeWithin, type WaitOptions, type WaitLimits } from "../progress/job-progress.js";
import { RecordingAnalyses } from "./recording-analyses.js";
import type { RememberedFailures } from "./remembered-failures.js";
import { isFinalFailure, retryDelayAfter } from "./retry-policy.js";
import type { SearchService } from "../search/search-service.js";
import { TrackAudio } from "./track-audio.js";
import type { TrackService } from "../search/track-service.js";
import type { UploadService } from "./upload-service.js";

/** A request for an analysis; with artist and track, an unknown key can be searched for. */
export interface AnalysisRequest {
  readonly trackKey: TrackKey;
  readonly artist?: string | undefined;
  readonly track?: string | undefined;
}

/** Returns analyses from the store, or starts them: exactly one at a time per track. */
export class AnalysisService {
  readonly #audio: TrackAudio;
  readonly #recordings: RecordingAnalyses;
  readonly #starting = new Map<string, Promise<boolean>>();

  constructor(
    private readonly needs: {
      readonly store: AnalysisStore;
      readonly jobs: JobQueue;
      /** In order of preference. */
      readonly sources: readonly AudioSource[];
      readonly analyzer: Analyzer;
      readonly states: AnalysisStates;
      readonly events: AnalysisEvents;
      readonly tracks: TrackService;
      readonly search: SearchService;
      readonly uploads: UploadService;
      readonly keeper: AnalysisWriter;
      readonly failures: RememberedFailures;
      readonly clock: Clock;
      readonly wait: WaitLimits;
    },
  ) {
    this.#audio = new TrackAudio(needs);
    this.#recordings = new RecordingAnalyses(needs);
    this.needs.jobs.process((...job) => this.#run(...job), retryDelayAfter);
  }

  /** Version of the analyses that it returns. */
  get version(): number {
    return this.needs.states.version;
  }

  /** The maximum and default wait for an analysis, seconds, >= 0. */
  get maxWaitSeconds(): number {
    return this.needs.wait.maxMilliseconds / 1000;
  }

  /**
   * Returns the states of many analyses, in the order of the keys, with one read of the store.
   * Starts nothing: a track without an analysis is `not_requested`.
   *
   * @param known analyses that were read already and are not read again
   */
  findMany(
    trackKeys: readonly TrackKey[],
    known?: ReadonlyMap<TrackKey, Analysis>,
  ): Promise<readonly AnalysisState[]> {
    return this.needs.states.findMany(trackKeys, known);
  }

  /**
   * Returns the state of an analysis, after starting it where possible and waiting for it.
   *
   * One analysis runs per key, for any number of requests. The analysis of an excerpt is repeated
   * where the whole recording has become available, and is returned until that is done. An unknown
   * track is searched for where `artist` and `track` are given and hash to the key. Failures are
   * states: the analysis failed, the track is unknown, or no source has its audio.
   *
   * @throws {AnalyzerBusyError} the queue of analyses is full
   * @throws {ProviderError} the search for an unknown track failed at every provider
   */
  async request(request: AnalysisRequest, waitOptions: WaitOptions): Promise<AnalysisState> {
    const { trackKey } = request;
    const current = await this.needs.states.get(trackKey);
    if (current.state === "failed") return current;
    if (current.state === "ready" && !(await this.#isReplaceable(current.analysis))) return current;
    const isUnderWay = current.state === "queued" || current.state === "processing";
    const priority = waitOptions.waitSeconds === 0 ? "background" : "awaited";
    if (!isUnderWay && !(await this.#start(request, priority))) {
      return failedAnalysis(trackKey, unknownTrack(request));
    }
    if (priority === "awaited") await this.needs.jobs.promote(trackKey);
    return this.#outcome(request, waitOptions);
  }

  /**
   * Requests the analyses of many known tracks, in the order of the keys, which may repeat. Stored
   * analyses are found with one read of the store; a failure is the state of its track only.
   */
  async requestMany(
    trackKeys: readonly TrackKey[],
    waitOptions: WaitOptions,
  ): Promise<readonly AnalysisState[]> {
    const unique = [...new Set(trackKeys)];
    const states = await this.findMany(unique);
    const requested = new Map(
      unique.map((trackKey, index) => [
        trackKey,
        this.#requestAfter(states[index], trackKey, waitOptions),
      ]),
    );
    return Promise.all(
      trackKeys.map((trackKey) => requested.get(trackKey) ?? this.needs.states.get(trackKey)),
    );
  }

  async #requestAfter(
    state: AnalysisState | undefined,
    trackKey: TrackKey,
    waitOptions: WaitOptions,
  ): Promise<AnalysisState> {
    if (state?.state === "ready" && state.analysis.excerptSeconds === undefined) return state;
    return this.request({ trackKey }, waitOptions).catch((error: unknown) =>
      failedAnalysis(trackKey, error instanceof Error ? error : new Error(String(error))),
    );
  }

  /**
   * Returns whether the analysis of this key waits or runs now, so that a request only joins it.
   */
  async isUnderWay(trackKey: string): Promise<boolean> {
    if (await this.#isStartedOrAdded(trackKey)) return true;
    // An earlier request may still be reading that there is none; that read ends before this one.
    await this.needs.states.get(trackKey as TrackKey);
    return this.#isStartedOrAdded(trackKey);
  }

  async #isStartedOrAdded(trackKey: string): Promise<boolean> {
    if (this.#starting.has(trackKey)) return true;
    const [job] = await this.needs.jobs.findStates([trackKey]);
    return job !== undefined;
  }

  async #outcome(request: AnalysisRequest, waitOptions: WaitOptions): Promise<AnalysisState> {
    const { trackKey } = request;
    const outcome = await outcomeWithin(
      this.needs.jobs.whenDone(trackKey),
      waitOptions,
      this.needs.wait,
    );
    const state = await this.needs.states.get(trackKey);
    // An upload of this track failed, which says nothing about the audio sources.
    const isUntried = outcome?.ok === false && state.state === "not_requested";
    return isUntried ? this.request(request, { ...waitOptions, waitSeconds: 0 }) : state;
  }

  /**
   * Adds the job, unless the recording has an analysis under another spelling; returns `false`
   * where the track is unknown. Requests that arrive meanwhile share the result.
   */
  #start(request: AnalysisRequest, priority: JobPriority): Promise<boolean> {
    const { trackKey } = request;
    const running = this.#starting.get(trackKey);
    if (running) return running;
    const starting = this.#addJob(request, priority).finally(() => this.#starting.delete(trackKey));
    this.#starting.set(trackKey, starting);
    return starting;
  }

  async #addJob(request: AnalysisRequest, priority: JobPriority): Promise<boolean> {
    const track =
      (await this.needs.tracks.find(request.trackKey)) ?? (await this.#searchFor(request));
    if (track === undefined) return false;
    const isWholeWanted = await this.#audio.hasWhole(track, neverAborted());
    const isLinked = await this.#recordings.linkSpelling(track, this.version, { isWholeWanted });
    if (isLinked) this.needs.events.announceReady(track.trackKey);
    else await this.needs.jobs.add({ track }, priority);
    return true;
  }

  async #searchFor({ trackKey, artist, track }: AnalysisRequest): Promise<Track | undefined> {
    if (artist === undefined || track === undefined) return undefined;
    if (!keysOf(artist, track).includes(trackKey)) return undefined;
    const query = { artist, track, limit: maxSearchLimit };
    const { results } = await this.needs.search.search(query, neverAborted());
    return results.find((result) => result.track.trackKey === trackKey)?.track;
  }

  async #run(job: AnalysisJob, signal: AbortSignal, attempt: number): Promise<void> {
    if (job.upload) return this.needs.uploads.run(job, job.upload, signal, attempt);
    const { track } = job;
    const { trackKey } = track;
    try {
      const [stored] = await this.needs.store.findMany([trackKey]);
      const isCurrent = stored?.version === this.version;
      const isWholeWanted = isCurrent && (await this.#isReplaceable(stored));
      if (isCurrent && !isWholeWanted) return;
      const missing = this.needs.uploads.whyMissing(trackKey);
      const measured = await this.#audio.measure(track, signal, { missing, isWholeWanted });
      await this.needs.keeper.save({ ...measured, analyzedAt: this.needs.clock.now() });
    } catch (error) {
      if (isFinalFailure(error, attempt, signal)) this.needs.failures.remember(trackKey, error);
      throw error;
    }
  }

  /** Returns whether an analysis is of an excerpt, and the whole recording is available now. */
  async #isReplaceable({ trackKey, excerptSeconds }: Analysis): Promise<boolean> {
    if (excerptSeconds === undefined || this.needs.failures.find(trackKey) !== undefined)
      return false;
    const track = await this.needs.tracks.find(trackKey);
    return track !== undefined && this.#audio.hasWhole(track, neverAborted());
  }
}

/** Returns the keys that names may have: unchanged, and normalised as in a search. */
const keysOf = (artist: string, track: string): readonly TrackKey[] => [
  trackKeyFrom(artist, track),
  trackKeyFrom(foldName(artist), foldName(track)),
];

/** Explains why the track is unknown, by the artist and track of the request. */
function unknownTrack({ trackKey, artist, track }: AnalysisRequest): TrackNotFoundError {
  if (artist === undefined || track === undefined) return new TrackNotFoundError(trackKey);
  const keys = keysOf(artist, track);
  const advice = keys.includes(trackKey)
    ? "A search for its artist and track does not find it."
    : `The artist and track of the request have the key "${keys.at(-1)}". Search for them first.`;
  return new TrackNotFoundError(trackKey, advice);
}

/**
 * Creates a signal for work that serves all clients of a track, and so continues when one of them
 * disconnects.
 */
const neverAborted = (): AbortSignal => new AbortController().signal;
