import type { Analysis } from "../../../src/domain/analysis/analysis.js";
import { estimateFields, type EstimateField } from "../../../src/domain/analysis/descriptors.js";
import { defaultOrder, type TrackFilter } from "../../../src/domain/catalogue/catalogue-query.js";
import { trackKeyFrom } from "../../../src/domain/track/track-key.js";
import type { AnalysisStore } from "../../../src/ports/analysis/analysis-store.js";

/** The contract of every AnalysisStore. */
export function describeAnalysisStore(name: string, open: () => Promise<AnalysisStore>): void {
  describe(`${name} as an AnalysisStore`, () => {
    it("finds an analysis exactly as it was saved", async () => {
      const store = await open();
      const analysis: Analysis = {
        ...analysisOf("Sigur Rós", "Sæglópur", { tempo: 123.456789, key: null, tuning: -12.5 }),
        durationSeconds: 458.1234567,
        tempoRivals: [{ bpm: 61.7, confidence: 0.3 }],
        beats: [0.5, 1.25, 2],
        downbeats: [0.5],
        downbeatConfidence: 0.6123,
        soundEmbedding: [-127, 127, ...Array.from({ length: 14 }, (_, index) => index - 7)],
        excerptSeconds: 29.98,
        release: { album: "Works", genre: "Ambient", year: 1992, trackNumber: 1, discNumber: 1 },
      };
      await store.save(analysis);

      const found = await store.findMany([analysis.trackKey]);

      expect(found).toEqual([analysis]);
    });

    it("returns analyses in the order of the keys, undefined for unknown ones", async () => {
      const store = await open();
      const [money, time] = [analysisOf("Pink Floyd", "Money"), analysisOf("Pink Floyd", "Time")];
      await store.save(money);
      await store.save(time);

      const found = await store.findMany([
        time.trackKey,
        trackKeyFrom("nobody", "nothing"),
        money.trackKey,
        time.trackKey,
      ]);

      expect(found).toEqual([time, undefined, money, time]);
    });

    it("returns nothing for no keys", async () => {
      const store = await open();

      const found = await store.findMany([]);

      expect(found).toEqual([]);
    });

    it("replaces the analysis of a key", async () => {
      const store = await open();
      await store.save(analysisOf("Pink Floyd", "Money", { tempo: 60 }));
      const newer = {
        ...analysisOf("Pink Floyd", "Money", { tempo: 123 }),
        version: 2,
        beats: [1],
      };

      await store.save(newer);

      expect(await store.findMany([newer.trackKey])).toEqual([newer]);
      expect(await countOf(store, {})).toBe(1);
    });

    it("keeps the stored analysis where the caller does not replace it", async () => {
      const store = await open();
      const [first, second] = [60, 123].map((tempo) =>
        analysisOf("Pink Floyd", "Money", { tempo }),
      ) as [Analysis, Analysis];
      const compared: Analysis[] = [];
      const never = (stored: Analysis): boolean => compared.push(stored) < 0;

      const isSaved = [await store.save(first, [], never), await store.save(second, [], never)];
      const found = await store.findMany([first.trackKey]);

      expect(isSaved).toEqual([true, false]);
      expect([compared, found]).toEqual([[first], [first]]);
    });

    it("compares with what another call stores at the same time", async () => {
      const store = await open();
      const analysis = analysisOf("Pink Floyd", "Money");

      const isSaved = await Promise.all(
        Array.from({ length: 4 }, () => store.save(analysis, [], () => false)),
      );

      expect(isSaved.filter(Boolean)).toHaveLength(1);
    });

    it("removes analyses, and ignores unknown keys", async () => {
      const store = await open();
      const money = analysisOf("Pink Floyd", "Money");
      await store.save(money);
      await store.save(analysisOf("Pink Floyd", "Time"));

      await store.remove([money.trackKey, trackKeyFrom("nobody", "nothing")]);

      expect(await countOf(store, {})).toBe(1);
      expect(await store.findMany([money.trackKey])).toEqual([undefined]);
    });
  });
}

/** Returns an analysis; estimates that are not given are 0.5. */
export function analysisOf(
  artist: string,
  trackName: string,
  values: Partial<Record<EstimateField, number | null>> = {},
): Analysis {
  const estimates = estimateFields.map((field) => {
    const value = values[field] === undefined ? 0.5 : values[field];
    return [field, { value, confidence: value === null ? 0 : 0.75, method: "measured" }];
  });
  return {
    version: 1,
    durationSeconds: 180,
    estimates: Object.fromEntries(estimates) as Analysis["estimates"],
    tempoRivals: [],
    beats: [],
    downbeats: [],
    downbeatConfidence: 0,
    soundEmbedding: null,
    trackKey: trackKeyFrom(artist, trackName),
    artist,
    trackName,
    source: "library",
    analyzedAt: 1_700_000_000_000,
  };
}

/** Counts the analyses that pass a filter. */
export async function countOf(store: AnalysisStore, filter: TrackFilter): Promise<number> {
  const { totalCount } = await store.list({ filter, order: defaultOrder, first: 1 });
  return totalCount;
}
