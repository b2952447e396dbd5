import type { Analysis, AnalysisState } from "../../domain/analysis/analysis.js";
import { failedAnalysis } from "../../domain/analysis/analysis-failure.js";
import { AnalyzerBusyError } from "../../domain/errors/analysis-errors.js";
import { asError } from "../../domain/errors/as-error.js";
import type { Timeline } from "../../domain/analysis/timeline.js";
import { isRecordingId } from "../../domain/track/recording-id.js";
import type { TrackRef } from "../../domain/track/track-ref.js";
import type { AnalysisStore } from "../../ports/analysis/analysis-store.js";
import type { JobQueue } from "../../ports/analysis/job-queue.js";
import { outcomeWithin, type WaitOptions, type WaitLimits } from "./job-progress.js";
import { unknownTrack, type AnalysisRequest, type AnalysisStart } from "./analysis-start.js";
import type { AnalysisStates } from "./analysis-states.js";

type ReadyAnalysis = Extract<AnalysisState, { state: "ready" }>;

/** Returns analyses from the store, or starts them: exactly one at a time per track. */
export class AnalysisService {
  constructor(
    private readonly needs: {
      readonly states: AnalysisStates;
      readonly store: Pick<AnalysisStore, "findTimelines">;
      readonly start: AnalysisStart;
      readonly jobs: JobQueue;
      readonly wait: WaitLimits;
    },
  ) {}

  /** The maximum and default wait for an analysis, seconds, >= 0. */
  get maxWaitSeconds(): number {
    return this.needs.wait.maxMilliseconds / 1000;
  }

  /**
   * Returns the states of many analyses, in the order of the keys, with one read of the store.
   * Starts nothing: a track without an analysis is `not_requested`, or has failed where its last
   * analysis did, also after a request would try again.
   *
   * @param known analyses that were read already and are not read again
   */
  findMany(
    trackKeys: readonly TrackRef[],
    known?: ReadonlyMap<TrackRef, Analysis>,
  ): Promise<readonly AnalysisState[]> {
    return this.needs.states.findMany(trackKeys, known, true);
  }

  /** Returns the timeline of the stored analysis of a track; `undefined` where there is none. */
  async findTimeline(trackKey: TrackRef): Promise<Timeline | undefined> {
    const [timeline] = await this.findTimelines([trackKey]);
    return timeline;
  }

  /**
   * Returns the timelines of many stored analyses, in the order of the keys, with one read of the store.
   * They are large, so they are no part of an analysis.
   */
  findTimelines(trackKeys: readonly TrackRef[]): Promise<readonly (Timeline | undefined)[]> {
    return this.needs.store.findTimelines(trackKeys);
  }

  /**
   * Returns the state of an analysis, after starting it where possible and waiting for it.
   *
   * One analysis runs per file and name, for any number of requests. The analysis of an excerpt or an upload
   * is returned until that of a file with the name is done. One of an older
   * version is returned at once, and repeated in the background. An unknown
   * track is searched for where `artist` and `track` are given and hash to the key. Failures are
   * states: the analysis failed, the track is unknown, or no source has its audio.
   *
   * @throws {AnalyzerBusyError} the queue of analyses is full
   * @throws {ProviderError} the search for an unknown track failed at every provider
   */
  async request(request: AnalysisRequest, waitOptions: WaitOptions): Promise<AnalysisState> {
    const { trackKey } = request;
    const { states, start, jobs } = this.needs;
    const current = await states.get(trackKey);
    if (current.state === "failed") return current;
    if (current.state === "ready" && !(await start.isReplaceable(current.analysis))) {
      return this.#renewed(request, current);
    }
    const isUnderWay = current.state === "queued" || current.state === "processing";
    const priority = waitOptions.waitSeconds === 0 ? "background" : "awaited";
    if (!isUnderWay && !(await start.add(request, priority))) {
      return failedAnalysis(trackKey, unknownTrack(request));
    }
    if (priority === "awaited" && !isRecordingId(trackKey)) await jobs.promote(trackKey);
    return this.#outcome(request, waitOptions);
  }

  /**
   * Requests the analyses of many known tracks, in the order of the keys, which may repeat. Stored
   * analyses are found with one read of the store; a failure is the state of its track only.
   */
  async requestMany(
    trackKeys: readonly TrackRef[],
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
    trackKey: TrackRef,
    waitOptions: WaitOptions,
  ): Promise<AnalysisState> {
    if (state?.state === "ready" && state.analysis.excerptSeconds === undefined) {
      return this.#renewed({ trackKey }, state);
    }
    return this.request({ trackKey }, waitOptions).catch((error: unknown) =>
      failedAnalysis(trackKey, asError(error)),
    );
  }

  /**
   * Returns whether the analysis of this key waits or runs now, so that a request only joins it.
   */
  async isUnderWay(trackKey: TrackRef): Promise<boolean> {
    const { start, states } = this.needs;
    if (await start.isUnderWay(trackKey)) return true;
    // An earlier request may still be reading that there is none; that read ends before this one.
    await states.get(trackKey);
    return start.isUnderWay(trackKey);
  }

  /**
   * Repeats an analysis of an older version in the background, and returns the state meanwhile. Where
   * it cannot be repeated now, a later request tries again.
   */
  async #renewed(request: AnalysisRequest, ready: ReadyAnalysis): Promise<AnalysisState> {
    const { start, states } = this.needs;
    if (!(await start.isOutdated(ready.analysis))) return ready;
    const isAdded = await start.add(request, "background").catch((error: unknown) => {
      if (error instanceof AnalyzerBusyError) return false;
      throw error;
    });
    // The file may have turned out to hold a recording that this version has analysed.
    return isAdded ? states.get(request.trackKey) : ready;
  }

  async #outcome(request: AnalysisRequest, waitOptions: WaitOptions): Promise<AnalysisState> {
    const { trackKey } = request;
    const { jobs, states, wait } = this.needs;
    const outcome = await outcomeWithin(() => jobs.whenDone(trackKey), waitOptions, wait);
    const state = await states.get(trackKey);
    if (outcome?.ok !== false || state.state !== "not_requested") return state;
    // An upload of this track failed, which says nothing about the audio sources.
    return this.request(request, { ...waitOptions, waitSeconds: 0 });
  }
}
