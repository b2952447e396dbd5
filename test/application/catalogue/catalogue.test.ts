import { CatalogueIndex } from "../../../src/adapters/storage/catalogue/catalogue-index.js";
import { openDatabase, type Database } from "../../../src/adapters/storage/database.js";
import { SqlAnalysisStore } from "../../../src/adapters/storage/analyses/sql-analysis-store.js";
import { OPERATOR } from "../../../src/domain/playlist/playlist.js";
import { estimateFields } from "../../../src/domain/analysis/descriptors.js";
import { analysisOf } from "../../contracts/analyses/analysis-store.contract.js";
import {
  MoodsDocument,
  TracksDocument,
  TracksThatMixDocument,
  type TracksQueryVariables,
} from "../../generated/operations.js";
import { CountingAnalysisStore } from "../../graphql/counting-analysis-store.js";
import { askGraphql } from "../../graphql/graphql-client.js";
import { seededRandom } from "../../signals/random.js";
import { openApplicationUnderTest, type ApplicationUnderTest } from "../application-under-test.js";

const TRACKS = 120;
const list = "/api/audio/tracks";

interface TrackJson {
  readonly trackKey: string;
  readonly trackName: string;
  readonly tempo: number | null;
}

interface TracksJson {
  readonly data: readonly TrackJson[];
  readonly page: {
    readonly nextCursor: string | null;
    readonly previousCursor: string | null;
    readonly totalCount: number;
  };
  readonly error?: { readonly code: string; readonly parameter: string };
}

interface FacetsJson {
  readonly facets: readonly {
    readonly field: string;
    readonly values: readonly { readonly value: string; readonly count: number }[];
  }[];
  readonly totalCount: number;
}

