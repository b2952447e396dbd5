import { isSettled, type AnalysisState } from "../../domain/analysis/analysis.js";
import type { TrackKey } from "../../domain/track/track-key.js";
import type { Clock } from "../../ports/runtime/clock.js";

/** What one reader knows of some analyses, and what waits for it to be read: of each, the newest. */
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

  /** Takes where the analysis of a track stands, unless the reader does not care or knows. */
  offer(trackKey: TrackKey, state: AnalysisState): void {
    if (!this.#trackKeys.has(trackKey)) return;
    const last = this.#newest.get(trackKey) ?? this.#known.get(trackKey);
    if (last !== undefined && isSame(last, state)) return;
    this.#newest.set(trackKey, state);
    this.wake();
  }

  /** Ends the waiting, if any. */
  wake(): void {
    this.#changed.abort();
  }

  /** What is new to the reader, in the order of the keys, until nothing is. */
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

  /** Resolves when something is new, after that time, or when it is woken. */
  async waitForChange(clock: Clock, milliseconds: number): Promise<void> {
    if (this.#newest.size > 0) return;
    this.#changed = new AbortController();
    await clock.sleep(milliseconds, this.#changed.signal);
  }
}

/** Whether a client that knows one learns nothing from the other. */
function isSame(one: AnalysisState, other: AnalysisState): boolean {
  if (one.state === "ready") {
    return other.state === "ready" && one.analysis.analyzedAt === other.analysis.analyzedAt;
  }
  if (one.state === "failed") return other.state === "failed" && one.error === other.error;
  return one.state === other.state && one.position === other.position;
}
