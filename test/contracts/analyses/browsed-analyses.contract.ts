import type { Analysis } from "../../../src/domain/analysis/analysis.js";
import { orderedTags } from "../../../src/domain/catalogue/text-tags.js";
import {
  type PageRequest,
  type TrackFilter,
  type TrackOrder,
} from "../../../src/domain/catalogue/catalogue-query.js";
import { positionOf } from "../../../src/domain/catalogue/order-position.js";
import type { ReleaseDetails } from "../../../src/domain/track/release-details.js";
import type { RecordingId } from "../../../src/domain/track/recording-id.js";
import type { AnalysisStore } from "../../../src/ports/analysis/analysis-store.js";
import { seededRandom } from "../../signals/random.js";
import { analysisOf, countOf } from "./analysis-store.contract.js";
import { type OpenedCatalogue, replaceBytes } from "./replaced-bytes.js";

const A_MINOR = { tonic: 9, mode: 0 } as const;
const C_MAJOR = { tonic: 0, mode: 1 } as const;

/** Those of the four tracks whose source is the library, with equal confidences, by recording. */
const fromLibrary = ["The Great Gig", "Déjà Vu", "Money"];

/** The contract of every AnalysisStore for browsing. */
export function describeBrowsedAnalyses(name: string, open: () => Promise<OpenedCatalogue>): void {
  describe(`${name} as an AnalysisStore to browse`, () => {
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
      [{ source: "deezer" }, ["Young Lust"]],
      [{ source: "nowhere" }, []],
      [{ keys: [A_MINOR, C_MAJOR] }, ["Déjà Vu", "The Great Gig"]],
      [{ keys: [A_MINOR], source: "library" }, ["Déjà Vu"]],
      [{ keys: [] }, []],
      [{ confidences: { energy: { gte: 0.75 } } }, ["Déjà Vu", "Money", "The Great Gig"]],
      [{ confidences: { energy: { lte: 0.7 } } }, ["Young Lust"]],
      [{ confidences: { tempo: { gte: 0.75 } }, text: "floyd" }, ["Money", "The Great Gig"]],
      [{ estimates: { tempo: {} } }, ["Déjà Vu", "Money", "The Great Gig", "Young Lust"]],
      [{ estimates: { tempo: { gte: 100, lte: 99 } } }, []],
    ])("lists and counts the tracks that match the filter %j", async (filter, expected) => {
      const { store } = await open();
      await saveFour(store);

      const names = await namesOf(store, { filter });

      expect(names).toEqual(expected);
      expect(await countOf(store, filter)).toBe(expected.length);
    });

    it.each<[TrackOrder, string[]]>([
      [{ field: "tempo", direction: "asc" }, ["Money", "The Great Gig", "Déjà Vu", "Young Lust"]],
      [{ field: "tempo", direction: "desc" }, ["Déjà Vu", "The Great Gig", "Money", "Young Lust"]],
      [
        { field: "trackName", direction: "desc" },
        ["Young Lust", "The Great Gig", "Money", "Déjà Vu"],
      ],
      [{ field: "source", direction: "asc" }, ["Young Lust", ...fromLibrary]],
      [{ field: "source", direction: "desc" }, [...fromLibrary, "Young Lust"]],
      [{ field: "confidence.energy", direction: "asc" }, ["Young Lust", ...fromLibrary]],
      [{ field: "confidence.energy", direction: "desc" }, [...fromLibrary, "Young Lust"]],
    ])("lists in the order %j, absent values last", async (order, expected) => {
      const { store } = await open();
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
      { field: "source", direction: "asc" },
      { field: "source", direction: "desc" },
      { field: "confidence.tempo", direction: "asc" },
      { field: "confidence.tempo", direction: "desc" },
      ...(["year", "random", ...orderedTags] as const).flatMap((field) =>
        (["asc", "desc"] as const).map((direction): TrackOrder => ({ field, direction })),
      ),
      { field: "random", direction: "asc", seed: 7 },
    ])(
      "pages through the order %j in both directions, without gap or repetition",
      async (order) => {
        const { store } = await open();
        await saveMany(store, 23);
        const { items: all } = await store.list({ filter: {}, order });

        const forwards = await walk(store, order, "forwards");
        const backwards = await walk(store, order, "backwards");

        expect(new Set(all.map(({ recordingId }) => recordingId)).size).toBe(23);
        expect(forwards).toEqual(all.map(({ recordingId }) => recordingId));
        expect(backwards).toEqual(all.map(({ recordingId }) => recordingId));
      },
    );

    it("orders an album by disc and number, and keeps albums of one title apart", async () => {
      const { store } = await open();
      const places: [string, string, number, number][] = [
        ["Hits", "Zoe", 1, 1],
        ["Hits", "Ann", 2, 1],
        ["hits", "Ann", 1, 10],
        ["Hits", "Ann", 1, 2],
        ["Gold", "Ann", 1, 1],
      ];
      for (const [album, albumArtist, discNumber, trackNumber] of places) {
        const release = { album, albumArtist, discNumber, trackNumber };
        const name = `${album} ${albumArtist} ${discNumber}-${trackNumber}`;
        await store.save({ ...analysisOf("Somebody", name), release });
      }
      await store.save(analysisOf("Somebody", "Single"));

      const names = await namesOf(store, { order: { field: "album", direction: "asc" } });

      expect(names).toEqual([
        "Gold Ann 1-1",
        "Hits Ann 1-2",
        "hits Ann 1-10",
        "Hits Ann 2-1",
        "Hits Zoe 1-1",
        "Single",
      ]);
    });

    it("orders at random, equally for one seed and differently for another", async () => {
      const { store } = await open();
      await saveMany(store, 23);
      const orderOf = (seed: number) =>
        namesOf(store, { order: { field: "random", direction: "asc", seed } });

      const first = await orderOf(1);

      expect(await orderOf(1)).toEqual(first);
      expect(await orderOf(2)).not.toEqual(first);
      expect([...first].sort()).toEqual([...(await orderOf(2))].sort());
    });

    it("counts values of tags by their frequency, spellings together and each of several", async () => {
      const { store, catalogue } = await open();
      const genres = ["House; Techno", "house", "House", "Techno; techno", undefined];
      for (const [index, genre] of genres.entries()) {
        const release = { ...(genre !== undefined && { genre }), year: 1999 + (index % 2) };
        await store.save({ ...analysisOf("Ann", `${index}`, { key: 9, mode: 0 }), release });
      }

      const { facets, totalCount } = await catalogue.countFacets({
        fields: ["genre", "year", "key", "source", "album"],
        filter: { year: { gte: 1999 } },
        first: 1,
      });

      expect(totalCount).toBe(5);
      expect(facets).toEqual([
        { field: "genre", values: [{ value: "House", count: 3 }], valueCount: 2, trackCount: 4 },
        { field: "year", values: [{ value: "1999", count: 3 }], valueCount: 2, trackCount: 5 },
        { field: "key", values: [{ value: "A minor", count: 5 }], valueCount: 1, trackCount: 5 },
        { field: "source", values: [{ value: "library", count: 5 }], valueCount: 1, trackCount: 5 },
        { field: "album", values: [], valueCount: 0, trackCount: 0 },
      ]);
    });

    it("orders ties by recording", async () => {
      const { store } = await open();
      await saveMany(store, 23);

      const { items } = await store.list({
        filter: {},
        order: { field: "timeSignature", direction: "desc" },
      });

      const ids = items.map(({ recordingId }) => recordingId);
      expect(ids).toEqual([...ids].sort());
    });

    it.each(["forwards", "backwards"] as const)(
      "lists each unchanged track once, paging %s, while other tracks are added and removed",
      async (direction) => {
        const { store, files } = await open();
        await saveMany(store, 23);
        const order: TrackOrder = { field: "tempo", direction: "desc" };
        const { items } = await store.list({ filter: {}, order });
        const before = items.map(({ recordingId }) => recordingId);
        let visit = 0;
        const disturb = async (): Promise<void> => {
          visit += 1;
          const other = analysisOf("Other", `${visit}`, { tempo: 95 + 4 * visit });
          await store.save(other);
          await store.save(analysisOf("Other", `${visit} without`, { tempo: null }));
          if (visit % 2 === 0) await replaceBytes(files, other);
        };

        const walked = await walk(store, order, direction, disturb);

        const known = walked.filter((recordingId) => before.includes(recordingId));
        expect(known).toEqual(before);
        expect(new Set(walked).size).toBe(walked.length);
      },
    );

    it("counts tracks with a value, and lists those with the highest, ties by recording", async () => {
      const { store } = await open();
      const values = [0.9, 0.5, null, 0.49, 0.9, 0.7];
      for (const [index, happy] of values.entries()) {
        await store.save(analysisOf("Artist", `${index}`, { happy, sad: 0.1 }));
      }

      const found = await store.findHolders(["sad", "happy"], { min: 0.5, first: 3 });

      const recordingOfTrack = (name: string): RecordingId =>
        analysisOf("Artist", name).recordingId;
      const tied = [recordingOfTrack("0"), recordingOfTrack("4")].sort();
      expect(found).toMatchObject([
        { field: "sad", count: 0, strongest: [] },
        { field: "happy", count: 4 },
      ]);
      expect(found[1]?.strongest.map(({ recordingId }) => recordingId)).toEqual([
        ...tied,
        recordingOfTrack("5"),
      ]);
    });

    it("counts only music, and lists a kind where a filter asks for it", async () => {
      const { store } = await open();
      await store.save(analysisOf("Ann", "Song", { happy: 0.9 }));
      const spoken = { happy: 0.9, tempo: null, key: null, speechiness: 0.9 };
      await store.save(analysisOf("Bea", "Chapter 1", spoken));

      const found = await store.findHolders(["happy"], { min: 0.5, first: 3 });

      expect(found).toMatchObject([{ count: 1, strongest: [{ trackName: "Song" }] }]);
      expect(await countOf(store, {})).toBe(2);
      expect(await countOf(store, { kind: "any" })).toBe(2);
      expect(await countOf(store, { kind: "music" })).toBe(1);
      expect(await countOf(store, { kind: "speech" })).toBe(1);
    });

    it("finds a changed analysis by its current values", async () => {
      const { store } = await open();
      await store.save(analysisOf("Pink Floyd", "Money", { tempo: 60 }));
      await countOf(store, {});

      await store.save(analysisOf("Pink Floyd", "Money", { tempo: 123 }));

      expect(await countOf(store, { estimates: { tempo: { lte: 60 } } })).toBe(0);
      expect(await countOf(store, { estimates: { tempo: { gte: 123 } } })).toBe(1);
    });

    it("agrees with a linear search, whatever was added and removed before", async () => {
      const { store, files } = await open();
      const signed = seededRandom(7);
      const random = (): number => (signed() + 1) / 2;
      const kept = new Map<RecordingId, Analysis>();
      for (let index = 0; index < 60; index += 1) {
        const name = `${Math.floor(random() * 40)}`;
        const tempo = random() < 0.2 ? null : Math.floor(random() * 10);
        const analysis = analysisOf("Artist", name, { tempo, energy: random() });
        await store.save(analysis);
        kept.set(analysis.recordingId, analysis);
        if (random() < 0.3) {
          const gone = analysisOf("Artist", `${Math.floor(random() * 40)}`);
          await replaceBytes(files, gone);
          kept.delete(gone.recordingId);
        }
      }
      const order: TrackOrder = { field: "tempo", direction: "desc" };

      const { items: found } = await store.list({
        filter: { estimates: { energy: { gte: 0.3 } } },
        order,
      });

      const tempoOf = ({ estimates }: Analysis): number => estimates.tempo.value ?? -1;
      const expected = [...kept.values()]
        .filter(({ estimates }) => estimates.energy.value! >= 0.3)
        .sort((a, b) => tempoOf(b) - tempoOf(a) || (a.recordingId < b.recordingId ? -1 : 1));
      expect(found).toEqual(expected);
    });
  });
}

