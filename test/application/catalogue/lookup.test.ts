import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { configFrom } from "../../../src/config/config.js";
import { openServer, type RunningServer } from "../../../src/server/server.js";
import { FakeAnalyzer } from "../../fakes/fake-analyzer.js";
import { RecordingLogger } from "../../fakes/recording-logger.js";
import { json, StandInProviderServer, text } from "../../fakes/stand-in-provider-server.js";

const mbid = "8b5a8b44-2b3c-4b5e-9d0e-0d5a1f0b8a11";
const noData = { error: { type: "DataException", message: "no data", code: 800 } };
const salt = {
  id: 7,
  title: "Salt",
  artist: { name: "Mirabel Oake" },
  duration: 158,
  isrc: "GBN9Y1100088",
};
const recording = (id: string, title: string): object => ({
  id,
  title,
  length: 158_000,
  "artist-credit": [{ name: "Mirabel Oake" }],
});

describe("Finding a track by an id", () => {
  let folder: string;
  let deezer: StandInProviderServer;
  let musicbrainz: StandInProviderServer;
  let server: RunningServer;
  let token: string;

  beforeEach(async () => {
    deezer = await StandInProviderServer.open((response, request) => {
      const isKnown = ["/track/7", "/track/isrc:GBN9Y1100088"].includes(request.path);
      json(isKnown ? salt : noData)(response, request);
    });
    musicbrainz = await StandInProviderServer.open((response, request) => {
      if (request.path === `/ws/2/recording/${mbid}`)
        json(recording(mbid, "Salt"))(response, request);
      else if (request.path.startsWith("/ws/2/isrc/")) {
        json({ recordings: [recording(mbid, "Salt"), recording(mbid, "Salt (demo)")] })(
          response,
          request,
        );
      } else json({ error: "Not Found" }, 404)(response, request);
    });
    folder = await mkdtemp(join(tmpdir(), "overtone-lookup-"));
    server = await openServer(
      configFrom({
        PORT: "0",
        DATA_DIR: folder,
        DATABASE_URL: "sqlite::memory:",
        LIBRARY_DIRS: folder,
        METADATA_PROVIDERS: "library,deezer,musicbrainz",
        DEEZER_BASE_URL: deezer.baseUrl,
        MUSICBRAINZ_BASE_URL: musicbrainz.baseUrl,
      }),
      { logger: new RecordingLogger(), analyzer: new FakeAnalyzer() },
    );
    ({ token } = await server.services.access.issue({ name: "tests", scopes: ["read"] }));
  });

  afterEach(async () => {
    await server.close();
    await Promise.all([deezer.close(), musicbrainz.close()]);
    await rm(folder, { recursive: true, force: true });
  });

  const get = (path: string): Promise<Response> =>
    fetch(`${server.url}${path}`, { headers: { authorization: `Bearer ${token}` } });

  it.each(["deezer:7", `mbid:${mbid}`])("finds the track with %s", async (id) => {
    const response = await get(`/api/audio/tracks/${id}`);

    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({
      success: true,
      data: {
        isAmbiguous: false,
        tracks: [{ artist: "Mirabel Oake", trackName: "Salt", duration_ms: 158_000 }],
      },
    });
  });

  it("reports several tracks with one id, and returns all ids of each", async () => {
    const response = await get("/api/audio/tracks/isrc:GBN9Y1100088");

    expect(await response.json()).toMatchObject({
      data: {
        isAmbiguous: true,
        tracks: [
          {
            trackName: "Salt",
            deezerId: "7",
            musicbrainzId: mbid,
            isrc: "GBN9Y1100088",
            providers: ["deezer", "musicbrainz"],
          },
          { trackName: "Salt (demo)" },
        ],
      },
    });
  });

  it("stores the track that it found, so that its track key can be used", async () => {
    const found = await get("/api/audio/tracks/deezer:7");
    const { data } = (await found.json()) as { data: { tracks: { trackKey: string }[] } };

    const again = await get(`/api/audio/tracks/${data.tracks[0]!.trackKey}`);

    expect(await again.json()).toMatchObject({ data });
  });

  it("requests an id once from the provider, and again only when the client requires it", async () => {
    await get("/api/audio/tracks/deezer:7");
    await get("/api/audio/tracks/deezer:7");
    const kept = deezer.requests.length;

    await fetch(`${server.url}/api/audio/tracks/deezer:7`, {
      headers: { authorization: `Bearer ${token}`, "cache-control": "no-cache" },
    });

    expect(kept).toBe(1);
    expect(deezer.requests).toHaveLength(2);
  });

  it("names providers that failed, and fails when no other provider finds a track", async () => {
    musicbrainz.replyWith(text("<html>Back soon</html>"));

    const some = await get("/api/audio/tracks/isrc:GBN9Y1100088");
    const none = await get(`/api/audio/tracks/mbid:${mbid}`);

    expect(some.headers.get("overtone-unavailable-providers")).toBe("musicbrainz");
    expect(some.status).toBe(200);
    expect(none.status).toBe(502);
  });

  it.each([
    ["deezer:8", 404, "TRACK_NOT_FOUND"],
    ["0123456789abcdef", 404, "TRACK_NOT_FOUND"],
    ["spotify:0vFOzaXqZHahrZp6enQwQb", 404, "TRACK_NOT_FOUND"],
    ["itunes:7", 400, "INVALID_INPUT"],
  ])("responds to %s with %d %s", async (id, status, code) => {
    const response = await get(`/api/audio/tracks/${id}`);

    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ error: { code } });
  });

  it("finds the same over GraphQL, and returns an empty list for an unknown id", async () => {
    const query = `{
      found: lookup(id: "deezer:7") { isAmbiguous tracks { trackName deezerId isrc } }
      nothing: lookup(id: "deezer:8") { isAmbiguous unavailableProviders tracks { trackKey } }
    }`;

    const response = await fetch(`${server.url}/graphql`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify({ query }),
    });

    expect(await response.json()).toEqual({
      data: {
        found: {
          isAmbiguous: false,
          tracks: [{ trackName: "Salt", deezerId: "7", isrc: "GBN9Y1100088" }],
        },
        nothing: { isAmbiguous: false, unavailableProviders: [], tracks: [] },
      },
    });
  });
});
