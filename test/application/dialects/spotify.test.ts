import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { configFrom } from "../../../src/config/config.js";
import { openServer, type RunningServer } from "../../../src/server/server.js";
import { FakeAnalyzer } from "../../fakes/fake-analyzer.js";
import { FakeAudioSource } from "../../fakes/fake-audio-source.js";
import { inProcessReaders } from "../../fakes/in-process-readers.js";
import { RecordingLogger } from "../../fakes/recording-logger.js";
import { sixSeconds } from "../../fakes/timelines.js";
import { json, StandInProviderServer } from "../../fakes/stand-in-provider-server.js";

const isrc = "isrc:GBN9Y1100088";
const spotifyId = "0vFOzaXqZHahrZp6enQwQb";
const mbid = "8b5a8b44-2b3c-4b5e-9d0e-0d5a1f0b8a11";
const unknownKey = "0123456789abcdef";
const noData = { error: { type: "DataException", message: "no data", code: 800 } };
const salt = { id: 7, title: "Salt", artist: { name: "Mirabel Oake" }, duration: 158 };
const recording = {
  id: mbid,
  title: "Salt",
  length: 158_000,
  "artist-credit": [{ name: "Mirabel Oake" }],
};

const measured = {
  durationSeconds: 158.04,
  tempo: 117.2,
  key: 9,
  mode: 0,
  timeSignature: 4,
  energy: 0.71,
  danceability: 0.8,
  loudness: -8.25,
  speechiness: 0.03,
  acousticness: 0.25,
  instrumentalness: 0.4,
  liveness: 0.1,
  valence: 0.5,
};

/** What Spotify's reference lists, in its order; the id and its places are ours. */
const features = {
  acousticness: 0.25,
  danceability: 0.8,
  duration_ms: 158_040,
  energy: 0.71,
  instrumentalness: 0.4,
  key: 9,
  liveness: 0.1,
  loudness: -8.25,
  mode: 0,
  speechiness: 0.03,
  tempo: 117.2,
  time_signature: 4,
  type: "audio_features",
  valence: 0.5,
};

