import { recordingKeyFrom } from "../../../src/domain/track/recording.js";
import { trackKeyFrom } from "../../../src/domain/track/track-key.js";
import type { AnalysisStore } from "../../../src/ports/analysis/analysis-store.js";
import { sixSeconds as timeline } from "../../fakes/timelines.js";
import { analysisOf, countOf } from "./analysis-store.contract.js";

const wrong = analysisOf("Pink Floyd", "Mony");
const namesOf = (artist: string, trackName: string) => ({
  trackKey: trackKeyFrom(artist, trackName),
  artist,
  trackName,
});
const money = namesOf("Pink Floyd", "Money");
const other = namesOf("Pink Floyd", "06 - Money");

/** The contract of every AnalysisStore for analyses whose tracks get other names. */
export function describeRenamedAnalyses(name: string, open: () => Promise<AnalysisStore>): void {
  describe(`${name} as an AnalysisStore of renamed tracks`, () => {
    it("moves an analysis with its timeline, and finds it by the old key, too", async () => {
      const store = await open();
      await store.save({ ...wrong, timeline });

      const isMoved = await store.rename(wrong.trackKey, money);

      expect(isMoved).toBe(true);
      const found = await store.findMany([money.trackKey, wrong.trackKey]);
      expect(found).toEqual([{ ...wrong, ...money }, wrong]);
      const timelines = await store.findTimelines([money.trackKey, wrong.trackKey]);
      expect(timelines).toEqual([timeline, timeline]);
    });

    it("lists it under its new names only, once, and finds it as their recording", async () => {
      const store = await open();
      await store.save(wrong);
      await countOf(store, {});

      await store.rename(wrong.trackKey, money);

      expect(await countOf(store, {})).toBe(1);
      expect(await countOf(store, { text: "money" })).toBe(1);
      expect(await countOf(store, { text: "mony" })).toBe(0);
      expect(await store.findByRecording(recordingKeyFrom(money))).toHaveLength(1);
    });

    it("keeps the spellings, also one that has become its own key", async () => {
      const store = await open();
      await store.save(wrong);
      for (const names of [money, other]) {
        await store.saveSpelling({ ...names, analysisKey: wrong.trackKey });
      }

      await store.rename(wrong.trackKey, money);

      const keys = [money, other, wrong].map(({ trackKey }) => trackKey);
      const found = await store.findMany(keys);
      expect(found.map((analysis) => analysis?.trackName)).toEqual(["Money", "06 - Money", "Mony"]);
    });

    it("changes nothing where there is no analysis, or one under the new key", async () => {
      const store = await open();
      await store.save(wrong);
      const own = analysisOf("Pink Floyd", "Money", { tempo: 1 });
      await store.save(own);

      const moved = [
        await store.rename(wrong.trackKey, money),
        await store.rename(other.trackKey, namesOf("Pink Floyd", "Time")),
      ];

      expect(moved).toEqual([false, false]);
      expect(await store.findMany([wrong.trackKey, own.trackKey])).toEqual([wrong, own]);
    });

    it("links a spelling of a spelling to the analysis", async () => {
      const store = await open();
      await store.save(wrong);
      await store.saveSpelling({ ...money, analysisKey: wrong.trackKey });

      await store.saveSpelling({ ...other, analysisKey: money.trackKey });

      expect(await store.findMany([other.trackKey])).toEqual([{ ...wrong, ...other }]);
    });
  });
}
