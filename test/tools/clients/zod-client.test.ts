import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { generateZodClientFromOpenAPI } from "openapi-zod-client";
import { parse } from "yaml";
import {
  openApplicationUnderTest,
  type ApplicationUnderTest,
} from "../../application/application-under-test.js";
import { FakeAnalyzer } from "../../fakes/fake-analyzer.js";
import { loadGenerated } from "./generated-program.js";

type OpenApiDocument = Parameters<typeof generateZodClientFromOpenAPI>[0]["openApiDoc"];

interface Endpoint {
  readonly method: string;
  readonly path: string;
}

/** What this test uses of a client of Zodios, which checks each answer by the schemas that were written from the description. */
interface ZodClient {
  readonly api: readonly Endpoint[];
  readonly get: (path: string, options: object) => Promise<unknown>;
  readonly post: (path: string, body: object) => Promise<unknown>;
}

interface GeneratedProgram {
  readonly createApiClient: (url: string, options: object) => ZodClient;
}

const FOUR = "62ac659c10e82543";
const WALTZ = "7f13f1f9a12d9aee";
const ISRC = "isrc:QZOVT2600001";

const MBID = "8b5a8b44-2b3c-4b5e-9d0e-0d5a1f0b8a11";

/** What else a path needs. */
const QUERIES: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  "/api/audio/search": { track: "Slow Waltz" },
  "/api/audio/analysis": { trackKeys: `${FOUR},${WALTZ}` },
  "/api/audio/mix-path": { from: FOUR, to: WALTZ },
  "/api/audio/continuation": { seeds: FOUR },
  "/api/audio/find": { text: "calm, with rain" },
  "/api/audio/facets": { fields: "genre" },
  "/api/v1/low-level": { recording_ids: MBID },
  "/api/v1/high-level": { recording_ids: MBID },
  "/api/v1/count": { recording_ids: MBID },
  "/rest/getSonicSimilarTracks": { id: FOUR, f: "json" },
  "/rest/findSonicPath": { startSongId: FOUR, endSongId: WALTZ, f: "json" },
  "/api/similar_tracks": { item_id: FOUR },
  "/api/find_path": { start_song_id: FOUR, end_song_id: WALTZ },
  "/api/similar_artists": { artist: "Overtone" },
  "/api/track": { item_id: FOUR },
  "/external/get_score": { id: FOUR },
  "/external/get_embedding": { id: FOUR },
  "/graphql": { query: "{ __typename }" },
  "/graphql/stream": { query: "{ __typename }" },
  "/rest/ping": { f: "json" },
  "/rest/getOpenSubsonicExtensions": { f: "json" },
  "/v1/tracks": { ids: ISRC },
  "/v1/search": { q: "Slow Waltz", type: "track" },
  "/v1/recommendations": { seed_tracks: ISRC },
  "/v1/audio-features": { ids: ISRC },
};

/** Paths of what this library does not have. */
const WITHOUT = /^\/api\/(?:v1\/:mbid\/(?:high|low)-level|webhooks\/:id.*|worker\/.*)$/u;

const require = createRequire(import.meta.url);

describe("A client with zod schemas that openapi-zod-client writes from the description", () => {
  let folder: string;
  let application: ApplicationUnderTest;
  let client: ZodClient;
  let recordingId: string;
  let playlistId: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "overtone-zod-"));
    const description = new URL("../../../schema/openapi.yaml", import.meta.url);
    const openApiDoc = parse(await readFile(description, "utf8")) as OpenApiDocument;
    const written = await generateZodClientFromOpenAPI({
      openApiDoc,
      disableWriteToFile: true,
      options: { withAlias: false },
    });
    await writeFile(join(folder, "client.ts"), written);
    const packages = join(
      dirname(require.resolve("openapi-zod-client/package.json")),
      "node_modules",
    );
    const program = await loadGenerated<GeneratedProgram>(folder, "client.ts", packages);
    application = await openApplicationUnderTest({
      analyzer: new FakeAnalyzer({ tempo: 120, key: 9, mode: 0, energy: 0.5, happy: 0.7 }),
      ...{ providers: undefined, sources: undefined },
    });
    const { services, url } = application;
    await services.library.scanAll();
    await services.analyses.requestMany([FOUR, WALTZ] as never, {
      signal: new AbortController().signal,
    });
    const { token } = await services.access.issue({
      ...{ name: "zod", scopes: ["read", "write", "admin"] },
    });
    client = program.createApiClient(url, {
      axiosConfig: { headers: { Authorization: `Bearer ${token}` } },
    });
    const found = await client.get("/api/audio/analysis/:trackKey", { params: { trackKey: FOUR } });
    ({ recordingId } = (found as { recording: { recordingId: string } }).recording);
    const playlist = await client.post("/api/audio/playlists", { name: "Calm" });
    playlistId = (playlist as { data: { id: string } }).data.id;
  });
  afterAll(async () => {
    await application.close();
    await rm(folder, { recursive: true });
  });

  /** Returns an id of what a path is about. */
  function idOf(path: string): string {
    if (path.startsWith("/api/audio/recordings")) return recordingId;
    return path.startsWith("/api/audio/playlists") ? playlistId : ISRC;
  }

  it("takes what every path that is read answers", async () => {
    const read = client.api.filter(({ method, path }) => method === "get" && !WITHOUT.test(path));

    const outcomes = await Promise.all(
      read.map(async ({ path }) => {
        const params = { trackKey: FOUR, mbid: MBID, id: idOf(path) };
        const options = { params, queries: QUERIES[path] ?? {} };
        const outcome = await client.get(path, options).then(() => "taken", describeFailure);
        return [path, outcome] as const;
      }),
    );

    expect(outcomes.filter(([, outcome]) => outcome !== "taken")).toEqual([]);
    expect(outcomes.length).toBeGreaterThan(30);
  });

  it("throws the code of what is refused", async () => {
    const params = { trackKey: "0123456789abcdef" };

    const refused = client.get("/api/audio/analysis/:trackKey", { params });

    await expect(refused).rejects.toMatchObject({
      response: { status: 404, data: { error: { code: "TRACK_NOT_FOUND" } } },
    });
  });
});

/** Says what the schemas of the client find wrong, or what the server refuses. */
function describeFailure(error: unknown): string {
  const { cause, response, message } = error as {
    readonly cause?: { readonly issues?: readonly object[] };
    readonly response?: { readonly data: unknown };
    readonly message: string;
  };
  return JSON.stringify(cause?.issues ?? response?.data ?? message);
}