describe("Browsing the catalogue", () => {
  let database: Database;
  let store: CountingAnalysisStore;
  let application: ApplicationUnderTest;

  beforeAll(async () => {
    database = await openDatabase({ url: "sqlite::memory:" });
    const catalogue = new CatalogueIndex(database);
    const kept = new SqlAnalysisStore({ database, catalogue });
    const signed = seededRandom(11);
    const random = (): number => (signed() + 1) / 2;
    for (let index = 0; index < TRACKS; index += 1) {
      const values = Object.fromEntries(estimateFields.map((field) => [field, random()]));
      const analysis = analysisOf(`Artist ${index % 7}`, `Track ${index}`, {
        ...values,
        tempo: index % 10 === 0 ? null : 60 + Math.floor(120 * random()),
        key: Math.floor(12 * random()),
        mode: Math.floor(2 * random()),
        timeSignature: 3 + Math.floor(2 * random()),
      });
      const release = {
        ...(index % 4 > 0 && { genre: ["House", "House; Techno", "Ambient"][index % 3]! }),
        ...(index % 5 > 0 && { album: `Album ${index % 9}`, trackNumber: 1 + (index % 12) }),
        ...(index % 2 > 0 && { year: 1990 + (index % 8), albumArtist: `Artist ${index % 7}` }),
      };
      await kept.save({ ...analysis, release, source: index % 3 === 0 ? "deezer" : "library" });
    }
    store = new CountingAnalysisStore(kept);
    application = await openApplicationUnderTest({ analyses: store, catalogue });
  });
  afterAll(async () => {
    await application.close();
    await database.close();
  });

  const rest = async (query: string): Promise<TracksJson> =>
    (await (await application.get(`${list}?${query}`)).json()) as TracksJson;

  const keysOf = ({ data }: TracksJson): readonly string[] => data.map(({ trackKey }) => trackKey);

  it.each<[string, NonNullable<TracksQueryVariables["filter"]>]>([
    ["tempo.gte=120", { tempo: { gte: 120 } }],
    [
      "tempo.gte=100&tempo.lte=140&energy.lte=0.5",
      { tempo: { gte: 100, lte: 140 }, energy: { lte: 0.5 } },
    ],
    [
      "mood.happy.gte=0.7&valence.gte=0.2",
      { mood: { happy: { gte: 0.7 } }, valence: { gte: 0.2 } },
    ],
    ["key=9", { key: 9 }],
    ["mode=1&timeSignature=3", { mode: 1, timeSignature: 3 }],
    ["keyIn=8A,C+major,1m", { keyIn: ["8A", "C major", "1m"] }],
    ["camelotCompatibleWith=8A", { camelotCompatibleWith: "8A" }],
    ["source=deezer", { source: "deezer" }],
    ["text=artist+3", { text: "artist 3" }],
    ["confidence.tempo.gte=0.5", { confidence: { tempo: { gte: 0.5 } } }],
    ["confidence.happy.gte=0.76", { confidence: { happy: { gte: 0.76 } } }],
    ["durationMs.gte=180000", { durationMs: { gte: 180_000 } }],
    ["genre=techno", { genre: ["techno"] }],
    ["genre=techno;AMBIENT", { genre: ["techno", "AMBIENT"] }],
    ["artist=artist+3&album=Album+1", { artist: ["artist 3"], album: ["Album 1"] }],
    ["albumArtist=Artist+5", { albumArtist: ["Artist 5"] }],
    ["year.gte=1991&year.lte=1993", { year: { gte: 1991, lte: 1993 } }],
    ["loudness.lte=0.5&tuning.gte=0.1", { loudness: { lte: 0.5 }, tuning: { gte: 0.1 } }],
  ])("returns the same tracks over REST and GraphQL: %s", async (query, filter) => {
    const plain = await rest(`${query}&order=-energy&limit=100`);
    const { data } = await askGraphql(application, TRACK_KEYS, { filter });

    const found = (data as TrackKeys).tracks;
    expect(keysOf(plain)).toEqual(found.edges.map(({ node }) => node.trackKey));
    expect(plain.page.totalCount).toBe(found.totalCount);
  });

  it.each<[string, NonNullable<TracksQueryVariables["orderBy"]>]>([
    ["source", { field: "SOURCE", direction: "ASC" }],
    ["-source", { field: "SOURCE", direction: "DESC" }],
    ["confidence.tempo", { field: "CONFIDENCE_TEMPO", direction: "ASC" }],
    ["-confidence.timeSignature", { field: "CONFIDENCE_TIME_SIGNATURE", direction: "DESC" }],
    ["confidence.happy", { field: "CONFIDENCE_HAPPY", direction: "ASC" }],
    ["album", { field: "ALBUM", direction: "ASC" }],
    ["-genre", { field: "GENRE", direction: "DESC" }],
    ["-year", { field: "YEAR", direction: "DESC" }],
    ["random:7", { field: "RANDOM", direction: "ASC", seed: 7 }],
  ])("has the same order on every page over REST and GraphQL: %s", async (order, orderBy) => {
    const first = await rest(`order=${order}&limit=60`);
    const second = await rest(`order=${order}&limit=60&cursor=${first.page.nextCursor}`);
    const { data } = await askGraphql(application, TracksDocument, { orderBy, first: 100 });

    const keys = [...keysOf(first), ...keysOf(second)];
    expect(new Set(keys).size).toBe(TRACKS);
    expect(data.tracks.edges.map(({ node }) => node?.trackKey)).toEqual(keys.slice(0, 100));
  });

  it("refuses a cursor of a random order with another seed", async () => {
    const { page } = await rest("order=random:7&limit=5");

    const { error } = await rest(`order=random:8&limit=5&cursor=${page.nextCursor}`);

    expect(error).toMatchObject({ code: "INVALID_INPUT", parameter: "cursor" });
  });

  it("counts the same values over REST and GraphQL", async () => {
    const counted = "/api/audio/facets?fields=genre,albumArtist,year,key&limit=3&tempo.gte=90";
    const answer = (await (await application.get(counted)).json()) as { data: unknown };
    const document = `{ facets(fields: [GENRE, ALBUM_ARTIST, YEAR, KEY], first: 3, filter: { tempo: { gte: 90 } }) {
      totalCount
      facets { field valueCount trackCount values { value count } }
    } }`;
    const { data } = await askGraphql(application, document);

    const { facets, totalCount } = (data as { facets: FacetsJson }).facets;
    const inRest = facets.map(({ field, ...rest }) => ({
      field: { GENRE: "genre", ALBUM_ARTIST: "albumArtist" }[field] ?? field.toLowerCase(),
      ...rest,
    }));
    expect(answer.data).toEqual({ facets: inRest, totalCount });
    expect(facets.map(({ values }) => values.length)).toEqual([3, 3, 3, 3]);
    const houses = await rest("genre=house&tempo.gte=90&limit=1");
    expect(facets[0]?.values[0]).toEqual({ value: "House", count: houses.page.totalCount });
  });

  it("shows folders only to callers who may write", async () => {
    const scopes = ["read", "write"] as const;
    const { token } = await application.services.access.issue({ name: "w", scopes: [...scopes] });
    const rest = ["/api/audio/facets?fields=folder", "/api/audio/tracks?order=-folder"];
    const documents = [
      "{ facets(fields: [FOLDER]) { totalCount } }",
      "{ tracks(orderBy: { field: FOLDER }) { totalCount } }",
    ];

    for (const path of rest) {
      expect((await application.get(path)).status).toBe(403);
      expect((await application.get(path, { authorization: `Bearer ${token}` })).status).toBe(200);
    }
    for (const document of documents) {
      const { errors } = await askGraphql(application, document);
      expect(errors).toMatchObject([{ extensions: { code: "FORBIDDEN" } }]);
    }
  });

  it("spreads the artists of a playlist, unless its order is stated or it is switched off", async () => {
    const { playlists } = application.services;
    const repeatsOf = async (recipe: object): Promise<number> => {
      const kept = await playlists.create(OPERATOR, { name: JSON.stringify(recipe), ...recipe });
      const found = await store.findMany(await playlists.tracksOf(kept));
      const artists = found.map((analysis) => analysis?.artist);
      expect(artists).toHaveLength(30);
      return artists.slice(1).filter((artist, index) => artist === artists[index]).length;
    };
    const random = { order: "random:7", length: 30 };

    expect(await repeatsOf(random)).toBe(0);
    expect(await repeatsOf({ ...random, spreadArtists: false })).toBeGreaterThan(0);
    expect(await repeatsOf({ order: "artist", length: 30 })).toBeGreaterThan(0);
  });

  it("goes through all pages and back over REST, by cursor and by link", async () => {
    const all = keysOf(await rest("order=tempo&limit=100"));
    const pages: TracksJson[] = [await rest("order=tempo&limit=40&energy.gte=0")];

    for (let next = pages[0]!.page.nextCursor; next !== null;) {
      const page = await rest(`order=tempo&limit=40&energy.gte=0&cursor=${next}`);
      pages.push(page);
      next = page.page.nextCursor;
    }
    const back = await rest(`order=tempo&limit=40&before=${pages[2]!.page.previousCursor}`);
    const response = await application.get(`${list}?order=tempo&limit=40&energy.gte=0`);
    const links = response.headers.get("link") ?? "";
    const [, next = ""] = /<([^>]+)>; rel="next"/.exec(links) ?? [];
    const linked = (await (
      await application.get(next.replace(application.url, ""))
    ).json()) as TracksJson;

    const walked = pages.flatMap(keysOf);
    expect(pages.map(({ data }) => data.length)).toEqual([40, 40, 40]);
    expect(new Set(walked).size).toBe(TRACKS);
    expect(walked.slice(0, 100)).toEqual(all);
    expect(keysOf(back)).toEqual(keysOf(pages[1]!));
    expect(keysOf(linked)).toEqual(keysOf(pages[1]!));
    expect(links).not.toContain('rel="prev"');
    expect(pages[0]!.page.previousCursor).toBeNull();
  });

  it("accepts cursors of GraphQL over REST, and the reverse", async () => {
    const { data } = await askGraphql(application, TracksDocument, {
      orderBy: { field: "ENERGY", direction: "DESC" },
      first: 10,
    });
    const second = await rest(`order=-energy&limit=10&cursor=${data.tracks.pageInfo.endCursor}`);
    const third = await askGraphql(application, TRACK_KEYS, {
      first: 10,
      after: second.page.nextCursor,
    });

    const all = keysOf(await rest("order=-energy&limit=30"));
    expect(keysOf(second)).toEqual(all.slice(10, 20));
    expect((third.data as TrackKeys).tracks.edges.map(({ node }) => node.trackKey)).toEqual(
      all.slice(20, 30),
    );
  });

  it("returns every value of a track that filters and orders use", async () => {
    const { data } = await rest("limit=1&order=trackName");

    expect(data[0]).toMatchObject({
      trackName: "Track 0",
      tempo: null,
      meta: { artist: "Artist 0", track: "Track 0" },
      loudness: expect.any(Number),
      camelot: expect.stringMatching(/^\d+[AB]$/),
      confidence: { tempo: 0, energy: 0.75 },
      source: "deezer",
      analyzedAt: "2023-11-14T22:13:20.000Z",
      thumbnailUrl: `${application.url}/artwork/placeholder.svg`,
    });
  });

  it.each([
    ["colour=red", "colour"],
    ["tempo.gte=fast", "tempo.gte"],
    ["limit=0", "limit"],
    ["limit=101", "limit"],
    ["cursor=bm9uZQ", "cursor"],
    ["camelotCompatibleWith=14A", "camelotCompatibleWith"],
  ])("refuses %s over REST and names the parameter", async (query, parameter) => {
    const { error } = await rest(query);

    expect(error).toMatchObject({ code: "INVALID_INPUT", parameter });
  });

  it("returns the same moods and tracks over REST and GraphQL", async () => {
    const response = await application.get("/api/audio/moods?threshold=0.6&limit=3");
    const { data: plain } = (await response.json()) as { data: readonly MoodJson[] };
    const { data } = await askGraphql(application, MoodsDocument, { threshold: 0.6, first: 3 });

    const happy = await rest("mood.happy.gte=0.6&order=-mood.happy&limit=3");
    expect(plain.map(({ mood }) => mood)).toEqual(["happy", "sad", "relaxed", "aggressive"]);
    expect(plain[0]!.count).toBe(happy.page.totalCount);
    expect(plain[0]!.strongest.map(({ trackKey }) => trackKey)).toEqual(keysOf(happy));
    expect(data.moods).toEqual(
      plain.map(({ mood, count, strongest }) => ({
        mood: mood.toUpperCase(),
        count,
        strongest: strongest.map(({ value, ...track }) => ({ value, track })),
      })),
    );
  });

  it.each([
    ["threshold=1.1", "threshold"],
    ["threshold=-0.1", "threshold"],
    ["limit=26", "limit"],
  ])("refuses moods by %s", async (query, parameter) => {
    const response = await application.get(`/api/audio/moods?${query}`);

    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: { parameter } });
  });

  it("finds tracks with a compatible key and a tempo within bounds", async () => {
    const { data } = await askGraphql(application, TracksThatMixDocument, {
      key: "8A",
      from: 80,
      to: 160,
    });

    const keys = data.tracks.edges.map(({ node }) =>
      node && "camelot" in node.analysis ? node.analysis.camelot : "none",
    );
    expect(data.tracks.totalCount).toBeGreaterThan(0);
    expect(["7A", "8A", "8B", "9A"]).toEqual(expect.arrayContaining(keys));
  });

  it("reads the store once for a page of fifty tracks with their analyses and the count", async () => {
    await askGraphql(application, FIFTY);
    store.readCount = 0;

    const { data } = await askGraphql(application, FIFTY);
    const overGraphql = store.readCount;
    await rest("limit=50");

    const { edges, totalCount } = (data as { tracks: { edges: unknown[]; totalCount: number } })
      .tracks;
    expect([edges.length, totalCount]).toEqual([50, TRACKS]);
    expect(edges[0]).toMatchObject({ node: { analysis: { tempo: expect.any(Number) } } });
    expect(overGraphql).toBe(1);
    expect(store.readCount - overGraphql).toBe(1);
  });

  it("reads the store once for all moods with their tracks and analyses", async () => {
    store.readCount = 0;

    await askGraphql(
      application,
      "{ moods { count strongest { track { analysis { __typename } } } } }",
    );

    expect(store.readCount).toBe(1);
  });
});

interface MoodJson {
  readonly mood: string;
  readonly count: number;
  readonly strongest: readonly (TrackJson & { readonly value: number })[];
}

interface TrackKeys {
  readonly tracks: {
    readonly totalCount: number;
    readonly edges: readonly { readonly node: { readonly trackKey: string } }[];
  };
}

const TRACK_KEYS = `query ($filter: TrackFilter, $first: Int = 100, $after: String) {
  tracks(filter: $filter, orderBy: { field: ENERGY, direction: DESC }, first: $first, after: $after) {
    totalCount
    edges { node { trackKey } }
  }
}`;

const FIFTY = `{
  tracks(orderBy: { field: TEMPO }, first: 50) {
    totalCount
    edges { node { trackName thumbnailUrl analysis { ... on TrackAnalysis { tempo beats } } } }
    pageInfo { endCursor }
  }
}`;
