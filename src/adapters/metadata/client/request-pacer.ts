import { allSettled } from "../../../domain/all-settled.js";
import { onAbort } from "../../../domain/abort-signals.js";
import type { Clock } from "../../../ports/runtime/clock.js";
import type { RequestTurns } from "./request-turns.js";

/** How many requests a service accepts per period. */
export interface RequestPace {
  /** Maximum number of requests in any window of that length; integer >= 1. */
  readonly requests: number;
  /** Length of the window; milliseconds, > 0. */
  readonly perMilliseconds: number;
}

/** A provider's request policy: how many requests it takes, and how it signals too many. */
export interface RequestPolicy extends RequestPace {
  /** Statuses that mean a rate limit, beside 429. */
  readonly rateLimitStatuses?: readonly number[];
}

/** How long after its time a turn that another request has left may be used: it was counted there. */
const TURN_LIFETIME_MILLISECONDS = 100;

/** What a pacer needs. */
export interface RequestPacerNeeds {
  readonly pace: RequestPace;
  readonly clock: Clock;
  /** The turns of all servers; without them, this process paces alone. */
  readonly turns?: RequestTurns | undefined;
}

/**
 * Starts requests in order of arrival, in any window at most as many as the pace allows, and none
 * while held. Where other servers send requests to the provider too, the first request of the queue
 * also waits for its turn among theirs.
 */
export class RequestPacer {
  /** Start times of the latest requests, ascending, at most as many as the pace allows in a window. */
  readonly #starts: number[] = [];
  /** When the turn comes that is taken and not used yet; a request that is aborted leaves it to the next. */
  #turn: number | undefined;
  #heldUntil = -Infinity;
  #queueLength = 0;
  #lastInQueue: Promise<unknown> = Promise.resolve();

  constructor(private readonly needs: RequestPacerNeeds) {}

  /** How long a request that joins the queue now would wait, if none ahead is aborted; milliseconds, >= 0. */
  waitMilliseconds(): number {
    const starts = [...this.#starts];
    for (let ahead = 0; ahead <= this.#queueLength; ahead++) this.#append(starts);
    return Math.max(0, (starts.at(-1) ?? 0) - this.needs.clock.now());
  }

  /** Holds the requests of all servers until that time, in milliseconds since 1970; a hold is never shortened. */
  holdUntil(time: number): void {
    if (time <= this.#heldUntil) return;
    this.#heldUntil = time;
    this.holdOthers(time - this.needs.clock.now());
  }

  /** Holds the requests of the other servers for that time. */
  holdOthers(milliseconds: number): void {
    void this.needs.turns?.hold(milliseconds);
  }

  /**
   * Resolves when the caller may send its request. An aborted caller leaves the queue.
   *
   * @param endsAt the latest start, milliseconds since 1970
   * @throws {unknown} `signal.reason`, when aborted
   * @throws {RangeError} no start before `endsAt` is left
   */
  async waitForStart(signal: AbortSignal, endsAt: number): Promise<void> {
    const before = this.#lastInQueue;
    const mine = this.#takeStart(before, signal, endsAt);
    this.#lastInQueue = allSettled([before, mine]);
    this.#queueLength += 1;
    try {
      await mine;
    } finally {
      this.#queueLength -= 1;
    }
  }

  async #takeStart(before: Promise<unknown>, signal: AbortSignal, endsAt: number): Promise<void> {
    await settledOrAborted(before, signal);
    for (;;) {
      signal.throwIfAborted();
      const now = this.needs.clock.now();
      const start = this.#earliestStart(this.#starts);
      if (start >= endsAt) throw new RangeError("no start is left before the end");
      if (start > now) await this.needs.clock.sleep(start - now, signal);
      else if (this.needs.turns === undefined || this.#hasTurn(now)) break;
      else if (!(await this.#takeTurn(this.needs.turns, endsAt))) break;
    }
    this.#turn = undefined;
    this.#append(this.#starts);
  }

  #hasTurn(now: number): boolean {
    return this.#turn !== undefined && now <= this.#turn + TURN_LIFETIME_MILLISECONDS;
  }

  /**
   * Takes a turn among all servers, and holds the queue until it comes. Returns whether the other servers
   * are known.
   */
  async #takeTurn(turns: RequestTurns, endsAt: number): Promise<boolean> {
    const { clock } = this.needs;
    const turn = await turns.take(endsAt - clock.now());
    if (turn === undefined) return false;
    const start = clock.now() + turn.waitMilliseconds;
    this.#heldUntil = Math.max(this.#heldUntil, start);
    if (turn.isTaken) this.#turn = start;
    return true;
  }

  /** The earliest time of the next request, given the start times of the latest ones. */
  #earliestStart(starts: readonly number[]): number {
    const oldest = starts.at(-this.needs.pace.requests);
    const windowEnd = oldest === undefined ? -Infinity : oldest + this.needs.pace.perMilliseconds;
    return Math.max(windowEnd, this.#heldUntil);
  }

  #append(starts: number[]): void {
    starts.push(Math.max(this.#earliestStart(starts), this.needs.clock.now()));
    if (starts.length > this.needs.pace.requests) starts.shift();
  }
}

/** Resolves when the promise has resolved or the signal aborts, whichever is first. */
async function settledOrAborted(promise: Promise<unknown>, signal: AbortSignal): Promise<void> {
  let stopListening: () => void = () => undefined;
  const aborted = new Promise<void>((resolve) => (stopListening = onAbort(signal, resolve)));
  await Promise.race([promise, aborted]);
  stopListening();
}
