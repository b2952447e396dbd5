import type { Failure } from "../../src/domain/errors/failure.js";
import { trackKeyFrom, type TrackKey } from "../../src/domain/track/track-key.js";
import type { FailedJob, FailureStore } from "../../src/ports/analysis/failure-store.js";
import { ManualClock } from "../fakes/manual-clock.js";

/** The contract of every FailureStore. */
export function describeFailureStore(
  name: string,
  open: (clock: ManualClock) => Promise<{ tracks: FailureStore; uploads: FailureStore }>,
): void {
  describe(`${name} as a FailureStore`, () => {
    const keyOf = (name: string) => trackKeyFrom("Ann", name);
    const jobOf = (trackKey: TrackKey): FailedJob => ({ name: trackKey, trackKey });
    const [one, two, three] = [keyOf("one"), keyOf("two"), keyOf("three")];
    const failure = (message: string): Failure => ({
      code: "AUDIO_UNDECODABLE",
      message,
      facts: { reason: "Ünïcode \0 \u{1F3B5}" },
    });

    it("finds failures in the order of the keys, and no others", async () => {
      const { tracks } = await open(new ManualClock());
      await tracks.remember(jobOf(one), failure("first"), 1_000);
      await tracks.remember(jobOf(three), failure("second"), 2_500);

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
      await tracks.remember(jobOf(one), failure("one"), 1_000);

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

    it("replaces the earlier failure of a job", async () => {
      const { tracks } = await open(new ManualClock());
      await tracks.remember(jobOf(one), failure("earlier"), 9_000);

      await tracks.remember(jobOf(one), failure("later"), 1_000);

      expect(await tracks.findMany([one])).toEqual([{ failure: failure("later"), secondsLeft: 1 }]);
    });

    it("finds of several jobs of a track the failure that is remembered for longest", async () => {
      const { tracks } = await open(new ManualClock());
      const ofFile = (id: string): FailedJob => ({ name: `file:${id}`, trackKey: one });
      await tracks.remember(ofFile("a"), failure("of a"), 2_000);
      await tracks.remember(ofFile("b"), failure("of b"), 3_000);
      await tracks.remember(ofFile("c"), failure("of c"), 1_000);

      const before = await tracks.findMany([one]);
      await tracks.forget(["file:b"]);
      const after = await tracks.findMany([one]);

      expect(before).toEqual([{ failure: failure("of b"), secondsLeft: 3 }]);
      expect(after).toEqual([{ failure: failure("of a"), secondsLeft: 2 }]);
    });

    it("forgets the failures of some jobs", async () => {
      const { tracks } = await open(new ManualClock());
      for (const key of [one, two]) await tracks.remember(jobOf(key), failure("broken"), 1_000);

      await tracks.forget([one, three]);
      await tracks.forget([]);

      expect(await tracks.findMany([one, two])).toMatchObject([undefined, { secondsLeft: 1 }]);
    });

    it("keeps those of tracks and of uploads apart", async () => {
      const { tracks, uploads } = await open(new ManualClock());
      await tracks.remember(jobOf(one), failure("of the track"), 1_000);
      await uploads.remember(jobOf(one), failure("of the upload"), 1_000);

      await tracks.forget([one]);

      expect(await tracks.findMany([one])).toEqual([undefined]);
      expect(await uploads.findMany([one])).toMatchObject([{ failure: failure("of the upload") }]);
    });

    it("finds and forgets thousands at once", async () => {
      const { tracks } = await open(new ManualClock());
      const many = Array.from({ length: 2_000 }, (_, index) => keyOf(`${index}`));
      await tracks.remember(jobOf(many[1_999]!), failure("last"), 1_000);

      const before = await tracks.findMany(many);
      await tracks.forget(many);
      const after = await tracks.findMany(many);

      expect(before.findIndex((found) => found !== undefined)).toBe(1_999);
      expect(after).toEqual(Array(2_000).fill(undefined));
    });
  });
}
