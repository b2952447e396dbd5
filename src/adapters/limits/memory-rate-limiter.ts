import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import type { RateAllowance, RateLimiter } from "../../ports/access/rate-limiter.js";

/** Counts requests per caller and second, in this process. */
export class MemoryRateLimiter implements RateLimiter {
  readonly #limiter: RateLimiterMemory;

  constructor(private readonly needs: { readonly requestsPerSecond: number }) {
    this.#limiter = new RateLimiterMemory({ points: needs.requestsPerSecond, duration: 1 });
  }

  async take(caller: string): Promise<RateAllowance> {
    try {
      return this.#allowance(await this.#limiter.consume(caller), true);
    } catch (refusal) {
      if (!(refusal instanceof RateLimiterRes)) throw refusal;
      return this.#allowance(refusal, false);
    }
  }

  #allowance({ remainingPoints, msBeforeNext }: RateLimiterRes, isAllowed: boolean): RateAllowance {
    const resetSeconds = Math.max(1, Math.ceil(msBeforeNext / 1000));
    return {
      isAllowed,
      limit: this.needs.requestsPerSecond,
      remaining: Math.max(0, remainingPoints),
      resetSeconds,
    };
  }
}