describe("Spotify's format", () => {
  let folder: string;
  let deezer: StandInProviderServer;
  let musicbrainz: StandInProviderServer;
  let analyzer: FakeAnalyzer;
  let server: RunningServer;
  let token: string;

  beforeEach(async () => {
    deezer = await StandInProviderServer.open((response, request) => {
      json(request.path === "/track/isrc:GBN9Y1100088" ? salt : noData)(response, request);
    });
    musicbrainz = await StandInProviderServer.open((response, request) => {
      const isLinked = request.query.get("resource")?.endsWith(spotifyId) === true;
      if (isLinked) json({ relations: [{ recording: { id: mbid } }] })(response, request);
      else if (request.path.endsWith(mbid)) json(recording)(response, request);
      else json({ error: "Not Found" }, 404)(response, request);
    });
    folder = await mkdtemp(join(tmpdir(), "overtone-spotify-"));
    analyzer = new FakeAnalyzer(measured, sixSeconds);
    server = await openServer(
      configFrom({
        PORT: "0",
        DATA_DIR: folder,
        DATABASE_URL: "sqlite::memory:",
        LIBRARY_DIRS: folder,
        METADATA_PROVIDERS: "library,deezer,musicbrainz",
        DEEZER_BASE_URL: deezer.baseUrl,
        MUSICBRAINZ_BASE_URL: musicbrainz.baseUrl,
        ANALYSIS_WAIT_MS: "5000",
      }),
      {
        logger: new RecordingLogger(),
        analyzer,
        sources: [new FakeAudioSource()],
        ...inProcessReaders(),
      },
    );
    ({ token } = await server.services.access.issue({ name: "tests", scopes: ["read"] }));
  });

  afterEach(async () => {
    await server.close();
    await Promise.all([deezer.close(), musicbrainz.close()]);
    await rm(folder, { recursive: true, force: true });
  });

  const get = (path: string, headers: Readonly<Record<string, string>> = {}): Promise<Response> =>
    fetch(`${server.url}/v1/${path}`, {
      headers: { authorization: `Bearer ${token}`, ...headers },
    });

  it("returns audio features by ISRC, field by field", async () => {
    const response = await get(`audio-features/${isrc}`);

    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({
      ...features,
      id: isrc,
      uri: null,
      track_href: expect.stringMatching(/\/api\/audio\/tracks\/rec:[0-9a-f]{16}$/) as string,
      analysis_url: `${server.url}/v1/audio-analysis/${encodeURIComponent(isrc)}`,
    });
  });

  it("accepts an id, in three spellings, if MusicBrainz links it", async () => {
    // From one server: the first answer takes a second, because MusicBrainz allows one request a second.
    for (const id of [spotifyId, `spotify:${spotifyId}`, `spotify:track:${spotifyId}`]) {
      const response = await get(`audio-features/${id}`);

      expect(await response.json()).toMatchObject({
        ...features,
        id,
        uri: `spotify:track:${spotifyId}`,
      });
    }
  });

  it("returns -1 where there is no key, as Spotify does, and null for other missing values", async () => {
    analyzer.answerWith({});

    const response = await get(`audio-features/${isrc}`);

    expect(await response.json()).toMatchObject({ key: -1, mode: null, tempo: null, energy: null });
  });

  it("returns an audio analysis by ISRC, with null for what is not measured", async () => {
    const response = await get(`audio-analysis/${isrc}`);

    const body = (await response.json()) as Record<"track" | "bars" | "beats", unknown>;
    expect(body).toMatchObject({
      meta: { analyzer_version: "Overtone 1", detailed_status: "OK", status_code: 0 },
      track: {
        duration: 158.04,
        tempo: 117.2,
        tempo_confidence: 0.8,
        key: 9,
        mode: 0,
        time_signature: 4,
        loudness: -8.25,
        num_samples: null,
        codestring: null,
      },
      bars: [],
      beats: [],
      sections: [
        { start: 0, duration: 4, key: 9, mode: 0, loudness: -12.3, time_signature: 4 },
        { start: 4, duration: 2, key: 11, mode: 0, loudness: -20, time_signature: null },
      ],
      segments: [
        {
          start: 0,
          duration: 0.5,
          confidence: 1,
          loudness_start: -30,
          loudness_max: -12,
          loudness_max_time: 0.023,
          loudness_end: 0,
          pitches: [0.2, 0.2, 0.2, 0.2, 0.2, 0.2, 0.2, 0.2, 0.2, 1, 0.2, 0.2],
          timbre: [60, 48, 36, 24, 12, 0, -12, -24, -36, -48, -60, -72],
        },
        { start: 0.5, duration: 157.54, loudness_end: -45 },
      ],
      tatums: [],
    });
  });

  it("divides beats into tatums, without one after the last beat", async () => {
    analyzer.answerWith({ tempo: 120, beats: [0.5, 1, 1.5] });

    const response = await get(`audio-analysis/${isrc}`);

    const { beats, tatums } = (await response.json()) as Record<"beats" | "tatums", unknown[]>;
    expect(beats).toHaveLength(3);
    expect(tatums).toMatchObject([
      { start: 0.5, duration: 0.25 },
      { start: 0.75, duration: 0.25 },
      { start: 1, duration: 0.25 },
      { start: 1.25, duration: 0.25 },
      { start: 1.5 },
    ]);
  });

  it("returns many in the order of the ids, with null for missing ones", async () => {
    const ids = [unknownKey, isrc, "nonsense", spotifyId, isrc];

    const response = await get(`audio-features?ids=${ids.join(",")}`);

    const { audio_features: found } = (await response.json()) as { audio_features: unknown[] };
    expect(found).toEqual([
      null,
      expect.objectContaining({ ...features, id: isrc }),
      null,
      expect.objectContaining({ ...features, id: spotifyId }),
      expect.objectContaining({ ...features, id: isrc }),
    ]);
    expect(analyzer.received).toHaveLength(1);
  });

  it("accepts at most a hundred ids", async () => {
    const max = Array.from({ length: 100 }, () => unknownKey).join(",");

    const enough = await get(`audio-features?ids=${max}`);
    const tooMany = await get(`audio-features?ids=${max},${unknownKey}`);

    expect(enough.status).toBe(200);
    expect(tooMany.status).toBe(400);
  });

  it("returns Retry-After for an analysis that is not ready", async () => {
    const release = analyzer.hold();

    const one = await get(`audio-features/${isrc}`, { prefer: "wait=0" });
    const many = await get(`audio-features?ids=${isrc},${unknownKey}`, { prefer: "wait=0" });
    release();
    const ready = await get(`audio-features/${isrc}`);

    expect(one.status).toBe(503);
    expect(one.headers.get("retry-after")).toBe("2");
    expect(await one.json()).toEqual({
      error: { status: 503, message: expect.stringContaining("Request it again in 2 s") as string },
    });
    expect(await many.json()).toEqual({ audio_features: [null, null] });
    expect(many.headers.get("overtone-pending-ids")).toBe(isrc);
    expect(many.headers.get("retry-after")).toBe("2");
    expect(ready.status).toBe(200);
  });

  it.each([
    [`audio-features/${unknownKey}`, 404],
    ["audio-features/isrc:GBN9Y1100089", 404],
    ["audio-features/nonsense", 400],
    ["audio-features", 400],
    ["audio-features?ids=", 400],
    ["playlists", 404],
  ])("responds to %s with %d in Spotify's format", async (path, status) => {
    const response = await get(path);

    expect(response.status).toBe(status);
    expect(await response.json()).toEqual({
      error: { status, message: expect.any(String) as string },
    });
  });

  it("requires a key, with an error in Spotify's format", async () => {
    const response = await get(`audio-features/${isrc}`, { authorization: "" });

    expect(response.status).toBe(401);
    expect(response.headers.get("www-authenticate")).toBe("Bearer");
    expect(await response.json()).toMatchObject({ error: { status: 401 } });
  });

  it("refuses unsupported methods, and lists the supported ones", async () => {
    const response = await fetch(`${server.url}/v1/audio-features/${isrc}`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}` },
    });

    expect(response.status).toBe(405);
    expect(response.headers.get("allow")).toBe("GET, HEAD, OPTIONS");
  });
});
