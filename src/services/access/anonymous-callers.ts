import { RateLimitedError } from "../../domain/errors/access-errors.js";
import type { RateLimiter } from "../../ports/access/rate-limiter.js";
import type { Clock } from "../../ports/runtime/clock.js";

/** Keys that an address may present without a delay although they are not valid. */
const FREE_FAILURES = 3;

/** The delay of the first refusal after those; each further one is twice as long. */
const FIRST_DELAY_MILLISECONDS = 100;

const MAX_DELAY_MILLISECONDS = 2_000;

/** Time after which the failures of an address are forgotten, if none follows. */
const REMEMBERED_MILLISECONDS = 60_000;

/** Addresses whose failures are remembered, the oldest forgotten first: about 1 MB. */
const MAX_ADDRESSES = 10_000;

/** What an address has presented. */
interface Failures {
  readonly count: number;
  /** Milliseconds since 1970. */
  readonly lastAt: number;
}

/**
 * Limits callers without a valid key by their address, before anything is read or done for them. Callers with a valid key
 * are never limited by it, so that those behind the same proxy do not suffer from each other.
 */
export class AnonymousCallers {
  /** By network, the one that failed last at the end. */
  readonly #failures = new Map<string, Failures>();

  constructor(
    private readonly needs: {
      /** Counts requests by address. */
      readonly limiter: RateLimiter;
      /** Counts requests for what needs no key, such as pictures, by address. */
      readonly openLimiter: RateLimiter;
      /** Returns what tells addresses apart: a caller of IPv6 has a whole network of them. */
      readonly networkOf: (address: string) => string;
      readonly clock: Clock;
    },
  ) {}

  /**
   * Counts a request without a valid key. Where it has presented one that is not valid, waits: longer with each of its
   * address, and at most two seconds, so that guessing is slow.
   *
   * @param caller.hasFailed whether the request has presented a key or a session
   * @param caller.signal ends the wait
   *
   * @throws {RateLimitedError} the address has exceeded its rate limit
   */
  async admit(caller: {
    readonly address: string;
    readonly hasFailed: boolean;
    readonly signal: AbortSignal;
  }): Promise<void> {
    const { address, hasFailed, signal } = caller;
    await requireAllowed(this.needs.limiter, address);
    if (hasFailed) await this.needs.clock.sleep(this.#delayOf(address), signal);
  }

  /**
   * Counts a request for what needs no key.
   *
   * @throws {RateLimitedError} the address has exceeded its rate limit
   */
  admitToOpen(address: string): Promise<void> {
    return requireAllowed(this.needs.openLimiter, address);
  }

  /** Remembers a failure of an address, and returns how long it waits for it, milliseconds. */
  #delayOf(address: string): number {
    const now = this.needs.clock.now();
    const network = this.needs.networkOf(address);
    const last = this.#failures.get(network);
    const isRecent = last !== undefined && Math.abs(now - last.lastAt) < REMEMBERED_MILLISECONDS;
    const count = (isRecent ? last.count : 0) + 1;
    this.#failures.delete(network);
    this.#failures.set(network, { count, lastAt: now });
    const [oldest] = this.#failures.keys();
    if (this.#failures.size > MAX_ADDRESSES && oldest !== undefined) this.#failures.delete(oldest);
    if (count <= FREE_FAILURES) return 0;
    const delay = FIRST_DELAY_MILLISECONDS * 2 ** (count - FREE_FAILURES - 1);
    return Math.min(delay, MAX_DELAY_MILLISECONDS);
  }
}

async function requireAllowed(limiter: RateLimiter, address: string): Promise<void> {
  const { isAllowed, resetSeconds } = await limiter.take(address);
  if (!isAllowed) throw new RateLimitedError(resetSeconds, "address");
}
