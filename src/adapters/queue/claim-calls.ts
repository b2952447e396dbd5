import type { Clock } from "../../ports/runtime/clock.js";

/** Interval for reading jobs that another process added, while a worker waits for one. */
const POLL_MILLISECONDS = 250;

/** Longest pause of a call that waits behind the oldest one, which wakes it earlier. */
const IDLE_MILLISECONDS = 30000;

/** A call that waits for a job. */
interface ClaimCall {
  /** Ends its pause. */
  pause: AbortController;
}

/**
 * The calls of a process that wait for a job. The oldest one looks for a job at an interval, and the
 * others when it leaves, so that a process with many workers reads the database as often as with one.
 */
export class ClaimCalls {
  /** Oldest first. */
  readonly #calls = new Set<ClaimCall>();
  #isClosed = false;

  constructor(private readonly needs: { readonly clock: Clock }) {}

  /** How many calls wait. */
  get size(): number {
    return this.#calls.size;
  }

  /**
   * Waits until there is something to claim; returns `undefined` where the signal aborts or the calls
   * are closed first.
   *
   * @param look claims a job if one may start
   */
  async wait<Claim>(
    signal: AbortSignal,
    look: () => Promise<Claim | undefined>,
  ): Promise<Claim | undefined> {
    const call: ClaimCall = { pause: new AbortController() };
    const wake = (): void => call.pause.abort();
    this.#calls.add(call);
    signal.addEventListener("abort", wake);
    try {
      while (!signal.aborted && !this.#isClosed) {
        // Created before the read, so that a job that is added meanwhile is not missed.
        call.pause = new AbortController();
        const claim = await look();
        if (claim !== undefined) return claim;
        const isOldest = this.#calls.values().next().value === call;
        const milliseconds = isOldest ? POLL_MILLISECONDS : IDLE_MILLISECONDS;
        await this.needs.clock.sleep(milliseconds, call.pause.signal);
      }
      return undefined;
    } finally {
      this.#calls.delete(call);
      signal.removeEventListener("abort", wake);
      this.wake();
    }
  }

  /** Lets the oldest call look for a job; when it leaves, the next one looks. */
  wake(): void {
    const [oldest] = this.#calls;
    oldest?.pause.abort();
  }

  /** Ends all calls, now and later. */
  close(): void {
    this.#isClosed = true;
    this.wake();
  }
}
