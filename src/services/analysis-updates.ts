import { isSettled, type AnalysisState } from "../domain/analysis.js";
import { TimedOutError } from "../domain/errors.js";
import type { TrackKey } from "../domain/track-key.js";
import type { Clock } from "../ports/clock.js";
import type { AnalysisEvents } from "./analysis-events.js";
import type { AnalysisStates } from "./analysis-states.js";

/** How often to look for what no event tells: another process's analyses, and who has moved up. */
const LOOK_MILLISECONDS = 2_000;

/** How long one watch lasts at most. */
const LONGEST_SECONDS = 3_600;

/** Follows analyses until they are there. */
export class AnalysisUpdates {
  readonly #events: AnalysisEvents;
  readonly #states: AnalysisStates;
  readonly #clock: Clock;
  #watchCount = 0;

  constructor(needs: {
    readonly events: AnalysisEvents;
    readonly states: AnalysisStates;
    readonly clock: Clock;
  }) {
    this.#events = needs.events;
    this.#states = needs.states;
    this.#clock = needs.clock;
  }

  /**
   * Where the analyses of these tracks stand now, in the order of the keys, then each change; ends
   * when all are ready or failed. Starts no analysis: one that nobody asks for is waited for.
   *
   * Whoever reads slowly misses what has been overtaken: of each track, only the newest change waits
   * to be read. Analyses that another process makes are noticed within two seconds. Nothing is
   * listened to before the first read, nor after the end or `return`.
   *
   * @throws {TimedOutError} after an hour
   */
  watch(trackKeys: readonly TrackKey[]): AsyncGenerator<AnalysisState, void, void> {
    return endable((ended) => this.#watch([...new Set(trackKeys)], ended));
  }

  /** How many watch now. */
  get watchCount(): number {
    return this.#watchCount;
  }

  async *#watch(
    trackKeys: readonly TrackKey[],
    ended: AbortSignal,
  ): AsyncGenerator<AnalysisState, void, void> {
    const known = new Map<TrackKey, AnalysisState>();
    const newest = new Map<TrackKey, AnalysisState>();
    const bell = new Bell();
    const stop = this.#events.listen(({ trackKey, state }) => {
      if (!trackKeys.includes(trackKey)) return;
      newest.set(trackKey, state);
      bell.ring();
    });
    this.#watchCount++;
    try {
      const endsAt = this.#clock.now() + LONGEST_SECONDS * 1_000;
      let unsettled = trackKeys;
      for (;;) {
        const looksAt = this.#clock.now() + LOOK_MILLISECONDS;
        const states = await this.#states.findMany(unsettled);
        const told = [...newest];
        newest.clear();
        for (const [index, trackKey] of unsettled.entries()) {
          const state = states[index];
          if (state) newest.set(trackKey, state);
        }
        // What was told meanwhile may be newer than what was read.
        for (const [trackKey, state] of told) newest.set(trackKey, state);
        do {
          yield* changes(newest, known);
          unsettled = trackKeys.filter((trackKey) => !isSettledIn(known, trackKey));
          if (unsettled.length === 0 || ended.aborted) return;
          if (this.#clock.now() >= endsAt) throw new TimedOutError("Following", LONGEST_SECONDS);
          await bell.rung(this.#clock, looksAt - this.#clock.now(), ended);
        } while (this.#clock.now() < looksAt);
      }
    } finally {
      stop();
      this.#watchCount--;
    }
  }
}

/** Takes what is new, oldest first, and leaves out what is known already. */
function* changes(
  newest: Map<TrackKey, AnalysisState>,
  known: Map<TrackKey, AnalysisState>,
): Generator<AnalysisState, void, void> {
  for (;;) {
    const [entry] = newest;
    if (entry === undefined) return;
    const [trackKey, state] = entry;
    newest.delete(trackKey);
    const before = known.get(trackKey);
    known.set(trackKey, state);
    if (before === undefined || !isSame(before, state)) yield state;
  }
}

function isSettledIn(known: ReadonlyMap<TrackKey, AnalysisState>, trackKey: TrackKey): boolean {
  const state = known.get(trackKey);
  return state !== undefined && isSettled(state);
}

/** Whether a client that knows one learns nothing from the other. */
function isSame(one: AnalysisState, other: AnalysisState): boolean {
  if (one.state === "ready") {
    return other.state === "ready" && one.analysis.analyzedAt === other.analysis.analyzedAt;
  }
  if (one.state === "failed") return other.state === "failed" && one.error === other.error;
  return one.state === other.state && one.position === other.position;
}

/** Wakes whoever waits for it. */
class Bell {
  #ringing = new AbortController();

  ring(): void {
    this.#ringing.abort();
  }

  /** Resolves when it has rung since the last time, when the time is over, or with the signal. */
  async rung(clock: Clock, milliseconds: number, signal: AbortSignal): Promise<void> {
    await clock.sleep(milliseconds, AbortSignal.any([this.#ringing.signal, signal]));
    this.#ringing = new AbortController();
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
