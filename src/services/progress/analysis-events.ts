import type { AnalysisState } from "../../domain/analysis/analysis.js";
import { failedAnalysis } from "../../domain/analysis/analysis-failure.js";
import type { TrackKey } from "../../domain/track/track-key.js";
import type {
  AnalysisJob,
  JobChange,
  JobOutcome,
  JobQueue,
} from "../../ports/analysis/job-queue.js";
import type { AnalysisStates } from "../analysis/analysis-states.js";
import type { FailureLog } from "../operations/failure-log.js";
import { pendingStateOf } from "./job-progress.js";

/** Where the analysis of a track stands since a moment ago: queued, processing, ready or failed. */
export interface AnalysisStateChange {
  readonly trackKey: TrackKey;
  readonly state: AnalysisState;
}

/** Is told of changes as they happen. Must not throw. */
export type AnalysisListener = (change: AnalysisStateChange) => void;

/** Tells of every analysis in this process when it begins to wait, is started, is ready or fails. */
export class AnalysisEvents {
  readonly #states: AnalysisStates;
  readonly #failures: FailureLog;
  readonly #listeners = new Set<AnalysisListener>();
  #last: Promise<void> = Promise.resolve();

  constructor(needs: {
    readonly jobs: JobQueue;
    readonly states: AnalysisStates;
    readonly failures: FailureLog;
  }) {
    this.#states = needs.states;
    this.#failures = needs.failures;
    needs.jobs.observe((change) => this.#follow(change));
  }

  /**
   * Tells a listener of all changes from now on, each track's in their order, until the function
   * that it answers is called.
   *
   * Every analysis that ends is told once, as `ready` or `failed`. An attempt that fails where an
   * analysis is kept already changes nothing and is not told, nor is what a closing server drops.
   */
  listen(listener: AnalysisListener): () => void {
    // A listener of one's own, so that the same function may listen twice.
    const own: AnalysisListener = (change) => listener(change);
    this.#listeners.add(own);
    return () => this.#listeners.delete(own);
  }

  /** How many listen now. */
  get listenerCount(): number {
    return this.#listeners.size;
  }

  /** Tells that a track has got its analysis without a job: that of another spelling. */
  announceReady(trackKey: TrackKey): void {
    this.#enqueue(async () => this.#notifyIfReady(trackKey));
  }

  #follow(change: JobChange): void {
    const { trackKey } = change.job.track;
    if ("outcome" in change) this.#enqueue(() => this.#notifyEnd(change.job, change.outcome));
    else this.#enqueue(() => this.#notify(trackKey, pendingStateOf(trackKey, change.state)));
  }

  async #notifyEnd({ track: { trackKey } }: AnalysisJob, outcome: JobOutcome): Promise<void> {
    if (outcome.ok) return this.#notifyIfReady(trackKey);
    const state = await this.#states.get(trackKey);
    if (state.state === "ready") return;
    const failed = state.state === "failed" ? state : failedAnalysis(trackKey, outcome.error);
    this.#notify(trackKey, failed);
  }

  async #notifyIfReady(trackKey: TrackKey): Promise<void> {
    const state = await this.#states.get(trackKey);
    if (state.state === "ready") this.#notify(trackKey, state);
  }

  #notify(trackKey: TrackKey, state: AnalysisState): void {
    for (const listener of this.#listeners) listener({ trackKey, state });
  }

  /** One after the other, so that a read of the store cannot turn the order round. */
  #enqueue(tell: () => Promise<void> | void): void {
    if (this.#listeners.size === 0) return;
    this.#last = this.#last.then(tell).catch((error: unknown) => this.#failures.record(error));
  }
}
