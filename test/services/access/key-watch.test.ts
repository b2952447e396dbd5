import { KeyWatch } from "../../../src/services/access/key-watch.js";
import { ManualClock } from "../../fakes/manual-clock.js";

/**
 * Opens a watch over keys that are valid until they are listed as ended, and records the
 * notifications.
 */
function open() {
  const clock = new ManualClock();
  const state = { ended: [] as string[], isBroken: false, looks: 0 };
  const notified: string[] = [];
  const watch = new KeyWatch({
    clock,
    isValid: (lookup) => {
      state.looks += 1;
      if (state.isBroken) return Promise.reject(new Error("The database is locked."));
      return Promise.resolve(!state.ended.includes(lookup));
    },
  });
  const look = async (): Promise<void> => {
    clock.advance(2_000);
    await new Promise(setImmediate);
  };
  return { clock, state, notified, watch, look };
}

describe("KeyWatch", () => {
  it("notifies all watchers of a key that has ended, and no others", async () => {
    const { state, notified, watch, look } = open();
    watch.watch("a", () => notified.push("a1"));
    watch.watch("a", () => notified.push("a2"));
    watch.watch("b", () => notified.push("b"));

    state.ended.push("a");
    await look();

    expect(notified).toEqual(["a1", "a2"]);
    expect(state.looks).toBe(2);
  });

  it("treats a key that cannot be read as valid until it can be read", async () => {
    const { state, notified, watch, look } = open();
    watch.watch("a", () => notified.push("a"));
    state.ended.push("a");

    state.isBroken = true;
    await look();
    const whileBroken = [...notified];
    state.isBroken = false;
    await look();

    expect(whileBroken).toEqual([]);
    expect(notified).toEqual(["a"]);
  });

  it("neither reads nor sleeps when nothing is watched", async () => {
    const { clock, state, watch, look } = open();
    const leave = watch.watch("a", () => undefined);

    leave();
    await look();

    expect([state.looks, clock.sleeperCount]).toEqual([0, 0]);
  });

  it("continues for other watchers of a key, and of other keys, when one leaves", async () => {
    const { state, notified, watch, look } = open();
    const leave = watch.watch("a", () => notified.push("a1"));
    watch.watch("a", () => notified.push("a2"));
    watch.watch("b", () => notified.push("b"));

    leave();
    leave();
    state.ended.push("a", "b");
    await look();

    expect(notified).toEqual(["a2", "b"]);
  });

  it("looks once every two seconds, however many watch, and again after a pause", async () => {
    const { clock, state, watch, look } = open();
    const first = watch.watch("a", () => undefined);
    first();
    first();
    watch.watch("a", () => undefined);
    watch.watch("a", () => undefined);

    clock.advance(1_999);
    await new Promise(setImmediate);
    const early = state.looks;
    clock.advance(1);
    await new Promise(setImmediate);
    await look();

    expect([early, state.looks]).toEqual([0, 2]);
  });

  it("notifies nobody who left while the key was read", async () => {
    const { state, notified, watch, clock } = open();
    const leave = watch.watch("a", () => notified.push("a"));
    state.ended.push("a");

    clock.advance(2_000);
    leave();
    await new Promise(setImmediate);

    expect(notified).toEqual([]);
  });
});
