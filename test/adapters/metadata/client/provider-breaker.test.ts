import { BrokenCircuitError } from "cockatiel";
import { ProviderBreaker } from "../../../../src/adapters/metadata/client/provider-breaker.js";
import { ManualClock } from "../../../fakes/manual-clock.js";

const down = (): Promise<never> => Promise.reject(new Error("down"));
const gone = (): Promise<never> => Promise.reject(new Error("gone"));
const up = (): Promise<string> => Promise.resolve("up");

/** A breaker that opens for ten seconds after two consecutive failures; "gone" is not a failure. */
function breaker(): { readonly breaker: ProviderBreaker; readonly clock: ManualClock } {
  const clock = new ManualClock();
  const isFailure = (error: Error): boolean => error.message === "down";
  const options = { clock, failures: 2, pauseMilliseconds: 10_000, isFailure };
  return { breaker: new ProviderBreaker(options), clock };
}

async function opened(): Promise<ReturnType<typeof breaker>> {
  const made = breaker();
  await Promise.allSettled([made.breaker.run(down), made.breaker.run(down)]);
  return made;
}

describe("ProviderBreaker", () => {
  it("refuses calls after a number of consecutive failures", async () => {
    const { breaker } = await opened();

    const refused = breaker.run(up);

    await expect(refused).rejects.toThrow(BrokenCircuitError);
    expect(breaker.state).toBe("open");
  });

  it("counts only consecutive failures", async () => {
    const { breaker: made } = breaker();

    await Promise.allSettled([made.run(down)]);
    await made.run(up);
    await Promise.allSettled([made.run(down)]);

    expect(made.state).toBe("closed");
  });

  it("does not count errors that are not failures", async () => {
    const { breaker: made } = breaker();

    await Promise.allSettled([made.run(gone), made.run(gone), made.run(gone)]);

    expect(made.state).toBe("closed");
  });

  it("allows one call after the pause, and all calls once that succeeds", async () => {
    const { breaker, clock } = await opened();
    clock.advance(9_999);
    await expect(breaker.run(up)).rejects.toThrow(BrokenCircuitError);
    clock.advance(1);

    const tried = await breaker.run(up);

    expect(tried).toBe("up");
    expect(breaker.state).toBe("closed");
  });

  it("refuses other calls during the trial call", async () => {
    const { breaker, clock } = await opened();
    clock.advance(10_000);
    let answer: (text: string) => void = () => undefined;
    const trying = breaker.run(() => new Promise<string>((resolve) => (answer = resolve)));

    const other = breaker.run(up);

    await expect(other).rejects.toThrow(BrokenCircuitError);
    expect(breaker.state).toBe("half-open");
    answer("up");
    expect(await trying).toBe("up");
  });

  it.each([
    ["fails", down],
    ["is given up", gone],
  ])("pauses again when the trial call %s", async (_how, work) => {
    const { breaker, clock } = await opened();
    clock.advance(10_000);
    await Promise.allSettled([breaker.run(work)]);
    clock.advance(9_999);

    const refused = breaker.run(up);

    await expect(refused).rejects.toThrow(BrokenCircuitError);
    clock.advance(1);
    expect(await breaker.run(up)).toBe("up");
  });
});
