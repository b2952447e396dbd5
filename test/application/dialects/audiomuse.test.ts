import { readFile } from "node:fs/promises";
import { WorkerAnalyzer } from "../../../src/adapters/analyzer/worker-analyzer.js";
import { packageFile } from "../../../src/build/package-file.js";
import { parseSimilarityWeights } from "../../../src/domain/catalogue/similarity.js";
import { trackKeyFrom } from "../../../src/domain/track/track-key.js";
import { musicFolder, removeMusicFolders } from "../../adapters/library/music-folder.js";
import { builtAnalysisThread } from "../../adapters/threads/built-threads.js";
import { addedMusicServer } from "../../fakes/added-music-server.js";
import { FakeAnalyzer } from "../../fakes/fake-analyzer.js";
import { StandInMusicServer, type StandInSong } from "../../fakes/stand-in-music-server.js";
import { analyseLibrary } from "../analyse-library.js";
import { openApplicationUnderTest, type ApplicationUnderTest } from "../application-under-test.js";
import { audiomuseClients } from "./audiomuse-clients.js";

/** A song of an answer, as far as the tests read it. */
interface Row {
  readonly item_id: string;
  readonly title: string;
  readonly author: string;
  readonly distance: number;
  readonly tempo: number | null;
}

/** An artist of an answer. */
interface ArtistRow {
  readonly artist: string;
  readonly artist_id: string | null;
  readonly divergence: number;
  readonly component_matches?: readonly {
    readonly artist1_representative_songs: readonly Pick<Row, "item_id" | "title">[];
    readonly artist2_representative_songs: readonly Pick<Row, "item_id" | "title">[];
  }[];
}

const FLOOR = "Overtone - Four on the Floor.mp3";
const WALTZ = "Overtone - Slow Waltz.ogg";
const UNDERTOW = "Neon Cartography - Undertow.opus";
const GARDEN = "Hanna Brook - Clockwork Garden.aiff";
/** It is only on the disk. */
const GRAVEL = "The Copper Wires - Gravel Road.wav";
const GRAVEL_KEY = trackKeyFrom("The Copper Wires", "Gravel Road");

const bytesOf = (name: string): Promise<Uint8Array> =>
  readFile(packageFile(`src/demo/library/${name}`));

/** Returns a piece of the demo library as a song of a music server. */
async function songOf(name: string, index: number): Promise<StandInSong> {
  const [, artist = "", title = "", suffix = ""] = /^(.*) - (.*)\.(\w+)$/.exec(name) ?? [];
  const id = `nd-${index}`;
  const artistId = `ar-${artist}`;
  const names = { artist, artistId, title, album: "Demo" };
  return { id, bytes: await bytesOf(name), suffix, ...names, path: name };
}

const signal = new AbortController().signal;
const weights = parseSimilarityWeights();

