import { type Analysis, estimateFields, type EstimateField } from "../../src/domain/analysis.js";
import type { PageRequest, TrackFilter, TrackOrder } from "../../src/domain/catalogue-query.js";
import { type TrackKey, trackKeyFrom } from "../../src/domain/track-key.js";
import type { AnalysisStore } from "../../src/ports/analysis-store.js";

/** What every AnalysisStore promises, whichever database keeps it. */
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
        excerptSeconds: 29.98,
      };
      await store.save(analysis);

      const found = await store.findMany([analysis.trackKey]);

      expect(found).toEqual([analysis]);
    });

    it("answers keys in the order they were asked, with undefined for strangers", async () => {
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

    it("answers no keys with nothing", async () => {
      const store = await open();

      const found = await store.findMany([]);

      expect(found).toEqual([]);
    });

    it("replaces what was kept under the key", async () => {
      const store = await open();
      await store.save(analysisOf("Pink Floyd", "Money", { tempo: 60 }));
      const newer = {
        ...analysisOf("Pink Floyd", "Money", { tempo: 123 }),
        version: 2,
        beats: [1],
      };

      await store.save(newer);

      expect(await store.findMany([newer.trackKey])).toEqual([newer]);
      expect(await store.count({})).toBe(1);
    });

    it("forgets what is removed, and ignores strangers", async () => {
      const store = await open();
      const money = analysisOf("Pink Floyd", "Money");
      await store.save(money);
      await store.save(analysisOf("Pink Floyd", "Time"));

      await store.remove([money.trackKey, trackKeyFrom("nobody", "nothing")]);

      expect(await namesOf(store, {})).toEqual(["Time"]);
      expect(await store.findMany([money.trackKey])).toEqual([undefined]);
    });

    it.each<[TrackFilter, string[]]>([
      [{}, ["Déjà Vu", "Money", "The Great Gig", "Young Lust"]],
      [{ text: "floyd" }, ["Money", "The Great Gig", "Young Lust"]],
      [{ text: "GIG pink" }, ["The Great Gig"]],
      [{ text: "beyonce deja" }, ["Déjà Vu"]],
      [{ text: "100%" }, []],
      [{ text: "   " }, ["Déjà Vu", "Money", "The Great Gig", "Young Lust"]],
      [{ estimates: { tempo: { gte: 100, lte: 120 } } }, ["Déjà Vu", "The Great Gig"]],
      [{ estimates: { tempo: { gte: 100 }, energy: { lte: 0.5 } } }, ["The Great Gig"]],
      [{ durationMs: { gte: 200_000 } }, ["The Great Gig"]],
      [{ text: "floyd", estimates: { tempo: { lte: 90 } } }, ["Money"]],
    ])("lists and counts what passes the filter %j", async (filter, expected) => {
      const store = await open();
      await saveFour(store);

      const names = await namesOf(store, { filter });

      expect(names).toEqual(expected);
      expect(await store.count(filter)).toBe(expected.length);
    });

    it.each<[TrackOrder, string[]]>([
      [{ field: "tempo", direction: "asc" }, ["Money", "The Great Gig", "Déjà Vu", "Young Lust"]],
      [{ field: "tempo", direction: "desc" }, ["Déjà Vu", "The Great Gig", "Money", "Young Lust"]],
      [
        { field: "trackName", direction: "desc" },
        ["Young Lust", "The Great Gig", "Money", "Déjà Vu"],
      ],
    ])("lists in the order %j, absent values last", async (order, expected) => {
      const store = await open();
      await saveFour(store);

      const names = await namesOf(store, { order });

      expect(names).toEqual(expected);
    });

    it.each<TrackOrder>([
      { field: "mode", direction: "asc" },
      { field: "mode", direction: "desc" },
      { field: "tempo", direction: "asc" },
      { field: "tempo", direction: "desc" },
      { field: "artist", direction: "asc" },
      { field: "artist", direction: "desc" },
      { field: "analyzedAt", direction: "desc" },
    ])(
      "walks the order %j in pages, in both directions, without gap or repetition",
      async (order) => {
        const store = await open();
        await saveMany(store, 23);
        const all = await store.list({ filter: {}, order });

        const forwards = await walk(store, order, "forwards");
        const backwards = await walk(store, order, "backwards");

        expect(new Set(all.map(({ trackKey }) => trackKey)).size).toBe(23);
        expect(forwards).toEqual(all.map(({ trackKey }) => trackKey));
        expect(backwards).toEqual(all.map(({ trackKey }) => trackKey));
      },
    );

    it("orders ties by track key", async () => {
      const store = await open();
      await saveMany(store, 23);

      const listed = await store.list({
        filter: {},
        order: { field: "timeSignature", direction: "desc" },
      });

      const keys = listed.map(({ trackKey }) => trackKey);
      expect(keys).toEqual([...keys].sort());
    });

    it("returns one more than asked for where there are more", async () => {
      const store = await open();
      await saveMany(store, 5);
      const order: TrackOrder = { field: "trackName", direction: "asc" };

      const first = await store.list({ filter: {}, order, first: 2 });
      const last = await store.list({ filter: {}, order, last: 2 });
      const whole = await store.list({ filter: {}, order, first: 5 });

      expect(first.map(({ trackName }) => trackName)).toEqual(["Track 00", "Track 01", "Track 02"]);
      expect(last.map(({ trackName }) => trackName)).toEqual(["Track 02", "Track 03", "Track 04"]);
      expect(whole).toHaveLength(5);
    });
  });
}

