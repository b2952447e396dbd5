import type { RateAllowance, RateLimiter } from "../../../src/ports/access/rate-limiter.js";

/** Tests that every rate limiter must pass. */
export function describeRateLimiter(
  name: string,
  open: (options: { readonly requestsPerSecond: number }) => Promise<RateLimiter>,
): void {
  describe(`${name}, a rate limiter,`, () => {
    it("allows the configured number of requests per second for each caller", async () => {
      const limiter = await open({ requestsPerSecond: 2 });

      const mine = [await limiter.take("me"), await limiter.take("me"), await limiter.take("me")];
      const yours = await limiter.take("you");

      expect(mine.map(({ isAllowed }) => isAllowed)).toEqual([true, true, false]);
      expect(mine.map(({ remaining }) => remaining)).toEqual([1, 0, 0]);
      expect(mine[2]).toMatchObject({ limit: 2, resetSeconds: 1 });
      expect(yours).toEqual({ isAllowed: true, limit: 2, remaining: 1, resetSeconds: 1 });
    });

    it("allows as many of the requests that arrive together, and tells each what is left after it", async () => {
      const limiter = await open({ requestsPerSecond: 5 });

      const allowances = await Promise.all(
        Array.from({ length: 12 }, (_, index) => limiter.take(index === 3 ? "you" : "me")),
      );

      const remaining = (allowance: RateAllowance): unknown =>
        allowance.isAllowed ? allowance.remaining : "refused";
      const refused = Array.from({ length: 6 }, () => "refused");
      expect(allowances.map(remaining)).toEqual([4, 3, 2, 4, 1, 0, ...refused]);
    });
  });
}
