import { getEventListeners } from "node:events";
import { interruptible } from "../../../src/adapters/threads/interruptible.js";
import { TimedOutError } from "../../../src/domain/errors/availability-errors.js";

const never = new Promise<never>(() => undefined);

function limitsOf(controller: AbortController, timeoutMilliseconds = 60_000) {
  return { signal: controller.signal, timeoutMilliseconds, what: "The test" };
}

describe("An interruptible call", () => {
  const controller = new AbortController();

  afterEach(() => {
    // A listener that stays keeps the call's result, for as long as its signal lives.
    expect(getEventListeners(controller.signal, "abort")).toEqual([]);
  });

  it("returns the result of the call", async () => {
    await expect(interruptible(Promise.resolve(7), limitsOf(controller))).resolves.toBe(7);
  });

  it("fails with the error of the call", async () => {
    const failure = new Error("it is a test");

    await expect(interruptible(Promise.reject(failure), limitsOf(controller))).rejects.toBe(
      failure,
    );
  });

  it("fails when its time limit is exceeded", async () => {
    const call = interruptible(never, limitsOf(controller, 1));

    await expect(call).rejects.toBeInstanceOf(TimedOutError);
  });

  it("fails when the signal aborts, before or during the call", async () => {
    const reason = new Error("no longer wanted");
    const own = new AbortController();
    const meanwhile = interruptible(never, limitsOf(own));

    own.abort(reason);

    await expect(meanwhile).rejects.toBe(reason);
    await expect(interruptible(never, limitsOf(own))).rejects.toBe(reason);
    expect(getEventListeners(own.signal, "abort")).toEqual([]);
  });
});
