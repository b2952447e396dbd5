import type { RequestTurns, Turn } from "../../../../src/adapters/metadata/client/request-turns.js";
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
    void pacer.waitForStart(never, Infinity).then(() => turns.push(clock.now()));
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
    void pacer.waitForStart(never, Infinity).then(() => turns.push(clock.now()));
    await settle();

    await turn(clock, 4_999);
    await turn(clock, 1);

    expect(turns).toEqual([5_000]);
  });

  it("removes an aborted caller from the queue, and keeps the order of the others", async () => {
    const { pacer, clock, turns } = await line(3);
    const leaving = new AbortController();
    const left = pacer.waitForStart(leaving.signal, Infinity);
    void pacer.waitForStart(never, Infinity).then(() => turns.push(clock.now()));
    leaving.abort(new Error("gone"));

    await expect(left).rejects.toThrow("gone");
    await turn(clock, 1_000);
    await turn(clock, 1_000);

    expect(turns).toEqual([0, 0, 1_000, 1_000]);
  });
});

/** Turns among the servers that a test gives; afterwards, the others are not known. */
class GivenTurns implements RequestTurns {
  readonly holds: number[] = [];
  takes = 0;
  readonly #turns: Turn[];

  constructor(...turns: Turn[]) {
    this.#turns = turns;
  }

  take(): Promise<Turn | undefined> {
    this.takes += 1;
    return Promise.resolve(this.#turns.shift());
  }

  hold(milliseconds: number): Promise<void> {
    this.holds.push(milliseconds);
    return Promise.resolve();
  }
}

const turnIn = (waitMilliseconds: number): Turn => ({ isTaken: true, waitMilliseconds });

describe("RequestPacer, among other servers,", () => {
  const pace = { requests: 2, perMilliseconds: 1_000 };

  /** A pacer with these turns, and the times at which its callers start, ms. */
  function among(turns: GivenTurns) {
    const clock = new ManualClock(0);
    const pacer = new RequestPacer({ pace, clock, turns });
    const starts: number[] = [];
    const wait = (signal = never, endsAt = 5_000): Promise<void> =>
      pacer.waitForStart(signal, endsAt).then(() => void starts.push(clock.now()));
    return { clock, pacer, starts, wait };
  }

  it("starts each request at its turn, one after the other", async () => {
    const { clock, pacer, starts, wait } = among(new GivenTurns(turnIn(700), turnIn(0)));

    const waiting = [wait(), wait()];
    await settle();
    const predicted = pacer.waitMilliseconds();
    await turn(clock, 700);
    await Promise.all(waiting);

    expect(starts).toEqual([700, 700]);
    expect(predicted).toBe(1_700);
  });

  it("leaves the turn of an aborted request to the next one", async () => {
    const turns = new GivenTurns(turnIn(700));
    const { clock, starts, wait } = among(turns);
    const leaving = new AbortController();
    const left = wait(leaving.signal);
    const next = wait();
    await settle();

    leaving.abort(new Error("gone"));
    await expect(left).rejects.toThrow("gone");
    await turn(clock, 700);
    await next;

    expect(starts).toEqual([700]);
    expect(turns.takes).toBe(1);
  });

  it("takes another turn where the one that is left has passed", async () => {
    const turns = new GivenTurns(turnIn(700), turnIn(50));
    const { clock, starts, wait } = among(turns);
    const leaving = new AbortController();
    const left = wait(leaving.signal);
    await settle();
    leaving.abort(new Error("gone"));
    await expect(left).rejects.toThrow("gone");

    await turn(clock, 900);
    const next = wait();
    await settle();
    await turn(clock, 50);
    await next;

    expect(starts).toEqual([950]);
  });

  it("refuses a request at once that gets no turn before its end, and those after it", async () => {
    const { pacer, wait } = among(new GivenTurns({ isTaken: false, waitMilliseconds: 60_000 }));

    await expect(wait()).rejects.toThrow(RangeError);

    expect(pacer.waitMilliseconds()).toBe(60_000);
  });

  it("keeps its own pace while the others are not known", async () => {
    const { clock, starts, wait } = among(new GivenTurns());

    const waiting = [wait(), wait(), wait()];
    await settle();
    await turn(clock, 1_000);
    await Promise.all(waiting);

    expect(starts).toEqual([0, 0, 1_000]);
  });

  it("holds the others when it is held, unless it is held for as long already", () => {
    const turns = new GivenTurns();
    const { pacer } = among(turns);

    pacer.holdUntil(2_000);
    pacer.holdUntil(1_000);
    pacer.holdUntil(60_000);

    expect(turns.holds).toEqual([2_000, 60_000]);
  });
});