/** An analysis whose estimates are 0.5 where no value is named. */
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
    trackKey: trackKeyFrom(artist, trackName),
    artist,
    trackName,
    source: "library",
    analyzedAt: 1_700_000_000_000,
  };
}

async function saveFour(store: AnalysisStore): Promise<void> {
  await store.save(analysisOf("Pink Floyd", "Young Lust", { tempo: null, energy: 0.9 }));
  await store.save(analysisOf("Pink Floyd", "Money", { tempo: 62, energy: 0.7 }));
  await store.save(analysisOf("Beyoncé", "Déjà Vu", { tempo: 105, energy: 0.8 }));
  await store.save({
    ...analysisOf("Pink Floyd", "The Great Gig", { tempo: 100, energy: 0.2 }),
    durationSeconds: 283,
  });
}

/** Tracks with many ties, and with absent values. */
async function saveMany(store: AnalysisStore, count: number): Promise<void> {
  for (let index = 0; index < count; index += 1) {
    const values = { tempo: index % 4 === 0 ? null : 100 + (index % 3), mode: index % 2 };
    const name = `Track ${String(index).padStart(2, "0")}`;
    await store.save({
      ...analysisOf(index % 5 === 0 ? "Ärtist" : `artist ${index % 3}`, name, values),
      analyzedAt: 1_700_000_000_000 + (index % 6),
    });
  }
}

async function namesOf(store: AnalysisStore, page: Partial<PageRequest>): Promise<string[]> {
  const order: TrackOrder = { field: "trackName", direction: "asc" };
  return (await store.list({ filter: {}, order, ...page })).map(({ trackName }) => trackName);
}

/** Every track key, read in pages of four from one end to the other. */
async function walk(
  store: AnalysisStore,
  order: TrackOrder,
  direction: "forwards" | "backwards",
): Promise<readonly TrackKey[]> {
  const keys: TrackKey[] = [];
  let edge: Analysis | undefined;
  for (;;) {
    const position = edge && { value: valueOf(edge, order), trackKey: edge.trackKey };
    const isForwards = direction === "forwards";
    const page = await store.list({
      filter: {},
      order,
      ...(isForwards ? { first: 4 } : { last: 4 }),
      ...(position && (isForwards ? { after: position } : { before: position })),
    });
    const shown = isForwards ? page.slice(0, 4) : page.slice(-4);
    const shownKeys = shown.map(({ trackKey }) => trackKey);
    if (isForwards) keys.push(...shownKeys);
    else keys.unshift(...shownKeys);
    if (page.length <= 4) return keys;
    edge = isForwards ? shown.at(-1) : shown[0];
  }
}

function valueOf(analysis: Analysis, { field }: TrackOrder): string | number | null {
  if (field === "artist" || field === "trackName" || field === "analyzedAt") return analysis[field];
  if (field === "durationMs") return Math.round(analysis.durationSeconds * 1000);
  return analysis.estimates[field].value;
}
