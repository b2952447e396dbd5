import { recordingKeyFrom } from "../../../src/domain/track/recording.js";
import { trackKeyFrom } from "../../../src/domain/track/track-key.js";
import type {
  AnalysedSpelling,
  AnalysisStore,
} from "../../../src/ports/analysis/analysis-store.js";
import { analysisOf, countOf } from "./analysis-store.contract.js";

const money = analysisOf("Pink Floyd", "Money");
const numbered = {
  trackKey: trackKeyFrom("Pink Floyd", "06 - Money"),
  artist: "Pink Floyd",
  trackName: "06 - Money",
};
const numberedMoney: AnalysedSpelling = { ...numbered, analysisKey: money.trackKey };

/** The contract of every AnalysisStore for recordings with several spellings. */
export function describeAnalysedSpellings(name: string, open: () => Promise<AnalysisStore>): void {
  describe(`${name} as an AnalysisStore of recordings`, () => {
    it("finds the analyses of a recording under all of its names, newest first", async () => {
      const store = await open();
      const plain = analysisOf("Pink Floyd", "Money");
      const later = { ...analysisOf("Pink Floyd", "06 - Money"), analyzedAt: plain.analyzedAt + 1 };
      for (const analysis of [plain, later]) await store.save(analysis);
      await store.save(analysisOf("Pink Floyd", "Money (Live)"));

      const found = await store.findByRecording(recordingKeyFrom(plain));

      expect(found).toEqual([later, plain]);
    });

    it("returns for a spelling the analysis of its recording, under the names of the spelling", async () => {
      const store = await open();
      const time = analysisOf("Pink Floyd", "Time");
      await store.save({ ...money, release: { album: "Echoes" } });
      await store.save(time);
      await store.saveSpelling(numberedMoney);
      await store.saveSpelling(numberedMoney);

      const found = await store.findMany([numbered.trackKey, time.trackKey, money.trackKey]);

      const ofRelease = { ...money, release: { album: "Echoes" } };
      expect(found).toEqual([{ ...money, ...numbered }, time, ofRelease]);
      expect(await countOf(store, {})).toBe(2);
    });

    it("prefers the analysis of a spelling itself, unless it is of an older version", async () => {
      const store = await open();
      await store.save({ ...analysisOf("Pink Floyd", "Money"), version: 2 });
      await store.saveSpelling(numberedMoney);
      const own = analysisOf("Pink Floyd", "06 - Money", { tempo: 1 });

      await store.save(own);
      const [whenOlder] = await store.findMany([own.trackKey]);
      await store.save({ ...own, version: 2 });
      const [whenEqual] = await store.findMany([own.trackKey]);

      expect(whenOlder?.estimates.tempo.value).toBe(0.5);
      expect(whenEqual?.estimates.tempo.value).toBe(1);
    });

    it.each([
      ["its recording's analysis", money.trackKey],
      ["the spelling", numbered.trackKey],
    ])("returns nothing for a spelling when %s is removed", async (_what, trackKey) => {
      const store = await open();
      await store.save(money);
      await store.saveSpelling(numberedMoney);

      await store.remove([trackKey]);

      expect(await store.findMany([numbered.trackKey])).toEqual([undefined]);
    });
  });
}
