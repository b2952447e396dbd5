import { neverAborted } from "../../domain/abort-signals.js";
import type { Analysis } from "../../domain/analysis/analysis.js";
import { TrackNotFoundError } from "../../domain/errors/not-found-errors.js";
import { normalizedName, MAX_SEARCH_LIMIT } from "../../domain/track/search-query.js";
import { trackKeyFrom, type TrackKey } from "../../domain/track/track-key.js";
import type { Track } from "../../domain/track/track.js";
import type { Analyzer } from "../../ports/analysis/analyzer.js";
import type { JobPriority, JobQueue } from "../../ports/analysis/job-queue.js";
import type { AudioIdentity } from "./audio-identity.js";
import type { AnalysisEvents } from "./analysis-events.js";
import type { SearchService } from "../search/search-service.js";
import type { TrackService } from "../search/track-service.js";
import type { RecordingAnalyses } from "./recording-analyses.js";
import type { RememberedFailures } from "./remembered-failures.js";
import type { TrackAudio } from "./track-audio.js";

/** A request for an analysis; with artist and track, an unknown key can be searched for. */
export interface AnalysisRequest {
  readonly trackKey: TrackKey;
  readonly artist?: string | undefined;
  readonly track?: string | undefined;
}

/** Starts analyses: decides whether a track needs one, and adds its job to the queue once. */
export class AnalysisStart {
  readonly #starting = new Map<TrackKey, Promise<boolean>>();

  constructor(
    private readonly needs: {
      readonly jobs: JobQueue;
      readonly tracks: TrackService;
      readonly search: SearchService;
      readonly analyzer: Analyzer;
      readonly audio: TrackAudio;
      readonly recordings: RecordingAnalyses;
      readonly identity: Pick<AudioIdentity, "adopt">;
      readonly events: AnalysisEvents;
      readonly failures: RememberedFailures;
      /** Analyses of an older version are repeated. */
      readonly requiredVersion: number;
    },
  ) {}

  /** Returns whether an analysis is of an excerpt, and the whole recording is available now. */
  async isReplaceable({ trackKey, excerptSeconds }: Analysis): Promise<boolean> {
    const { failures, tracks, audio } = this.needs;
    if (excerptSeconds === undefined) return false;
    if ((await failures.find(trackKey)) !== undefined) return false;
    const track = await tracks.find(trackKey);
    return track !== undefined && audio.hasWhole(track, neverAborted());
  }

  /**
   * Returns whether an analysis is of an older version with other numbers and can be repeated: that of
   * an upload only where the library has a file, because the upload is deleted.
   */
  async isOutdated(analysis: Analysis): Promise<boolean> {
    const { failures, tracks, audio, requiredVersion } = this.needs;
    const { trackKey, version, source } = analysis;
    if (version >= requiredVersion) return false;
    if ((await failures.find(trackKey)) !== undefined) return false;
    if (source !== "upload") return true;
    const track = await tracks.find(trackKey);
    return track !== undefined && audio.hasWhole(track, neverAborted());
  }

  /** Returns whether the analysis of this key is being started, waits or runs. */
  async isUnderWay(trackKey: TrackKey): Promise<boolean> {
    if (this.#starting.has(trackKey)) return true;
    const [job] = await this.needs.jobs.findStates([trackKey]);
    return job !== undefined;
  }

  /**
   * Adds the job, unless the recording has an analysis under another spelling; returns `false`
   * where the track is unknown. Requests that arrive meanwhile share the result.
   *
   * @throws {AnalyzerBusyError} the queue of analyses is full
   * @throws {ProviderError} the search for an unknown track failed at every provider
   */
  add(request: AnalysisRequest, priority: JobPriority): Promise<boolean> {
    const { trackKey } = request;
    const running = this.#starting.get(trackKey);
    if (running) return running;
    const starting = this.#addJob(request, priority).finally(() => this.#starting.delete(trackKey));
    this.#starting.set(trackKey, starting);
    return starting;
  }

  async #addJob(request: AnalysisRequest, priority: JobPriority): Promise<boolean> {
    const { tracks, events, jobs } = this.needs;
    const track = (await tracks.find(request.trackKey)) ?? (await this.#searchFor(request));
    if (track === undefined) return false;
    if (await this.link(track, { mayRead: false })) events.announceReady(track.trackKey);
    else await jobs.add({ track }, priority);
    return true;
  }

  /**
   * Links a track to the analysis that its recording has under another key, and returns whether there
   * is one. A track of the library has its own audio, which decides alone; any other track is found by
   * its spelling, where that of an excerpt is not enough if the whole recording is available.
   *
   * @param options.mayRead whether a file may be read for that, which takes some time
   */
  async link(track: Track, { mayRead }: { readonly mayRead: boolean }): Promise<boolean> {
    const { audio, recordings, identity, requiredVersion, analyzer } = this.needs;
    const isAdopted = await identity.adopt(track, { version: requiredVersion, mayRead });
    if (isAdopted !== undefined) return isAdopted;
    const isWholeWanted = (): Promise<boolean> => audio.hasWhole(track, neverAborted());
    return recordings.linkSpelling(track, analyzer.version, { isWholeWanted });
  }

  async #searchFor({ trackKey, artist, track }: AnalysisRequest): Promise<Track | undefined> {
    if (artist === undefined || track === undefined) return undefined;
    if (!keysOf(artist, track).includes(trackKey)) return undefined;
    const query = { artist, track, limit: MAX_SEARCH_LIMIT };
    // The search serves all clients of the track, and so goes on when one of them disconnects.
    const { results } = await this.needs.search.search(query, neverAborted(), {
      isBrief: true,
    });
    return results.find((result) => result.track.trackKey === trackKey)?.track;
  }
}

/** Returns the keys that names may have: unchanged, and normalised as in a search. */
const keysOf = (artist: string, track: string): readonly TrackKey[] => [
  trackKeyFrom(artist, track),
  trackKeyFrom(normalizedName(artist), normalizedName(track)),
];

/** Explains why the track is unknown, by the artist and track of the request. */
export function unknownTrack({ trackKey, artist, track }: AnalysisRequest): TrackNotFoundError {
  if (artist === undefined || track === undefined) return new TrackNotFoundError(trackKey);
  const keys = keysOf(artist, track);
  const advice = keys.includes(trackKey)
    ? "A search for its artist and track does not find it."
    : `The artist and track of the request have the key "${keys.at(-1)}". Search for them first.`;
  return new TrackNotFoundError(trackKey, advice);
}
