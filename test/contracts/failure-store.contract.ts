import type { Failure } from "../../src/domain/errors/failure.js";
import { trackKeyFrom } from "../../src/domain/track/track-key.js";
import type { FailureStore } from "../../src/ports/analysis/failure-store.js";
import { ManualClock } from "../fakes/manual-clock.js";

/** The contract of every FailureStore. */
export function describeFailureStore(
  name: string,
  open: (clock: ManualClock) => Promise<{ tracks: FailureStore; uploads: FailureStore }>,
): void {
  describe(`${name} as a FailureStore`, () => {
    const keyOf = (name: string) => trackKeyFrom("Ann", name);
    const [one, two, three] = [keyOf("one"), keyOf("two"), keyOf("three")];
    const failure = (message: string): Failure => ({
      code: "AUDIO_UNDECODABLE",
      message,
      facts: { reason: "Ünïcode \0 \u{1F3B5}" },
    });

    it("finds failures in the order of the keys, and no others", async () => {
      const { tracks } = await open(new ManualClock());
      await tracks.remember(one, failure("first"), 1_000);
      await tracks.remember(three, failure("second"), 2_500);

      const found = await tracks.findMany([three, two, one, three]);

      const [first, second] = [
        { failure: failure("first"), secondsLeft: 1 },
        { failure: failure("second"), secondsLeft: 2.5 },
      ];
      expect(found).toEqual([second, undefined, first, second]);
    });

    it("finds a failure until its time has passed", async () => {
      const clock = new ManualClock();
      const { tracks } = await open(clock);
      await tracks.remember(one, failure("one"), 1_000);

      clock.advance(999);
      const before = await tracks.findMany([one]);
      clock.advance(1);
      const after = await tracks.findMany([one]);

      expect(before).toEqual([{ failure: failure("one"), secondsLeft: 0.001 }]);
      expect(after).toEqual([undefined]);
      expect(await tracks.findMany([one], true)).toEqual([
        { failure: failure("one"), secondsLeft: 0 },
      ]);
    });

    it("replaces the earlier failure of a track", async () => {
      const { tracks } = await open(new ManualClock());
      await tracks.remember(one, failure("earlier"), 9_000);

      await tracks.remember(one, failure("later"), 1_000);

      expect(await tracks.findMany([one])).toEqual([{ failure: failure("later"), secondsLeft: 1 }]);
    });

    it("forgets the failures of some tracks", async () => {
      const { tracks } = await open(new ManualClock());
      for (const key of [one, two]) await tracks.remember(key, failure("broken"), 1_000);

      await tracks.forget([one, three]);
      await tracks.forget([]);

      expect(await tracks.findMany([one, two])).toMatchObject([undefined, { secondsLeft: 1 }]);
    });

    it("keeps those of tracks and of uploads apart", async () => {
      const { tracks, uploads } = await open(new ManualClock());
      await tracks.remember(one, failure("of the track"), 1_000);
      await uploads.remember(one, failure("of the upload"), 1_000);

      await tracks.forget([one]);

      expect(await tracks.findMany([one])).toEqual([undefined]);
      expect(await uploads.findMany([one])).toMatchObject([{ failure: failure("of the upload") }]);
    });

    it("finds and forgets thousands at once", async () => {
      const { tracks } = await open(new ManualClock());
      const many = Array.from({ length: 2_000 }, (_, index) => keyOf(`${index}`));
      await tracks.remember(many[1_999]!, failure("last"), 1_000);

      const before = await tracks.findMany(many);
      await tracks.forget(many);
      const after = await tracks.findMany(many);

      expect(before.findIndex((found) => found !== undefined)).toBe(1_999);
      expect(after).toEqual(Array(2_000).fill(undefined));
    });
  });
}
