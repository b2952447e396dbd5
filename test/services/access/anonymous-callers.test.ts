import { RateLimitedError } from "../../../src/domain/errors/access-errors.js";
import { AnonymousCallers } from "../../../src/services/access/anonymous-callers.js";
import { ManualClock } from "../../fakes/manual-clock.js";
import { waitUntil } from "../../wait-until.js";

const { signal } = new AbortController();

/** Opens the limits, with one network for addresses that begin alike, and rates that the test sets. */
function opened() {
  const clock = new ManualClock();
  const allowed = { byAddress: true, open: true };
  const limiterOf = (kind: keyof typeof allowed) => ({
    take: () =>
      Promise.resolve({ isAllowed: allowed[kind], limit: 1, remaining: 0, resetSeconds: 7 }),
  });
  const callers = new AnonymousCallers({
    ...{ limiter: limiterOf("byAddress"), openLimiter: limiterOf("open"), clock },
    networkOf: (address) => address.slice(0, 3),
  });
  /** Returns how long a failure of an address waits, milliseconds. */
  const delayOf = async (address: string): Promise<number> => {
    const began = clock.now();
    const admission = { isOver: false };
    const admitted = callers
      .admit({ address, hasFailed: true, signal })
      .then(() => (admission.isOver = true));
    await waitUntil(() => {
      if (clock.sleeperCount > 0) clock.advance(100);
      return admission.isOver;
    });
    await admitted;
    return clock.now() - began;
  };
  return { callers, clock, allowed, delayOf };
}

describe("Callers without a valid key", () => {
  it("are refused where their address has exceeded its rate, and apart for what needs no key", async () => {
    const { callers, allowed } = opened();
    const caller = { address: "a.1", hasFailed: false, signal };
    allowed.byAddress = false;

    await expect(callers.admit(caller)).rejects.toThrow(RateLimitedError);
    await expect(callers.admit(caller)).rejects.toMatchObject({ facts: { retryAfterSeconds: 7 } });
    await expect(callers.admitToOpen("a.1")).resolves.toBeUndefined();
    allowed.open = false;
    await expect(callers.admitToOpen("a.1")).rejects.toThrow("address");
  });

  it("wait for longer with each key that is not valid, of their whole network, and at most two seconds", async () => {
    const { delayOf } = opened();

    const delays: number[] = [];
    for (let time = 0; time < 10; time++) delays.push(await delayOf(`a.1${time}`));

    expect(delays).toEqual([0, 0, 0, 100, 200, 400, 800, 1_600, 2_000, 2_000]);
    expect(await delayOf("b.1")).toBe(0);
  });

  it("wait no longer when none has failed for a minute", async () => {
    const { clock, delayOf } = opened();
    for (let time = 0; time < 5; time++) await delayOf("a.1");

    clock.advance(60_000);

    expect(await delayOf("a.1")).toBe(0);
  });

  it("do not wait where they present nothing, or have left", async () => {
    const { callers, clock, delayOf } = opened();
    for (let time = 0; time < 9; time++) await delayOf("a.1");
    const now = clock.now();

    await callers.admit({ address: "a.1", hasFailed: false, signal });
    await callers.admit({ address: "a.1", hasFailed: true, signal: AbortSignal.abort() });

    expect(clock.now()).toBe(now);
  });
});
