import type { Analysis, AnalysisState } from "../../domain/analysis/analysis.js";
import { failedAnalysis } from "../../domain/analysis/analysis-failure.js";
import type { TrackKey } from "../../domain/track/track-key.js";
import { splitRefs, type TrackRef } from "../../domain/track/track-ref.js";
import type { AnalysisStore } from "../../ports/analysis/analysis-store.js";
import type { Analyzer } from "../../ports/analysis/analyzer.js";
import type { JobQueue } from "../../ports/analysis/job-queue.js";
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
   * Returns the states of many analyses, in the order of the keys. Analyses that are ready need one
   * read of the store and nothing else. Starts nothing: a track without an analysis is
   * `not_requested`.
   *
   * @param known analyses that were read already; those of this version or a newer one are not read again
   * @param withPast whether a track has failed whose last analysis failed some time ago, so that a request
   * would try again; otherwise it is `not_requested`
   */
  async findMany(
    trackKeys: readonly TrackRef[],
    known: ReadonlyMap<TrackRef, Analysis> = new Map(),
    withPast = false,
  ): Promise<readonly AnalysisState[]> {
    const states = new Map<TrackRef, AnalysisState>();
    addReady(this.#currentOf(known), states);
    await this.#addStored(trackKeys, states);
    if (missingOf(trackKeys, states).length > 0) {
      await this.#addUnderWay(trackKeys, states);
      // A job that ended between the two reads has stored its analysis or its failure before.
      await this.#addStored(trackKeys, states);
      await this.#addFailed(trackKeys, states, withPast);
    }
    return trackKeys.map((trackKey) => states.get(trackKey) ?? notRequested(trackKey));
  }

  /** Returns the state of one analysis. */
  async get(trackKey: TrackRef): Promise<AnalysisState> {
    const [state] = await this.findMany([trackKey]);
    return state ?? notRequested(trackKey);
  }

  async #addStored(trackKeys: readonly TrackRef[], states: States): Promise<void> {
    const read = (missing: readonly TrackRef[]) => this.needs.store.findMany(missing);
    addReady(await foundOf(missingOf(trackKeys, states), read), states);
  }

  /** Returns the analyses without those of an older version, because the store may have a newer one. */
  #currentOf(analyses: ReadonlyMap<TrackRef, Analysis>): ReadonlyMap<TrackRef, Analysis> {
    const { version } = this.needs.analyzer;
    return new Map([...analyses].filter(([, analysis]) => analysis.version >= version));
  }

  async #addUnderWay(trackKeys: readonly TrackRef[], states: States): Promise<void> {
    const read = (missing: readonly TrackRef[]) => this.needs.jobs.findStates(missing);
    const jobs = await foundOf(missingOf(trackKeys, states), read);
    for (const [trackKey, job] of jobs) states.set(trackKey, { ...job, trackKey });
  }

  async #addFailed(
    trackKeys: readonly TrackRef[],
    states: States,
    withPast: boolean,
  ): Promise<void> {
    const read = (missing: readonly TrackKey[]) => this.needs.failures.findMany(missing, withPast);
    const { trackKeys: missing } = splitRefs(missingOf(trackKeys, states));
    const failures = await foundOf(missing, read);
    for (const [trackKey, { error, secondsLeft }] of failures) {
      states.set(trackKey, failedAnalysis(trackKey, error, secondsLeft));
    }
  }
}

type States = Map<TrackRef, AnalysisState>;

/** Adds analyses, which are ready in any version: one of an older version is returned until it is repeated. */
function addReady(analyses: ReadonlyMap<TrackRef, Analysis>, states: States): void {
  for (const [trackKey, analysis] of analyses) states.set(trackKey, { state: "ready", analysis });
}

const missingOf = (trackKeys: readonly TrackRef[], states: States): readonly TrackRef[] =>
  trackKeys.filter((trackKey) => !states.has(trackKey));

/** Reads one value per key; returns those that exist. */
async function foundOf<Ref extends TrackRef, Value>(
  trackKeys: readonly Ref[],
  read: (trackKeys: readonly Ref[]) => Promise<readonly (Value | undefined)[]>,
): Promise<ReadonlyMap<Ref, Value>> {
  const found = new Map<Ref, Value>();
  if (trackKeys.length === 0) return found;
  const values = await read(trackKeys);
  trackKeys.forEach((trackKey, index) => {
    const value = values[index];
    if (value !== undefined) found.set(trackKey, value);
  });
  return found;
}

/** Returns the state of an analysis that no client has requested. */
const notRequested = (trackKey: TrackRef): AnalysisState => ({
  state: "not_requested",
  trackKey,
  retryAfterSeconds: 2,
  position: null,
});
