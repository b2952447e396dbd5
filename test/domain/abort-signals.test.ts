import { getEventListeners } from "node:events";
import {
  abortingWith,
  neverAborted,
  onAbort,
  whenAborted,
} from "../../src/domain/abort-signals.js";

describe("A listener for an abort", () => {
  it("is called once, when the signal aborts", () => {
    const controller = new AbortController();
    const calls: string[] = [];

    onAbort(controller.signal, () => calls.push("called"));
    const before = [...calls];
    controller.abort();

    expect([before, calls]).toEqual([[], ["called"]]);
  });

  it("is called at once where the signal has aborted", () => {
    const calls: string[] = [];

    onAbort(AbortSignal.abort(), () => calls.push("called"));

    expect(calls).toEqual(["called"]);
  });

  it("is not called after it was removed", () => {
    const controller = new AbortController();
    const calls: string[] = [];

    const stopListening = onAbort(controller.signal, () => calls.push("called"));
    stopListening();
    controller.abort();

    expect(calls).toEqual([]);
  });

  it("may be waited for", async () => {
    const controller = new AbortController();

    const waiting = whenAborted(controller.signal);
    controller.abort();

    await expect(waiting).resolves.toBeUndefined();
  });
});

describe("A controller that aborts with other signals", () => {
  it.each([0, 1])("aborts with signal %s", (which) => {
    const others = [new AbortController(), new AbortController()];

    const { signal } = abortingWith(others.map((other) => other.signal));
    const before = signal.aborted;
    others[which]!.abort();

    expect([before, signal.aborted]).toEqual([false, true]);
  });

  it("is aborted where one of them has aborted, and leaves no listener on the others", () => {
    const other = neverAborted();

    const { signal } = abortingWith([other, AbortSignal.abort()]);

    expect(signal.aborted).toBe(true);
    expect(getEventListeners(other, "abort")).toEqual([]);
  });

  it("leaves no listener on them after it was aborted itself", () => {
    const other = neverAborted();

    const controller = abortingWith([other]);
    const during = getEventListeners(other, "abort").length;
    controller.abort();

    expect([during, getEventListeners(other, "abort").length]).toEqual([1, 0]);
  });
});
