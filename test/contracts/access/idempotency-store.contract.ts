import type { IdempotencyStore, KeptAnswer } from "../../../src/ports/access/idempotency-store.js";
import { ManualClock } from "../../fakes/manual-clock.js";

/** The contract of every IdempotencyStore. */
export function describeIdempotencyStore(
  name: string,
  open: (clock: ManualClock) => Promise<IdempotencyStore>,
): void {
  describe(`${name} as an IdempotencyStore`, () => {
    const request = { caller: "0a1b2c3d", key: 'order "1" Ünïcode' };
    const answer: KeptAnswer = {
      fingerprint: "print",
      status: 202,
      headers: { Location: "/a" },
      body: '{"success":true,"data":"Ünïcode \u{1F3B5}"}',
    };

    it("gives a request to the first who claims it, until the claim has ended", async () => {
      const clock = new ManualClock();
      const store = await open(clock);

      const first = await store.claim(request, "one", 1_000);
      clock.advance(999);
      const second = await store.claim(request, "two", 1_000);
      clock.advance(1);
      const third = await store.claim(request, "three", 1_000);

      expect([first, second, third].map(({ state }) => state)).toEqual([
        "claimed",
        "running",
        "claimed",
      ]);
    });

    it("gives a request to one of many who claim it at once", async () => {
      const store = await open(new ManualClock());

      const claims = await Promise.all(
        Array.from({ length: 20 }, (_, n) => store.claim(request, `token ${n}`, 1_000)),
      );

      const states = claims.map(({ state }) => state).sort();
      expect(states).toEqual(["claimed", ...Array<string>(19).fill("running")]);
    });

    it("keeps apart the requests of other callers, and other keys", async () => {
      const store = await open(new ManualClock());
      await store.claim(request, "one", 1_000);

      const others = [
        await store.claim({ ...request, caller: "other" }, "two", 1_000),
        await store.claim({ ...request, key: "other" }, "three", 1_000),
      ];

      expect(others).toEqual([{ state: "claimed" }, { state: "claimed" }]);
    });

    it("returns an answer as it was kept, for its time", async () => {
      const clock = new ManualClock();
      const store = await open(clock);
      await store.claim(request, "one", 1_000);
      await store.keep(request, "one", answer, 5_000);

      clock.advance(4_999);
      const before = await store.claim(request, "two", 1_000);
      clock.advance(1);
      const after = await store.claim(request, "three", 1_000);

      expect([before, after]).toEqual([{ state: "answered", answer }, { state: "claimed" }]);
    });

    it("does not keep the answer of a claim that was lost", async () => {
      const clock = new ManualClock();
      const store = await open(clock);
      await store.claim(request, "one", 1_000);
      clock.advance(1_000);
      await store.claim(request, "two", 1_000);

      await store.keep(request, "one", answer, 5_000);
      await store.release(request, "one");

      expect(await store.claim(request, "three", 1_000)).toEqual({ state: "running" });
    });

    it("lets a released request be claimed again, but no answered one", async () => {
      const store = await open(new ManualClock());
      await store.claim(request, "one", 1_000);

      await store.release(request, "one");
      const released = await store.claim(request, "two", 1_000);
      await store.keep(request, "two", answer, 5_000);
      await store.release(request, "two");
      const answered = await store.claim(request, "three", 1_000);

      expect([released.state, answered.state]).toEqual(["claimed", "answered"]);
    });

    it("keeps the latest thousand answers of a caller, and those of others", async () => {
      const clock = new ManualClock();
      const store = await open(clock);
      const keep = async (caller: string, key: string): Promise<void> => {
        await store.claim({ caller, key }, "token", 1_000_000);
        await store.keep({ caller, key }, "token", answer, 1_000_000);
        clock.advance(1);
      };
      await keep("other", "first");

      for (let n = 0; n < 1_002; n++) await keep("one", `key ${n}`);

      const stateOf = async (caller: string, key: string): Promise<string> =>
        (await store.claim({ caller, key }, "late", 1_000)).state;
      expect(await stateOf("one", "key 1")).toBe("claimed");
      expect(await stateOf("one", "key 2")).toBe("answered");
      expect(await stateOf("other", "first")).toBe("answered");
    });
  });
}
