import { CatalogueIndex } from "../../../src/adapters/storage/catalogue/catalogue-index.js";
import { SqlAnalysisStore } from "../../../src/adapters/storage/analyses/sql-analysis-store.js";
import { openDatabase, type Database } from "../../../src/adapters/storage/database.js";
import { defaultOrder } from "../../../src/domain/catalogue/catalogue-query.js";
import { passesFilter } from "../../../src/domain/catalogue/passes-filter.js";
import {
  parseTrackFilter,
  type TrackFilterParameters,
} from "../../../src/domain/catalogue/track-filter.js";
import { analysisOf } from "../../contracts/analyses/analysis-store.contract.js";

const analyses = [
  analysisOf("Björk", "Jóga", { tempo: 90, key: 9, mode: 0, happy: 0.2 }),
  analysisOf("AC/DC", "T.N.T.", { tempo: 128, key: 0, mode: 1, happy: null }),
  analysisOf("!!!", "Heart of Hearts", { tempo: null, key: null, mode: null, happy: 0.9 }),
  { ...analysisOf("Ann", "One", { tempo: 120, key: 4, mode: 0 }), source: "deezer" },
  { ...analysisOf("Bea", "Chapter 1", { key: 2, mode: 1 }), release: { genre: "Audiobook" } },
  { ...analysisOf("Cid", "Rain", { key: 2, mode: 1 }), release: { genre: "Field Recording" } },
  {
    ...analysisOf("Eve; Fay", "Two", { key: 2, mode: 1 }),
    release: { genre: "House; Drum & Bass", album: "A; B", albumArtist: "Various", year: 1999 },
  },
  {
    ...analysisOf("Gus", "Three", { key: 2, mode: 1 }),
    release: { composer: "Antonín Dvořák", year: 2004 },
  },
  { ...analysisOf("Hal", "Lost"), goneAt: 17 },
  analysisOf("Dan", "Silence", { tempo: null, key: null, speechiness: null }),
];

const filters: readonly TrackFilterParameters[] = [
  {},
  { tempo: { gte: 100 } },
  { tempo: { lte: 120 } },
  { tempo: { gte: 60, lte: 64 }, foldTempo: true },
  { tempo: { gte: 60, lte: 64 }, foldTempo: false },
  { tempo: { gte: 180, lte: 240 }, foldTempo: true },
  { foldTempo: true },
  { hasFile: false },
  { hasFile: true },
  { presence: "gone" },
  { presence: "any" },
  { mood: { happy: { gte: 0.2, lte: 0.9 } } },
  { confidence: { happy: { gte: 0.5 } } },
  { confidence: { tempo: { lte: 0 } } },
  { durationMs: { gte: 180_000 } },
  { durationMs: { gte: 180_001 } },
  { keyIn: ["8A", "C"] },
  { keyIn: [] },
  { camelotCompatibleWith: "8A" },
  { mode: 0 },
  { source: "deezer" },
  { year: { gte: 1999, lte: 2003 } },
  { year: { lte: 2004 } },
  ...["house", "drum and bass", "DRUM & BASS", "bass", "audiobook"].map((value) => ({
    genre: [value],
  })),
  { genre: ["house", "Audiobook"] },
  { genre: [] },
  ...["eve", "Fay", "Eve; Fay", "björk", "ac dc", "!!!"].map((value) => ({ artist: [value] })),
  ...["A; B", "A", "B"].map((value) => ({ album: [value] })),
  { composer: ["antonin dvorak"], year: { gte: 2000 } },
  { albumArtist: ["various"] },
  ...["music", "speech", "other", "any"].map((kind) => ({ kind })),
  ...["bjork", "joga björk", "ac/dc", "TNT", "!!!", "hearts !!!", "nobody", "on an"].map(
    (text) => ({
      text,
    }),
  ),
];

describe("Whether an analysis passes a filter", () => {
  let database: Database;
  let store: SqlAnalysisStore;

  beforeAll(async () => {
    database = await openDatabase({ url: "sqlite::memory:", connections: 2 });
    store = new SqlAnalysisStore({ database, catalogue: new CatalogueIndex(database) });
    for (const analysis of analyses) await store.save(analysis);
  });
  afterAll(() => database.close());

  it.each(filters)("is decided as in the catalogue for %j", async (parameters) => {
    const filter = parseTrackFilter(parameters);

    const { items } = await store.list({ filter, order: defaultOrder, first: 10 });

    const passing = analyses.filter((analysis) => passesFilter(analysis, filter));
    const namesOf = (found: readonly { readonly trackName: string }[]): readonly string[] =>
      found.map(({ trackName }) => trackName).sort();
    expect(namesOf(passing)).toEqual(namesOf(items));
  });
});