async function saveFour(store: AnalysisStore): Promise<void> {
  const inKey = (key: number | null, mode: number | null) => ({ key, mode });
  const youngLust = analysisOf("Pink Floyd", "Young Lust", { tempo: null, ...inKey(0, null) });
  const energy = { value: 0.9, confidence: 0.7, method: "measured" } as const;
  await store.save({
    ...youngLust,
    source: "deezer",
    estimates: { ...youngLust.estimates, energy },
  });
  await store.save(analysisOf("Pink Floyd", "Money", { tempo: 62, energy: 0.7, ...inKey(11, 0) }));
  await store.save(analysisOf("Beyoncé", "Déjà Vu", { tempo: 105, energy: 0.8, ...inKey(9, 0) }));
  await store.save({
    ...analysisOf("Pink Floyd", "The Great Gig", { tempo: 100, energy: 0.2, ...inKey(0, 1) }),
    durationSeconds: 283,
  });
}

/** Saves tracks with many ties, and with absent values. */
async function saveMany(store: AnalysisStore, count: number): Promise<void> {
  for (let index = 0; index < count; index += 1) {
    const values = { tempo: index % 4 === 0 ? null : 100 + (index % 3), mode: index % 2 };
    const name = `Track ${String(index).padStart(2, "0")}`;
    const analysis = analysisOf(index % 5 === 0 ? "Ärtist" : `artist ${index % 3}`, name, values);
    const tempo = { ...analysis.estimates.tempo, confidence: (index % 7) / 10 };
    await store.save({
      ...analysis,
      estimates: { ...analysis.estimates, tempo },
      source: index % 4 === 0 ? "Deezer" : "library",
      ...(index % 6 > 0 && { release: releaseOf(index) }),
      analyzedAt: 1_700_000_000_000 + (index % 6),
    });
  }
}

