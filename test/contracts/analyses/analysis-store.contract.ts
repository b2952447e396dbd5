import type { Analysis, AnalysisValues } from "../../../src/domain/analysis/analysis.js";
import { estimateFields, type EstimateField } from "../../../src/domain/analysis/descriptors.js";
import { defaultOrder, type TrackFilter } from "../../../src/domain/catalogue/catalogue-query.js";
import { trackKeyFrom } from "../../../src/domain/track/track-key.js";
import type { AnalysisStore } from "../../../src/ports/analysis/analysis-store.js";
import { recordingOf } from "../../fakes/measured-audio.js";
import type { OpenedStores } from "./replaced-bytes.js";

/** The contract of every AnalysisStore. */
export function describeAnalysisStore(name: string, open: () => Promise<OpenedStores>): void {
  describe(`${name} as an AnalysisStore`, () => {
    it("finds an analysis exactly as it was saved", async () => {
      const { store } = await open();
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
      const { store } = await open();
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

    it("finds the values of analyses as it finds these, without beats and other long lists", async () => {
      const { store } = await open();
      const whole = analysisOf("Pink Floyd", "Money", { tempo: 123.456789, key: null });
      const excerpt: Analysis = {
        ...analysisOf("Sigur Rós", "Sæglópur"),
        ...{ tempoRivals: [{ bpm: 61.7, confidence: 0.3 }], beats: [0.5, 1], downbeats: [0.5] },
        ...{ downbeatConfidence: 0.6, soundEmbedding: Array.from({ length: 16 }, () => 1) },
        ...{ excerptSeconds: 29.98, release: { album: "Takk", year: 2005 }, isUnverified: true },
      };
      await store.save(whole);
      await store.save(excerpt);
      const refs = [
        ...[excerpt.trackKey, trackKeyFrom("nobody", "nothing")],
        ...[whole.recordingId, excerpt.recordingId],
      ];

      const found = await store.findValues(refs);

      const analyses = await store.findMany(refs);
      expect(analyses).toEqual([excerpt, undefined, whole, excerpt]);
      expect(found).toEqual(analyses.map((analysis) => analysis && valuesOf(analysis)));
    });

    it("returns nothing for no keys", async () => {
      const { store } = await open();

      const found = [await store.findMany([]), await store.findValues([])];

      expect(found).toEqual([[], []]);
    });

    it("replaces the analysis of a recording", async () => {
      const { store } = await open();
      await store.save(analysisOf("Pink Floyd", "Money", { tempo: 60 }));
      const newer = {
        ...analysisOf("Pink Floyd", "Money", { tempo: 123 }),
        version: 2,
        beats: [1],
      };

      await store.save(newer);

      expect(await store.findMany([newer.trackKey, newer.recordingId])).toEqual([newer, newer]);
      expect(await countOf(store, {})).toBe(1);
    });

    it.each<[string, string, boolean]>([
      ["a preview of a provider, whose bytes have changed,", "deezer", true],
      ["another upload", "upload", false],
      ["another file", "library", false],
    ])(
      "stores %s beside or in place of the earlier one of its name",
      async (_what, source, isReplaced) => {
        const { store } = await open();
        const earlier = { ...analysisOf("Pink Floyd", "Money"), source };
        const later = { ...earlier, recordingId: recordingOf("later") };
        await store.save(earlier);
        await store.save(analysisOf("Pink Floyd", "Time"));

        await store.save(later);

        const found = await store.findMany([earlier.recordingId, later.recordingId]);
        expect(found).toEqual([isReplaced ? undefined : earlier, later]);
        expect(await countOf(store, {})).toBe(isReplaced ? 2 : 3);
      },
    );

    it("keeps the stored analysis of a recording where it is of a newer version", async () => {
      const { store } = await open();
      const newer = { ...analysisOf("Pink Floyd", "Money", { tempo: 60 }), version: 2 };
      const older = analysisOf("Pink Floyd", "Money", { tempo: 123 });

      const areSaved = [await store.save(newer), await store.save(older)];

      expect(areSaved).toEqual([true, false]);
      expect(await store.findMany([newer.trackKey])).toEqual([newer]);
    });
  });
}

/** Returns an analysis without its long lists. */
function valuesOf(analysis: Analysis): AnalysisValues {
  const long = ["tempoRivals", "beats", "downbeats", "downbeatConfidence", "soundEmbedding"];
  const values = Object.entries(analysis).filter(([field]) => !long.includes(field));
  return Object.fromEntries(values) as unknown as AnalysisValues;
}

/** Returns an analysis of a recording of these names; estimates that are not given are 0.5. */
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
    recordingId: recordingOf(`${artist}: ${trackName}`),
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
