import { SystemClock } from "../../../src/adapters/runtime/system-clock.js";

describe("SystemClock", () => {
  it("wakes a sleeper whose signal aborts", async () => {
    const controller = new AbortController();
    const sleeping = new SystemClock().sleep(3_600_000, controller.signal);

    controller.abort();

    await expect(sleeping).resolves.toBeUndefined();
  });

  it("does not sleep when its signal is already aborted", async () => {
    const sleeping = new SystemClock().sleep(3_600_000, AbortSignal.abort());

    await expect(sleeping).resolves.toBeUndefined();
  });

  it("sleeps for the given time", async () => {
    const clock = new SystemClock();
    const before = clock.now();

    await clock.sleep(20);

    // Timers may fire up to a millisecond early.
    expect(clock.now() - before).toBeGreaterThanOrEqual(19);
  });
});
