import type { AnalysisState } from "../../domain/analysis/analysis.js";
import { TimedOutError } from "../../domain/errors/availability-errors.js";
import type { TrackKey } from "../../domain/track/track-key.js";
import type { Clock } from "../../ports/runtime/clock.js";
import type { AnalysisEvents } from "./analysis-events.js";
import type { AnalysisStates } from "./analysis-states.js";
import { AnalysisWatch } from "./analysis-watch.js";
import { endable } from "../endable.js";
import type { FailureLog } from "../failure-log.js";

/**
 * Interval for reading changes without an event: analyses of other processes, and positions in the
 * queue.
 */
const POLL_MILLISECONDS = 2_000;

/** Maximum duration of one watch. */
const MAX_SECONDS = 3_600;

/** Watches analyses until they end, with one listener and one read at a time for all watches. */
export class AnalysisUpdates {
  readonly #watches = new Set<AnalysisWatch>();
  #stop: () => void = () => undefined;

  constructor(
    private readonly needs: {
      readonly events: AnalysisEvents;
      readonly states: AnalysisStates;
      readonly failures: FailureLog;
      readonly clock: Clock;
    },
  ) {}

  /** The current number of watches. */
  get watchCount(): number {
    return this.#watches.size;
  }

  /**
   * Yields the current states of the analyses of these tracks, in the order of the keys, then each
   * change; ends when all are ready or failed. Starts no analysis, and waits for those that no
   * client has requested.
   *
   * A slow reader misses outdated changes: of each track, only the newest change waits to be read.
   * Analyses of another process are noticed within two seconds. The watch has no listener before
   * the first read, nor after the end or `return`.
   *
   * @throws {TimedOutError} after an hour
   */
  watch(trackKeys: readonly TrackKey[]): AsyncGenerator<AnalysisState, void, void> {
    return endable((ended) => this.#watch(new AnalysisWatch(trackKeys), ended));
  }

  async *#watch(
    watch: AnalysisWatch,
    ended: AbortSignal,
  ): AsyncGenerator<AnalysisState, void, void> {
    const leave = this.#enter(watch);
    ended.addEventListener("abort", () => watch.wake());
    try {
      const endsAt = this.needs.clock.now() + MAX_SECONDS * 1_000;
      await this.#poll([watch]);
      for (;;) {
        yield* watch.read();
        if (watch.unsettled.length === 0 || ended.aborted) return;
        const milliseconds = endsAt - this.needs.clock.now();
        if (milliseconds <= 0) throw new TimedOutError("Watching the analyses", MAX_SECONDS);
        await watch.waitForChange(this.needs.clock, milliseconds);
      }
    } finally {
      leave();
    }
  }

  /** Adds a watch; the first one starts the listener, and removing the last one stops it. */
  #enter(watch: AnalysisWatch): () => void {
    this.#watches.add(watch);
    if (this.#watches.size === 1) this.#start();
    return () => {
      this.#watches.delete(watch);
      if (this.#watches.size === 0) this.#stop();
    };
  }

  #start(): void {
    const stopped = new AbortController();
    const stopListening = this.needs.events.listen(({ trackKey, state }) => {
      for (const watch of this.#watches) watch.offer(trackKey, state);
    });
    this.#stop = () => {
      stopped.abort();
      stopListening();
    };
    void this.#pollRegularly(stopped.signal);
  }

  async #pollRegularly(stopped: AbortSignal): Promise<void> {
    for (;;) {
      await this.needs.clock.sleep(POLL_MILLISECONDS, stopped);
      if (stopped.aborted) return;
      await this.#poll(this.#watches).catch((error: unknown) => this.needs.failures.record(error));
    }
  }

  /**
   * Reads the states and passes them to the watches, except where an event arrives meanwhile,
   * because that is newer.
   */
  async #poll(watches: Iterable<AnalysisWatch>): Promise<void> {
    const trackKeys = [...new Set([...watches].flatMap(({ unsettled }) => unsettled))];
    const notified = new Set<TrackKey>();
    const stopListening = this.needs.events.listen(({ trackKey }) => notified.add(trackKey));
    try {
      const found = await this.needs.states.findMany(trackKeys);
      const states = new Map(trackKeys.map((trackKey, index) => [trackKey, found[index]]));
      for (const watch of watches) {
        for (const trackKey of watch.unsettled) {
          const state = states.get(trackKey);
          if (state !== undefined && !notified.has(trackKey)) watch.offer(trackKey, state);
        }
      }
    } finally {
      stopListening();
    }
  }
}
