import { SqlAnalysisStore } from "../../../../src/adapters/storage/analyses/sql-analysis-store.js";
import { CatalogueIndex } from "../../../../src/adapters/storage/catalogue/catalogue-index.js";
import { RecentRecordings } from "../../../../src/adapters/storage/analyses/recent-recordings.js";
import { SqlLibraryStore } from "../../../../src/adapters/storage/library/sql-library-store.js";
import { SqlSongStore } from "../../../../src/adapters/storage/music-servers/sql-song-store.js";
import { defaultOrder, type TrackOrder } from "../../../../src/domain/catalogue/catalogue-query.js";
import { facetFields } from "../../../../src/domain/catalogue/facets.js";
import { passesFilter } from "../../../../src/domain/catalogue/passes-filter.js";
import {
  parseTrackFilter,
  type TrackFilterParameters,
} from "../../../../src/domain/catalogue/track-filter.js";
import {
  folderOfMusicServer,
  parseMusicServerName,
} from "../../../../src/domain/music-server/music-server.js";
import { FAVOURITE_SINCE_UNKNOWN, type SongUse } from "../../../../src/domain/track/song-use.js";
import { fileOf } from "../../../contracts/library-store.contract.js";
import { analysisOf } from "../../../contracts/analyses/analysis-store.contract.js";
import { song } from "../../../fakes/music-servers.js";
import { databaseSystems, openedDatabases } from "../opened-databases.js";

const home = parseMusicServerName("home");
const day = (text: string): number => Date.parse(`2026-11-${text}T12:00:00Z`);

/** Songs by title, with what was done with each; one that is on no server has nothing. */
const uses: Readonly<Record<string, SongUse | undefined>> = {
  Loved: { rating: 5, favouriteAt: day("02"), playCount: 12, playedAt: day("20") },
  Liked: { rating: 3, playCount: 2, playedAt: day("25") },
  Counted: { playCount: 0 },
  Unsaid: {},
  Disk: undefined,
};

describe.each(databaseSystems)("On %s, what was done with songs on music servers", (system) => {
  const databases = openedDatabases(system);

  async function open(): Promise<{
    readonly store: SqlAnalysisStore;
    readonly catalogue: CatalogueIndex;
    readonly use: (title: string, use: SongUse) => Promise<void>;
  }> {
    const database = await databases.open();
    const recent = new RecentRecordings();
    const catalogue = new CatalogueIndex(database);
    const store = new SqlAnalysisStore({ database, recent, catalogue });
    const files = new SqlLibraryStore({ database, recent });
    const songs = new SqlSongStore({ database, recent });
    const save = (title: string, use: SongUse): Promise<void> =>
      songs.save(home, [song(1, { id: title, relativePath: `${title}.flac`, use })]);
    for (const [title, use] of Object.entries(uses)) {
      const analysis = analysisOf("Ann", title);
      await store.save(analysis);
      if (use) await save(title, use);
      await files.save([
        fileOf("Ann", title, {
          folder: use ? folderOfMusicServer(home) : "/music",
          relativePath: `${title}.flac`,
          recordingId: analysis.recordingId,
        }),
      ]);
    }
    return { store, catalogue, use: save };
  }

  it.each<[TrackFilterParameters, readonly string[]]>([
    [{ rating: { gte: 3 } }, ["Liked", "Loved"]],
    [{ rating: { lte: 4 } }, ["Liked"]],
    [{ isFavourite: true }, ["Loved"]],
    [{ isFavourite: false }, ["Counted", "Liked", "Unsaid"]],
    [{ favouriteAt: { gte: "2026-11-03" } }, []],
    [{ isPlayed: true }, ["Liked", "Loved"]],
    [{ isPlayed: false }, ["Counted", "Unsaid"]],
    [{ playCount: { lte: 2 } }, ["Counted", "Liked"]],
    [{ playedAt: { lte: "2026-11-20" } }, ["Loved"]],
    [{ server: ["home"], hasFile: true }, ["Counted", "Liked", "Loved", "Unsaid"]],
    [{ server: ["nas"] }, []],
  ])("is a condition on tracks: %j", async (parameters, expected) => {
    const { store } = await open();
    const filter = parseTrackFilter(parameters);

    const { items } = await store.list({ filter, order: defaultOrder });
    const all = await store.list({ filter: {}, order: defaultOrder });

    expect(items.map(({ trackName }) => trackName).sort()).toEqual(expected);
    const passing = all.items.filter((one) => passesFilter(one, filter));
    expect(passing.map(({ trackName }) => trackName).sort()).toEqual(expected);
  });

  it.each<[TrackOrder["field"], readonly string[]]>([
    ["rating", ["Loved", "Liked"]],
    ["favouriteAt", ["Loved"]],
    ["playCount", ["Loved", "Liked", "Counted"]],
    ["playedAt", ["Liked", "Loved"]],
  ])("orders tracks by %s, those without a value last", async (field, expected) => {
    const { store } = await open();

    const { items } = await store.list({ filter: {}, order: { field, direction: "desc" } });

    const titles = items.map(({ trackName }) => trackName);
    expect(titles.slice(0, expected.length)).toEqual(expected);
    expect(titles).toHaveLength(5);
  });

  it("is a favourite without a time where the server does not say since when", async () => {
    const { store, use } = await open();
    await use("Unsaid", { favouriteAt: FAVOURITE_SINCE_UNKNOWN });

    const titlesOf = async (parameters: TrackFilterParameters): Promise<readonly string[]> => {
      const filter = parseTrackFilter(parameters);
      const { items } = await store.list({ filter, order: defaultOrder });
      return items.map(({ trackName }) => trackName).sort();
    };

    expect(await titlesOf({ isFavourite: true })).toEqual(["Loved", "Unsaid"]);
    expect(await titlesOf({ favouriteAt: { lte: "2026-11-30" } })).toEqual(["Loved"]);
  });

  it("is counted, and is another in lists after the next listing of the server", async () => {
    const { catalogue, use } = await open();
    const fields = facetFields.filter((field) =>
      ["rating", "isFavourite", "isPlayed", "server"].includes(field),
    );
    const counted = async () => {
      const { facets } = await catalogue.countFacets({ fields, filter: {}, first: 9 });
      return Object.fromEntries(
        facets.map(({ field, values }) => [
          field,
          values.map(({ value, count }) => `${value}: ${count}`),
        ]),
      );
    };

    const before = await counted();
    await use("Unsaid", { rating: 3, favouriteAt: day("26") });
    const after = await counted();

    expect(before).toEqual({
      server: ["home: 4"],
      rating: ["3: 1", "5: 1"],
      isFavourite: ["false: 3", "true: 1"],
      isPlayed: ["false: 2", "true: 2"],
    });
    expect(after).toMatchObject({
      rating: ["3: 2", "5: 1"],
      isFavourite: ["false: 2", "true: 2"],
    });
  });
});
