import type { Analysis, AnalysisState } from "../../domain/analysis/analysis.js";
import { failedAnalysis } from "../../domain/analysis/analysis-failure.js";
import type { TrackKey } from "../../domain/track/track-key.js";
import type { AnalysisStore } from "../../ports/analysis/analysis-store.js";
import type { Analyzer } from "../../ports/analysis/analyzer.js";
import type { JobQueue, JobState } from "../../ports/analysis/job-queue.js";
import type { RememberedFailures } from "./remembered-failures.js";

/**
 * Determines the states of analyses from the stored ones, the jobs of the queue, and the recent
 * failures.
 */
export class AnalysisStates {
  constructor(
    private readonly needs: {
      readonly store: AnalysisStore;
      readonly jobs: JobQueue;
      readonly analyzer: Analyzer;
      readonly failures: RememberedFailures;
    },
  ) {}

  /**
   * Returns the states of many analyses, in the order of the keys, with one read of the store.
   * Starts nothing: a track without an analysis is `not_requested`.
   *
   * @param known analyses that were read already and are not read again
   */
  async findMany(
    trackKeys: readonly TrackKey[],
    known: ReadonlyMap<TrackKey, Analysis> = new Map(),
  ): Promise<readonly AnalysisState[]> {
    const [analyses, jobs] = await Promise.all([
      this.#analyses(trackKeys, known),
      this.needs.jobs.findStates(trackKeys),
    ]);
    return trackKeys.map((trackKey, index) => this.#state(trackKey, analyses[index], jobs[index]));
  }

  /** Returns the state of one analysis. */
  async get(trackKey: TrackKey): Promise<AnalysisState> {
    const [[analysis], [job]] = await Promise.all([
      this.needs.store.findMany([trackKey]),
      this.needs.jobs.findStates([trackKey]),
    ]);
    return this.#state(trackKey, analysis, job);
  }

  /**
   * Reads the analyses that are not known. One of an older version does not count as known, because
   * the recording may have a newer one under another spelling.
   */
  async #analyses(
    trackKeys: readonly TrackKey[],
    known: ReadonlyMap<TrackKey, Analysis>,
  ): Promise<readonly (Analysis | undefined)[]> {
    const isKnown = (trackKey: TrackKey): boolean =>
      known.get(trackKey)?.version === this.needs.analyzer.version;
    const missing = trackKeys.filter((trackKey) => !isKnown(trackKey));
    const read = missing.length === 0 ? [] : await this.needs.store.findMany(missing);
    const found = new Map(missing.map((trackKey, index) => [trackKey, read[index]]));
    return trackKeys.map((trackKey) => found.get(trackKey) ?? known.get(trackKey));
  }

  #state(
    trackKey: TrackKey,
    analysis: Analysis | undefined,
    job: JobState | undefined,
  ): AnalysisState {
    if (analysis?.version === this.needs.analyzer.version) return { state: "ready", analysis };
    if (job) return { ...job, trackKey };
    const error = this.needs.failures.find(trackKey);
    if (error === undefined) return notRequested(trackKey);
    return failedAnalysis(trackKey, error, this.needs.failures.secondsLeft(trackKey));
  }
}

/** Returns the state of an analysis that no client has requested. */
const notRequested = (trackKey: TrackKey): AnalysisState => ({
  state: "not_requested",
  trackKey,
  retryAfterSeconds: 2,
  position: null,
});
