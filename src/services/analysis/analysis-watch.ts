import { isSettled, type AnalysisState } from "../../domain/analysis/analysis.js";
import type { TrackKey } from "../../domain/track/track-key.js";
import type { Clock } from "../../ports/runtime/clock.js";

/** The states of some analyses that one reader knows, and the newest unread state of each. */
export class AnalysisWatch {
  readonly #trackKeys: ReadonlySet<TrackKey>;
  readonly #known = new Map<TrackKey, AnalysisState>();
  readonly #newest = new Map<TrackKey, AnalysisState>();
  #changed = new AbortController();

  constructor(trackKeys: readonly TrackKey[]) {
    this.#trackKeys = new Set(trackKeys);
  }

  /** The tracks that are neither ready nor failed, as far as the reader knows. */
  get unsettled(): readonly TrackKey[] {
    return [...this.#trackKeys].filter((trackKey) => {
      const state = this.#known.get(trackKey);
      return state === undefined || !isSettled(state);
    });
  }

  /** Takes a state of an analysis, unless it is not watched or the reader knows the state. */
  offer(trackKey: TrackKey, state: AnalysisState): void {
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
