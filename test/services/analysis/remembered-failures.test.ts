import {
  StorageBusyError,
  StorageFullError,
} from "../../../src/domain/errors/availability-errors.js";
import { trackKeyFrom } from "../../../src/domain/track/track-key.js";
import { RememberedFailures } from "../../../src/services/analysis/remembered-failures.js";
import { ManualClock } from "../../fakes/manual-clock.js";

const keyOf = (name: string | number): ReturnType<typeof trackKeyFrom> =>
  trackKeyFrom("Overtone", String(name));

describe("Remembered failures", () => {
  it("last a minute", () => {
    const clock = new ManualClock();
    const failures = new RememberedFailures({ clock });
    failures.remember(keyOf("one"), new Error("broken"));

    clock.advance(59_999);
    const before = failures.find(keyOf("one"));
    clock.advance(1);
    const after = failures.find(keyOf("one"));

    expect(before).toEqual(new Error("broken"));
    expect(after).toBeUndefined();
  });

  it.each([
    [5, new StorageBusyError()],
    [10, new StorageFullError()],
  ])("last %s seconds when our own storage failed", (seconds, failure) => {
    const clock = new ManualClock();
    const failures = new RememberedFailures({ clock });
    failures.remember(keyOf("one"), failure);

    clock.advance(seconds * 1_000 - 1);
    const before = failures.find(keyOf("one"));
    clock.advance(1);
    const after = failures.find(keyOf("one"));

    expect(before).toBe(failure);
    expect(after).toBeUndefined();
  });

  it("are removed when the reason may no longer apply", () => {
    const failures = new RememberedFailures({ clock: new ManualClock() });
    failures.remember(keyOf("one"), new Error("broken"));
    failures.remember(keyOf("two"), new Error("broken"));

    failures.forget([keyOf("one")]);

    expect(failures.find(keyOf("one"))).toBeUndefined();
    expect(failures.find(keyOf("two"))).toBeDefined();
  });

  it("are limited in number: the oldest is dropped", () => {
    const failures = new RememberedFailures({ clock: new ManualClock() });

    for (let i = 0; i <= 10_000; i++) failures.remember(keyOf(i), new Error("broken"));

    expect(failures.find(keyOf(0))).toBeUndefined();
    expect(failures.find(keyOf(1))).toBeDefined();
  });
});
