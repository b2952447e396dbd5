import { MemoryRateLimiter } from "../../../src/adapters/limits/memory-rate-limiter.js";

describe("MemoryRateLimiter", () => {
  it("allows the configured number of requests per second for each caller", async () => {
    const limiter = new MemoryRateLimiter({ requestsPerSecond: 2 });

    const mine = [await limiter.take("me"), await limiter.take("me"), await limiter.take("me")];
    const yours = await limiter.take("you");

    expect(mine.map(({ isAllowed }) => isAllowed)).toEqual([true, true, false]);
    expect(mine.map(({ remaining }) => remaining)).toEqual([1, 0, 0]);
    expect(mine[2]).toMatchObject({ limit: 2, resetSeconds: 1 });
    expect(yours.isAllowed).toBe(true);
  });
});
