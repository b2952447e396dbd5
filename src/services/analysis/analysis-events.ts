import type { Analysis, AnalysisState } from "../../domain/analysis/analysis.js";
import { failedAnalysis } from "../../domain/analysis/analysis-failure.js";
import { errorFrom } from "../../domain/errors/failure.js";
import type { TrackKey } from "../../domain/track/track-key.js";
import type {
  AnalysisJob,
  JobChange,
  JobOutcome,
  JobQueue,
} from "../../ports/analysis/job-queue.js";
import type { LibraryStore } from "../../ports/library/library-store.js";
import type { AnalysisStates } from "./analysis-states.js";
import type { FailureLog } from "../failure-log.js";

/** The new state of the analysis of a track: queued, processing, ready or failed. */
export interface AnalysisStateChange {
  readonly trackKey: TrackKey;
  readonly state: AnalysisState;
}

/** Is called for each change as it happens. Must not throw. */
export type AnalysisListener = (change: AnalysisStateChange) => void;

/** Notifies listeners when an analysis in this process is queued, is started, is ready or fails. */
export class AnalysisEvents {
  readonly #listeners = new Set<AnalysisListener>();
  #last: Promise<void> = Promise.resolve();

  constructor(
    private readonly needs: {
      readonly jobs: JobQueue;
      readonly states: AnalysisStates;
      readonly files: Pick<LibraryStore, "findByIds">;
      readonly failures: FailureLog;
    },
  ) {
    needs.jobs.observe((change) => this.#follow(change));
  }

  /**
   * Notifies a listener of all changes from now on, in order per track, until the returned function
   * is called.
   *
   * Each analysis that ends is reported once, as `ready` or `failed`. A failed attempt where an
   * analysis is stored already is not reported, because the state stays the same; nor are jobs that
   * a closing server drops.
   */
  listen(listener: AnalysisListener): () => void {
    // A new function, so that the same listener may be registered twice.
    const own: AnalysisListener = (change) => listener(change);
    this.#listeners.add(own);
    return () => this.#listeners.delete(own);
  }

  /** Notifies listeners of a stored analysis that was changed without a job. */
  publish(analysis: Analysis): void {
    const { trackKey } = analysis;
    this.#enqueue(() => this.#notify(trackKey, { state: "ready", analysis }));
  }

  /** The current number of listeners. */
  get listenerCount(): number {
    return this.#listeners.size;
  }

  #follow(change: JobChange): void {
    const { trackKey } = change.job.track;
    if ("outcome" in change) this.#enqueue(() => this.#notifyEnd(change.job, change.outcome));
    else this.#enqueue(() => this.#notify(trackKey, { ...change.state, trackKey }));
  }

  async #notifyEnd({ track: { trackKey }, file }: AnalysisJob, outcome: JobOutcome): Promise<void> {
    if (outcome.ok) return this.#notifyIfReady(trackKey);
    const state = await this.needs.states.get(trackKey);
    if (state.state === "ready") return;
    const failed =
      state.state === "failed" ? state : failedAnalysis(trackKey, errorFrom(outcome.failure));
    const [held] = file ? await this.needs.files.findByIds([file.fileId]) : [];
    const recordingId = held?.recordingId;
    this.#notify(trackKey, { ...failed, ...(recordingId && { recordingId }) });
  }

  async #notifyIfReady(trackKey: TrackKey): Promise<void> {
    const state = await this.needs.states.get(trackKey);
    if (state.state === "ready") this.#notify(trackKey, state);
  }

  #notify(trackKey: TrackKey, state: AnalysisState): void {
    for (const listener of this.#listeners) listener({ trackKey, state });
  }

  /**
   * Runs the notifications one after the other, so that a read of the store cannot change their
   * order.
   */
  #enqueue(notify: () => Promise<void> | void): void {
    if (this.#listeners.size === 0) return;
    this.#last = this.#last
      .then(notify)
      .catch((error: unknown) => this.needs.failures.record(error));
  }
}
