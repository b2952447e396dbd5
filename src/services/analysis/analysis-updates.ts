import { isSettled, type AnalysisState } from "../../domain/analysis/analysis.js";
import { TimedOutError } from "../../domain/errors/availability-errors.js";
import type { TrackRef } from "../../domain/track/track-ref.js";
import type { Clock } from "../../ports/runtime/clock.js";
import type { AnalysisEvents } from "./analysis-events.js";
import type { AnalysisStates } from "./analysis-states.js";
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
  watch(trackKeys: readonly TrackRef[]): AsyncGenerator<AnalysisState, void, void> {
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
    const notified = new Set<TrackRef>();
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

/** The states of some analyses that one reader knows, and the newest unread state of each. */
export class AnalysisWatch {
  readonly #trackKeys: ReadonlySet<TrackRef>;
  readonly #known = new Map<TrackRef, AnalysisState>();
  readonly #newest = new Map<TrackRef, AnalysisState>();
  #changed = new AbortController();

  constructor(trackKeys: readonly TrackRef[]) {
    this.#trackKeys = new Set(trackKeys);
  }

  /** The tracks that are neither ready nor failed, as far as the reader knows. */
  get unsettled(): readonly TrackRef[] {
    return [...this.#trackKeys].filter((trackKey) => {
      const state = this.#known.get(trackKey);
      return state === undefined || !isSettled(state);
    });
  }

  /** Takes a state of an analysis, unless it is not watched or the reader knows the state. */
  offer(trackKey: TrackRef, state: AnalysisState): void {
    if (!this.#trackKeys.has(trackKey)) return;
    const last = this.#newest.get(trackKey) ?? this.#known.get(trackKey);
    if (last !== undefined && isSame(last, state)) return;
    this.#newest.set(trackKey, state);
    this.wake();
  }

  /** Ends a wait in progress, if any. */
  wake(): void {
    this.#changed.abort();
  }

  /** Yields the unread states, in the order of the keys, until there are none. */
  *read(): Generator<AnalysisState, void, void> {
    while (this.#newest.size > 0) {
      for (const trackKey of this.#trackKeys) {
        const state = this.#newest.get(trackKey);
        if (state === undefined) continue;
        this.#newest.delete(trackKey);
        const before = this.#known.get(trackKey);
        this.#known.set(trackKey, state);
        if (before === undefined || !isSame(before, state)) yield state;
      }
    }
  }

  /** Resolves when there is an unread state, after that time, or on `wake`. */
  async waitForChange(clock: Clock, milliseconds: number): Promise<void> {
    if (this.#newest.size > 0) return;
    this.#changed = new AbortController();
    await clock.sleep(milliseconds, this.#changed.signal);
  }
}

/** Returns whether two states are the same to a client. */
function isSame(one: AnalysisState, other: AnalysisState): boolean {
  if (one.state === "ready") {
    return other.state === "ready" && one.analysis.analyzedAt === other.analysis.analyzedAt;
  }
  if (one.state === "failed") {
    return other.state === "failed" && one.error.message === other.error.message;
  }
  return one.state === other.state && one.position === other.position;
}
