import { outcomeWithin } from "../../../src/services/analysis/job-progress.js";
import { ManualClock } from "../../fakes/manual-clock.js";

const never = new Promise<string>(() => undefined);
const { signal } = new AbortController();
const settle = (): Promise<unknown> => new Promise(setImmediate);

describe("The wait for a job", () => {
  /** Waits for a job that never ends; returns what the wait came to so far. */
  function wait(options: { waitSeconds?: number; signal?: AbortSignal }, stopping?: AbortSignal) {
    const clock = new ManualClock();
    const result: { outcome: string | undefined } = { outcome: "waits" };
    const limits = { clock, maxMilliseconds: 20_000, ...(stopping && { stopping }) };
    void outcomeWithin(() => never, { signal, ...options }, limits).then(
      (outcome) => (result.outcome = outcome),
    );
    return { clock, result };
  }

  it("ends with the outcome, and leaves no timer", async () => {
    const clock = new ManualClock();
    const stopping = new AbortController();
    const limits = { clock, maxMilliseconds: 20_000, stopping: stopping.signal };

    const outcome = await outcomeWithin(() => Promise.resolve("done"), { signal }, limits);

    expect([outcome, clock.sleeperCount]).toEqual(["done", 0]);
  });

  it.each([
    ["the default", {}, 20_000],
    ["the time that the client gives", { waitSeconds: 5 }, 5_000],
    ["the maximum where the client gives more", { waitSeconds: 60 }, 20_000],
  ])("ends without an outcome after %s", async (_limit, options, milliseconds) => {
    const { clock, result } = wait(options);

    clock.advance(milliseconds - 1);
    await settle();
    const before = result.outcome;
    clock.advance(1);
    await settle();

    expect([before, result.outcome]).toEqual(["waits", undefined]);
  });

  it.each([
    ["the client does not wait", { waitSeconds: 0 }, undefined],
    ["the server stops already", {}, AbortSignal.abort()],
  ])("does not begin when %s", async (_when, options, stopping) => {
    const { clock, result } = wait(options, stopping);
    await settle();

    expect([result.outcome, clock.sleeperCount]).toEqual([undefined, 0]);
  });

  it("asks for no outcome where the client does not wait, so that none can fail unheard", async () => {
    const asked: string[] = [];
    const whenDone = (): Promise<string> => {
      asked.push("asked");
      return Promise.reject(new Error("The database is away."));
    };
    const limits = { clock: new ManualClock(), maxMilliseconds: 20_000 };

    const outcome = await outcomeWithin(whenDone, { signal, waitSeconds: 0 }, limits);

    expect([outcome, asked]).toEqual([undefined, []]);
    await expect(outcomeWithin(whenDone, { signal }, limits)).rejects.toThrow("away");
    expect(limits.clock.sleeperCount).toBe(0);
  });

  it("ends when the client disconnects", async () => {
    const client = new AbortController();
    const { clock, result } = wait({ signal: client.signal });
    await settle();

    client.abort();
    await settle();

    expect([result.outcome, clock.sleeperCount]).toEqual([undefined, 0]);
  });

  it("ends when the server stops", async () => {
    const server = new AbortController();
    const { clock, result } = wait({}, server.signal);
    await settle();

    server.abort();
    await settle();

    expect([result.outcome, clock.sleeperCount]).toEqual([undefined, 0]);
  });
});
