import type { AnalysisState } from "../../domain/analysis/analysis.js";
import { TimedOutError } from "../../domain/errors/availability-errors.js";
import type { TrackKey } from "../../domain/track/track-key.js";
import type { Clock } from "../../ports/runtime/clock.js";
import type { AnalysisEvents } from "./analysis-events.js";
import type { AnalysisStates } from "../analysis/analysis-states.js";
import { AnalysisWatch } from "./analysis-watch.js";
import type { FailureLog } from "../operations/failure-log.js";

/** How often to look for what no event tells: another process's analyses, and who has moved up. */
const POLL_MILLISECONDS = 2_000;

/** How long one watch lasts at most. */
const MAX_SECONDS = 3_600;

/** Follows analyses until they are there: however many watch, by one listener and one read at a time. */
export class AnalysisUpdates {
  readonly #events: AnalysisEvents;
  readonly #states: AnalysisStates;
  readonly #failures: FailureLog;
  readonly #clock: Clock;
  readonly #watches = new Set<AnalysisWatch>();
  #stop: () => void = () => undefined;

  constructor(needs: {
    readonly events: AnalysisEvents;
    readonly states: AnalysisStates;
    readonly failures: FailureLog;
    readonly clock: Clock;
  }) {
    this.#events = needs.events;
    this.#states = needs.states;
    this.#failures = needs.failures;
    this.#clock = needs.clock;
  }

  /** How many watch now. */
  get watchCount(): number {
    return this.#watches.size;
  }

  /**
   * Where the analyses of these tracks stand now, in the order of the keys, then each change; ends
   * when all are ready or failed. Starts no analysis: one that no client requests is waited for.
   *
   * A slow reader misses outdated changes: of each track, only the newest change waits
   * to be read. Analyses that another process makes are noticed within two seconds. Nothing is
   * listened to before the first read, nor after the end or `return`.
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
      const endsAt = this.#clock.now() + MAX_SECONDS * 1_000;
      await this.#poll([watch]);
      for (;;) {
        yield* watch.read();
        if (watch.unsettled.length === 0 || ended.aborted) return;
        const milliseconds = endsAt - this.#clock.now();
        if (milliseconds <= 0) throw new TimedOutError("Following", MAX_SECONDS);
        await watch.waitForChange(this.#clock, milliseconds);
      }
    } finally {
      leave();
    }
  }

  /** The first to enter has all that happens told, and the last to leave ends that. */
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
    const silence = this.#events.listen(({ trackKey, state }) => {
      for (const watch of this.#watches) watch.offer(trackKey, state);
    });
    this.#stop = () => {
      stopped.abort();
      silence();
    };
    void this.#pollRegularly(stopped.signal);
  }

  async #pollRegularly(stopped: AbortSignal): Promise<void> {
    for (;;) {
      await this.#clock.sleep(POLL_MILLISECONDS, stopped);
      if (stopped.aborted) return;
      await this.#poll(this.#watches).catch((error: unknown) => this.#failures.record(error));
    }
  }

  /** Offers what is stored, waits, runs or failed, but for what is told meanwhile: that is newer. */
  async #poll(watches: Iterable<AnalysisWatch>): Promise<void> {
    const trackKeys = [...new Set([...watches].flatMap(({ unsettled }) => unsettled))];
    const told = new Set<TrackKey>();
    const silence = this.#events.listen(({ trackKey }) => told.add(trackKey));
    try {
      const states = await this.#states.findMany(trackKeys);
      for (const [index, trackKey] of trackKeys.entries()) {
        const state = states[index];
        if (state === undefined || told.has(trackKey)) continue;
        for (const watch of watches) watch.offer(trackKey, state);
      }
    } finally {
      silence();
    }
  }
}

/** A generator that `return` ends at once, even while it waits. */
function endable<Value>(
  generate: (ended: AbortSignal) => AsyncGenerator<Value, void, void>,
): AsyncGenerator<Value, void, void> {
  const ending = new AbortController();
  const inner = generate(ending.signal);
  const outer: Pick<typeof inner, "next" | "return" | "throw"> = {
    next: () => inner.next(),
    return: (value) => {
      ending.abort();
      return inner.return(value);
    },
    throw: (error) => {
      ending.abort();
      return inner.throw(error);
    },
  };
  const generator = { ...outer, [Symbol.asyncIterator]: () => generator } as typeof inner;
  return generator;
}