describe("AudioMuse-AI's format", () => {
  let server: StandInMusicServer;
  let application: ApplicationUnderTest;

  beforeAll(async () => {
    const names = [FLOOR, WALTZ, UNDERTOW, GARDEN];
    server = await StandInMusicServer.open(await Promise.all(names.map(songOf)));
    application = await openApplicationUnderTest(
      {
        ...{ sources: undefined, providers: undefined },
        analyzer: new WorkerAnalyzer({ concurrency: 2, workerUrl: builtAnalysisThread }),
      },
      {
        LIBRARY_DIRS: await musicFolder({ [GRAVEL]: await bytesOf(GRAVEL) }),
        DATA_DIR: await musicFolder(),
      },
    );
    await application.services.musicServers.add(addedMusicServer({ url: server.url }));
    await scan();
  });
  afterAll(async () => {
    await application.close();
    await server.close();
    await removeMusicFolders();
  });

  async function scan(): Promise<void> {
    await application.services.library.scanAll();
    await analyseLibrary(application);
  }
  const get = async <Body>(path: string): Promise<Body> => {
    const response = await application.get(path);
    expect(response.status).toBe(200);
    return (await response.json()) as Body;
  };

  describe.each(audiomuseClients)("$project, $file", ({ path, headers, reads, list }) => {
    it("gets what it reads, with the ids that its music server has", async () => {
      const ids = { SONG: "nd-0", OTHER: "nd-1", ARTIST_ID: "ar-Overtone" };
      const values = { ...ids, ARTIST: "Overtone", TITLE: "Slow Waltz" };
      const filled = Object.entries(values).reduce(
        (text, [name, value]) => text.replaceAll(`{${name}}`, encodeURIComponent(value)),
        path,
      );
      const sent = Object.entries(headers).map(([name, value]): [string, string] => [
        name,
        value.replace("{KEY}", application.token),
      ]);

      const response = await fetch(application.url + filled, { headers: sent });
      const body = (await response.json()) as Record<string, unknown>;

      expect(response.status).toBe(200);
      const found = list === undefined ? body : body[list];
      const rows = (Array.isArray(found) ? found : [found]) as readonly Record<string, unknown>[];
      expect(rows.length).toBeGreaterThan(0);
      for (const row of rows) {
        for (const name of reads) expect(row[name]).toEqual(expect.anything());
        if ("item_id" in row) expect(row["item_id"]).toMatch(/^nd-[0-3]$/);
      }
    });
  });

  it("lists what sounds like a song, the closest first, and nothing that is not on the server", async () => {
    const rows = await get<readonly Row[]>("/api/similar_tracks?item_id=nd-0&n=5");

    const all = await application.services.similarity.findSimilar(
      trackKeyFrom("Overtone", "Four on the Floor"),
      10,
      weights,
    );
    const onServer = all.filter(({ track }) => track.trackName !== "Gravel Road");
    expect(onServer).toHaveLength(all.length - 1);
    expect(rows.map(({ title, distance }) => [title, distance])).toEqual(
      onServer.map(({ track, similarity }) => [
        track.trackName,
        Math.round(1e4 * (1 - similarity)) / 1e4,
      ]),
    );
  });

  it("leads from one song to another, both included, with the distances on the way together", async () => {
    const { path, total_distance: total } = await get<{
      readonly path: readonly Row[];
      readonly total_distance: number;
    }>("/api/find_path?start_song_id=nd-0&end_song_id=nd-1&max_steps=4");

    const ids = path.map(({ item_id: id }) => id);
    expect([ids[0], ids.at(-1)]).toEqual(["nd-0", "nd-1"]);
    expect(ids.length).toBeLessThanOrEqual(4);
    expect(path[0]!.tempo).toBeCloseTo(128, 0);
    let expected = 0;
    for (const [index, id] of ids.slice(1).entries()) {
      const near = await get<readonly Row[]>(`/api/similar_tracks?item_id=${ids[index]!}&n=9`);
      expected += near.find(({ item_id: other }) => other === id)!.distance;
    }
    expect(total).toBeCloseTo(expected, 4);
  });

  it("finds songs by words, as many as are asked for, and none without words", async () => {
    const both = await get<readonly Row[]>("/api/search_tracks?search_query=overtone");
    const second = await get<readonly Row[]>(
      "/api/search_tracks?search_query=overtone&start=1&end=2",
    );
    const external = await get<readonly Row[]>("/external/search?title=wal&artist=OVER");
    const onDisk = await get<readonly Row[]>("/api/search_tracks?title=Gravel+Road");
    const none = await get<readonly Row[]>("/api/search_tracks?search_query=+");

    expect(both.map(({ item_id: id }) => id).sort()).toEqual(["nd-0", "nd-1"]);
    expect(second).toEqual(both.slice(1));
    expect(external.map(({ title }) => title)).toEqual(["Slow Waltz"]);
    expect([onDisk, none]).toEqual([[], []]);
  });

  it("says what was measured of a song, and nothing that was not", async () => {
    const score = await get<Record<string, unknown>>("/external/get_score?id=nd-0");
    const embedding = await get<{ embedding: readonly number[] }>(
      "/external/get_embedding?id=nd-0",
    );
    const track = await get("/api/track?item_id=nd-0");

    const analysis = await get<{ data: { danceability: number; energy: number } }>(
      `/api/audio/analysis/${trackKeyFrom("Overtone", "Four on the Floor")}`,
    );
    const { danceability, energy } = analysis.data;
    expect(score).toMatchObject({
      ...{ item_id: "nd-0", title: "Four on the Floor", author: "Overtone", album: "Demo" },
      ...{ key: "A", scale: "minor", energy, rating: null },
      other_features: expect.stringContaining(`danceable:${danceability},`) as unknown,
    });
    expect(score["tempo"]).toBeCloseTo(128, 0);
    expect(Object.keys(score)).not.toContain("mood_vector");
    expect(embedding.embedding.length).toBeGreaterThan(10);
    expect(track).toEqual({
      ...{ item_id: "nd-0", title: "Four on the Floor", author: "Overtone" },
      ...{ album: "Demo", album_artist: null },
    });
  });

  it("lists artists by the similarity of their songs, with songs of both where they are asked for", async () => {
    const artists = await get<readonly ArtistRow[]>(
      "/api/similar_artists?artist=ar-Overtone&include_component_matches=true",
    );
    const byName = await get<readonly ArtistRow[]>(
      "/api/similar_artists?artist_id=OVERTONE&n=1&server=home",
    );

    const near = await application.services.artistSimilarity.findSimilar("Overtone", 9, weights, {
      filter: { tags: { server: ["home"] } },
    });
    expect(artists.map(({ artist, divergence }) => [artist, divergence])).toEqual(
      near.map(({ artist, similarity }) => [artist, Math.round(1e4 * (1 - similarity)) / 1e4]),
    );
    expect(artists.map(({ artist_id: id }) => id).sort()).toEqual([
      ...["ar-Hanna Brook", "ar-Neon Cartography"],
    ]);
    const [match] = artists.find(({ artist }) => artist === "Hanna Brook")!.component_matches!;
    expect(match!.artist1_representative_songs.map(({ item_id: id }) => id).sort()).toEqual([
      ...["nd-0", "nd-1"],
    ]);
    expect(match!.artist2_representative_songs).toEqual([
      { item_id: "nd-3", title: "Clockwork Garden" },
    ]);
    expect(byName).toEqual([
      { artist: near[0]!.artist, artist_id: expect.any(String), divergence: expect.any(Number) },
    ]);
  });

  it("takes our own ids, too, also of what is only on the disk", async () => {
    const rows = await get<readonly Row[]>(`/api/similar_tracks?item_id=${GRAVEL_KEY}`);
    const score = await get<Row>(`/external/get_score?id=${GRAVEL_KEY}`);

    expect(rows.map(({ item_id: id }) => id).sort()).toEqual(["nd-0", "nd-1", "nd-2", "nd-3"]);
    expect(score).toMatchObject({ item_id: GRAVEL_KEY, title: "Gravel Road" });
  });

  it("has at most three songs by one artist, unless it is asked for more", async () => {
    const by = (rows: readonly Row[], artist: string): number =>
      rows.filter(({ author }) => author === artist).length;
    server.songs = server.songs.map((song) => ({ ...song, artist: "One" }));
    server.lastScan += 1;
    await scan();

    const spread = await get<readonly Row[]>(`/api/similar_tracks?item_id=${GRAVEL_KEY}`);
    const all = await get<readonly Row[]>(
      `/api/similar_tracks?item_id=${GRAVEL_KEY}&eliminate_duplicates=false`,
    );

    expect([by(spread, "One"), by(all, "One")]).toEqual([3, 4]);
  });

  it("has the new ids after the server got a new database", async () => {
    server.renumber();
    await scan();

    const old = await application.get("/api/similar_tracks?item_id=nd-0");
    const rows = await get<readonly Row[]>("/api/similar_tracks?item_id=renumbered-0");

    expect(old.status).toBe(404);
    expect(rows.map(({ item_id: id }) => id)).toContain("renumbered-1");
  });

  it.each([
    [400, "/api/similar_tracks", /"item_id" is required/],
    [400, "/api/similar_tracks?item_id=x&n=many", /"n" must be/],
    [400, "/api/similar_tracks?mood=happy&centroid_index=0", /"mood" is not supported/],
    [400, "/api/similar_tracks?item_id=x&server=other", /"server" .* there are "home"/],
    [404, "/api/similar_tracks?item_id=nope", /No known track has the id "nope"/],
    [404, "/api/similar_tracks?title=No&artist=Body", /No known track/],
    [400, "/api/find_path?start_song_id=x", /"end_song_id" is required/],
    [400, "/api/find_path?start_song_id=x&end_mood=sad", /"end_mood" is not supported/],
    [400, "/api/find_path?start_song_id=x&end_song_id=y&path_space=lyrics", /"path_space"/],
    [
      400,
      `/api/find_path?start_song_id=${GRAVEL_KEY}&end_song_id=${GRAVEL_KEY}`,
      /another recording/,
    ],
    [400, "/api/similar_artists", /"artist" is required/],
    [404, "/api/similar_artists?artist=Nobody", /by the artist "Nobody"/],
    [400, "/external/get_score", /"id" is required/],
    [404, "/external/get_score?id=nope", /"nope"/],
    [404, "/external/nothing", /does not exist/],
  ])("refuses with %d and a text: %s", async (status, path, message) => {
    const response = await application.get(path);

    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({
      error: expect.stringMatching(message) as unknown,
    });
  });

  it("needs a key that may read, but for its health", async () => {
    const asked = await fetch(`${application.url}/api/active_tasks`);
    const health = await fetch(`${application.url}/api/health`);

    expect([asked.status, health.status]).toEqual([401, 200]);
    expect(await asked.json()).toMatchObject({ error: expect.any(String) as unknown });
  });

  it("says how far the analysis of the library is, while it runs", async () => {
    const analyzer = new FakeAnalyzer();
    const release = analyzer.hold();
    const other = await openApplicationUnderTest(
      { sources: undefined, providers: undefined, analyzer },
      {
        LIBRARY_DIRS: await musicFolder({ [GRAVEL]: await bytesOf(GRAVEL) }),
        LIBRARY_ANALYSIS: "background",
      },
    );
    await other.services.library.scanAll();

    const during: unknown = await (await other.get("/api/active_tasks")).json();
    release();
    await other.services.libraryAnalysis.finish(signal);
    other.services.libraryStatus.expire();
    const after: unknown = await (await other.get("/api/active_tasks")).json();
    await other.close();

    expect(during).toEqual({
      ...{ task_id: "library", task_type: "main_analysis", status: "PROGRESS", progress: 0 },
      details: { status_message: "0 of 1 tracks are analysed." },
    });
    expect(after).toEqual({});
  });

  it("has the ids of recordings where there is no music server", async () => {
    const { musicServers } = application.services;
    for (const { name } of await musicServers.list()) await musicServers.remove(name);

    const [found] = await get<readonly Row[]>("/api/search_tracks?search_query=gravel");
    const score = await get<Row>(`/external/get_score?id=${found!.item_id}`);

    expect(found!.item_id).toMatch(/^rec:[0-9a-f]{16}$/);
    expect(score).toMatchObject({ item_id: found!.item_id, title: "Gravel Road" });
  });
});
