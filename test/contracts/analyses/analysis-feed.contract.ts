import { recordingKeyFrom } from "../../../src/domain/track/recording.js";
import { similarityFields } from "../../../src/domain/catalogue/similarity.js";
import { type TrackKey, trackKeyFrom } from "../../../src/domain/track/track-key.js";
import type { AnalysisFeed } from "../../../src/ports/analysis/analysis-feed.js";
import type { AnalysisStore } from "../../../src/ports/analysis/analysis-store.js";
import { analysisOf } from "./analysis-store.contract.js";

const keyOf = (trackName: string): TrackKey => trackKeyFrom("Artist", trackName);

/** What every AnalysisFeed promises of the store beside it, whichever database keeps both. */
export function describeAnalysisFeed(
  name: string,
  open: () => Promise<{ readonly feed: AnalysisFeed; readonly store: AnalysisStore }>,
): void {
  describe(`${name} as an AnalysisFeed`, () => {
    it("has the same revision until a change, and then a larger one", async () => {
      const { feed, store } = await open();
      const none = await feed.revision();
      await store.save(analysisOf("Artist", "One"));
      const kept = await feed.revision();
      const unchanged = await feed.revision();
      await store.save(analysisOf("Artist", "One", { tempo: 90 }));
      const replaced = await feed.revision();
      await store.remove([keyOf("One")]);
      const removed = await feed.revision();

      expect(kept).toBeGreaterThan(none);
      expect(unchanged).toBe(kept);
      expect(replaced).toBeGreaterThan(kept);
      expect(removed).toBeGreaterThan(replaced);
    });

    it("returns the values of a track, absent ones included, and its recording", async () => {
      const { feed, store } = await open();
      await store.save(analysisOf("Artist", "06 - One", { tempo: 123.456789, key: null }));

      const kept = await feed.listStored(undefined, 10);
      const found = await feed.findMany([keyOf("Two"), keyOf("06 - One")]);

      const others = Object.fromEntries(similarityFields.map((field) => [field, 0.5]));
      const [trackKey, values] = [keyOf("06 - One"), { ...others, tempo: 123.456789, key: null }];
      const recordingKey = recordingKeyFrom({ artist: "Artist", trackName: "One" });
      expect(found).toEqual([undefined, { trackKey, recordingKey, values }]);
      expect(kept).toEqual({
        trackKeys: [trackKey],
        recordingKeys: [recordingKey],
        values: Object.values<number | null>(values).map((value) => Float64Array.of(value ?? NaN)),
      });
    });

    it("returns nothing for no keys", async () => {
      const { feed } = await open();

      expect(await feed.findMany([])).toEqual([]);
    });

    it("lists all analyses in portions, each once", async () => {
      const { feed, store } = await open();
      const names = ["One", "Two", "Three", "Four", "Five"];
      for (const trackName of names) await store.save(analysisOf("Artist", trackName));

      const first = await feed.listStored(undefined, 3);
      const second = await feed.listStored(first.next, 3);

      const keys = [...first.trackKeys, ...second.trackKeys];
      expect(keys.sort()).toEqual(names.map(keyOf).sort());
      expect(first.trackKeys).toHaveLength(3);
      expect(second.next).toBeUndefined();
    });

    it("misses no analysis that exists throughout, whatever is removed between portions", async () => {
      const names = ["One", "Two", "Three", "Four", "Five"];
      for (const removed of names) {
        const { feed, store } = await open();
        for (const trackName of names) await store.save(analysisOf("Artist", trackName));

        const first = await feed.listStored(undefined, 2);
        await store.remove([keyOf(removed)]);
        const second = await feed.listStored(first.next, 10);

        const told = new Set([...first.trackKeys, ...second.trackKeys]);
        const stays = names.filter((name) => name !== removed).map(keyOf);
        expect(stays.filter((trackKey) => !told.has(trackKey))).toEqual([]);
      }
    });

    it("lists each changed key once, in the order of the last changes", async () => {
      const { feed, store } = await open();
      await store.save(analysisOf("Artist", "Old"));
      const since = await feed.revision();
      await store.save(analysisOf("Artist", "One", { tempo: 60 }));
      await store.save(analysisOf("Artist", "Two"));
      await store.save(analysisOf("Artist", "One", { tempo: 120 }));
      await store.remove([keyOf("Old")]);

      const changes = await feed.listChanges(since, 10);

      expect(changes.map(({ trackKey }) => trackKey)).toEqual(["Two", "One", "Old"].map(keyOf));
      expect(changes.map(({ measured }) => measured?.values.tempo)).toEqual([0.5, 120, undefined]);
      expect(changes.at(-1)?.revision).toBe(await feed.revision());
    });

    it("lists changes in portions, without gap or repetition", async () => {
      const { feed, store } = await open();
      const names = Array.from({ length: 7 }, (_, index) => `Track ${index}`);
      for (const trackName of names) await store.save(analysisOf("Artist", trackName));
      await store.remove([keyOf("Track 2")]);
      await store.save(analysisOf("Artist", "Track 0"));

      const first = await feed.listChanges(0, 4);
      const second = await feed.listChanges(first.at(-1)!.revision, 4);
      const third = await feed.listChanges(second.at(-1)!.revision, 4);

      const order = [1, 3, 4, 5, 6, 2, 0].map((index) => keyOf(`Track ${index}`));
      expect([...first, ...second].map(({ trackKey }) => trackKey)).toEqual(order);
      expect(third).toEqual([]);
    });
  });
}
