import type {
  RateAllowance,
  RateLimiter,
  RatePolicy,
} from "../../../src/ports/access/rate-limiter.js";

/** Tests that every rate limiter must pass. */
export function describeRateLimiter(
  name: string,
  open: (policy: RatePolicy) => Promise<RateLimiter>,
): void {
  describe(`${name}, a rate limiter,`, () => {
    it("allows the configured number of requests per second for each caller", async () => {
      const limiter = await open({ limit: 2, seconds: 1 });

      const mine = [await limiter.take("me"), await limiter.take("me"), await limiter.take("me")];
      const yours = await limiter.take("you");

      expect(mine.map(({ isAllowed }) => isAllowed)).toEqual([true, true, false]);
      expect(mine.map(({ remaining }) => remaining)).toEqual([1, 0, 0]);
      expect(mine[2]).toMatchObject({ limit: 2, resetSeconds: 1 });
      expect(yours).toEqual({ isAllowed: true, limit: 2, remaining: 1, resetSeconds: 1 });
    });

    it("allows as many of the requests that arrive together, and tells each what is left after it", async () => {
      const limiter = await open({ limit: 5, seconds: 1 });

      const allowances = await Promise.all(
        Array.from({ length: 12 }, (_, index) => limiter.take(index === 3 ? "you" : "me")),
      );

      const remaining = (allowance: RateAllowance): unknown =>
        allowance.isAllowed ? allowance.remaining : "refused";
      const refused = Array.from({ length: 6 }, () => "refused");
      expect(allowances.map(remaining)).toEqual([4, 3, 2, 4, 1, 0, ...refused]);
    });

    it("counts amounts, in a window of any length, and one that exceeds it", async () => {
      const limiter = await open({ limit: 1_000, seconds: 600 });

      const first = await limiter.take("me", 300);
      const together = await Promise.all([limiter.take("me", 200), limiter.take("me", 400)]);
      const last = await limiter.take("me", 5_000);

      expect([first, ...together].map(({ remaining }) => remaining)).toEqual([700, 500, 100]);
      expect(last).toMatchObject({ isAllowed: false, limit: 1_000, remaining: 0 });
      expect(last.resetSeconds).toBeGreaterThan(500);
      expect(last.resetSeconds).toBeLessThanOrEqual(600);
    });
  });
}
