import { RequestPacer } from "../../../../src/adapters/metadata/client/request-pacer.js";
import { ManualClock } from "../../../fakes/manual-clock.js";

const never = new AbortController().signal;

/** Waits until every promise that does not depend on the clock has settled. */
const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/**
 * A pacer of two requests per second, and the time at which each of `count` callers may start, ms.
 */
async function line(count: number): Promise<{
  readonly pacer: RequestPacer;
  readonly clock: ManualClock;
  readonly turns: number[];
}> {
  const clock = new ManualClock(0);
  const pacer = new RequestPacer({ pace: { requests: 2, perMilliseconds: 1_000 }, clock });
  const turns: number[] = [];
  for (let i = 0; i < count; i++)
    void pacer.waitForStart(never).then(() => turns.push(clock.now()));
  await settle();
  return { pacer, clock, turns };
}

async function turn(clock: ManualClock, milliseconds: number): Promise<void> {
  clock.advance(milliseconds);
  await settle();
}

describe("RequestPacer", () => {
  it("starts as many requests at once as a window allows, and the others in later windows", async () => {
    const { clock, turns } = await line(5);

    await turn(clock, 999);
    await turn(clock, 1);
    await turn(clock, 1_000);

    expect(turns).toEqual([0, 0, 1_000, 1_000, 2_000]);
  });

  it.each([
    [0, 0],
    [1, 0],
    [2, 1_000],
    [4, 2_000],
    [5, 2_000],
  ])("predicts, after %d others, a wait of %d ms", async (others, milliseconds) => {
    const { pacer } = await line(others);

    const wait = pacer.waitMilliseconds();

    expect(wait).toBe(milliseconds);
  });

  it("starts no request while it is suspended", async () => {
    const { pacer, clock, turns } = await line(0);
    pacer.holdUntil(5_000);
    pacer.holdUntil(3_000);
    void pacer.waitForStart(never).then(() => turns.push(clock.now()));
    await settle();

    await turn(clock, 4_999);
    await turn(clock, 1);

    expect(turns).toEqual([5_000]);
  });

  it("removes an aborted caller from the queue, and keeps the order of the others", async () => {
    const { pacer, clock, turns } = await line(3);
    const leaving = new AbortController();
    const left = pacer.waitForStart(leaving.signal);
    void pacer.waitForStart(never).then(() => turns.push(clock.now()));
    leaving.abort(new Error("gone"));

    await expect(left).rejects.toThrow("gone");
    await turn(clock, 1_000);
    await turn(clock, 1_000);

    expect(turns).toEqual([0, 0, 1_000, 1_000]);
  });
});