/** Returns tags with many ties, other spellings and absent values. */
function releaseOf(index: number): ReleaseDetails {
  return {
    ...(index % 4 > 0 && { genre: ["House", "house; Techno", "Ambient"][index % 3]! }),
    ...(index % 5 > 0 && { album: ["Hits", "hits", "Gold"][index % 3]! }),
    ...(index % 7 > 2 && { albumArtist: `Artist ${index % 2}` }),
    ...(index % 3 > 0 && { trackNumber: 1 + (index % 4), discNumber: 1 + (index % 2) }),
    ...(index % 2 > 0 && { composer: "Dvořák", year: 1990 + (index % 4) }),
  };
}

async function namesOf(store: AnalysisStore, page: Partial<PageRequest>): Promise<string[]> {
  const order: TrackOrder = { field: "trackName", direction: "asc" };
  const { items } = await store.list({ filter: {}, order, ...page });
  return items.map(({ trackName }) => trackName);
}

/** Returns every recording, read in pages of four from one end to the other. */
async function walk(
  store: AnalysisStore,
  order: TrackOrder,
  direction: "forwards" | "backwards",
  betweenPages: () => Promise<void> = () => Promise.resolve(),
): Promise<readonly RecordingId[]> {
  const walked: RecordingId[] = [];
  let edge: Analysis | undefined;
  for (;;) {
    const position = edge && positionOf(edge, order);
    const isForwards = direction === "forwards";
    const page = await store.list({
      filter: {},
      order,
      ...(isForwards ? { first: 4 } : { last: 4 }),
      ...(position && (isForwards ? { after: position } : { before: position })),
    });
    const shown = page.items.map(({ recordingId }) => recordingId);
    if (isForwards) walked.push(...shown);
    else walked.unshift(...shown);
    if (!(isForwards ? page.hasNextPage : page.hasPreviousPage)) return walked;
    edge = isForwards ? page.items.at(-1) : page.items[0];
    await betweenPages();
  }
}
