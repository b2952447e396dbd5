import { copyFile, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { WorkerAnalyzer } from "../../../src/adapters/analyzer/worker-analyzer.js";
import { configFrom } from "../../../src/config/config.js";
import { trackKeyFrom } from "../../../src/domain/track/track-key.js";
import { openServer, type RunningServer } from "../../../src/server/server.js";
import { builtAnalysisThread } from "../../adapters/threads/built-threads.js";
import { inProcessReaders } from "../../fakes/in-process-readers.js";
import { RecordingLogger } from "../../fakes/recording-logger.js";
import { json, StandInProviderServer, text } from "../../fakes/stand-in-provider-server.js";

const piece = "Overtone - Four on the Floor.mp3";
const pieceFile = fileURLToPath(new URL(`../../../src/demo/library/${piece}`, import.meta.url));

const trackKey = trackKeyFrom("Overtone", "Four on the Floor");
const details = `{ analysis(trackKey: "${trackKey}") {
  ... on TrackAnalysis { source coveredSeconds durationMs tempo }
} }`;

describe("A track that only Deezer has, from search to analysis", () => {
  let folder: string;
  let deezer: StandInProviderServer;
  let server: RunningServer;
  let token: string;
  let signature: number;

  beforeAll(async () => {
    const preview = await readFile(pieceFile);
    folder = await mkdtemp(join(tmpdir(), "overtone-preview-"));
    signature = 0;
    const track = (): object => ({
      id: 42,
      title: "Four on the Floor",
      artist: { name: "Overtone" },
      duration: 201,
      preview: `${deezer.baseUrl}/stream/42.mp3?hdnea=exp=${signature++}`,
    });
    deezer = await StandInProviderServer.open((response, request) => {
      if (request.path === "/search") json({ data: [track()] })(response, request);
      else if (request.path === "/track/42") json(track())(response, request);
      else if (request.path === "/stream/42.mp3") response.end(preview);
      else response.writeHead(404).end();
    });
    server = await openServer(
      configFrom({
        PORT: "0",
        DATA_DIR: join(folder, "data"),
        DATABASE_URL: "sqlite::memory:",
        LIBRARY_DIRS: folder,
        METADATA_PROVIDERS: "library,deezer",
        AUDIO_SOURCES: "library,deezer",
        DEEZER_BASE_URL: deezer.baseUrl,
        ANALYSIS_WAIT_MS: "100000",
      }),
      {
        logger: new RecordingLogger(),
        analyzer: new WorkerAnalyzer({ concurrency: 1, workerUrl: builtAnalysisThread }),
        ...inProcessReaders(),
      },
    );
    ({ token } = await server.services.access.issue({ name: "tests", scopes: ["read"] }));
  });

  afterAll(async () => {
    await server.close();
    await deezer.close();
    await rm(folder, { recursive: true, force: true });
  });

  const get = (path: string): Promise<Response> =>
    fetch(`${server.url}${path}`, { headers: { authorization: `Bearer ${token}` } });
  const analysed = async (): Promise<Record<string, unknown>> => {
    const response = await fetch(`${server.url}/graphql`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify({ query: details }),
    });
    const { data } = (await response.json()) as { data: { analysis: Record<string, unknown> } };
    return data.analysis;
  };

  it("is found, and analysed on a preview at its current URL", async () => {
    const search = await get("/api/audio/search?track=Four+on+the+Floor&artist=Overtone");
    const analysis = await get(`/api/audio/analysis/${trackKey}`);

    expect(await search.json()).toMatchObject({ data: [{ trackKey, match_score: 1 }] });
    expect(analysis.status).toBe(200);
    const { data } = (await analysis.json()) as { data: { tempo: number; duration_ms: number } };
    expect(Math.abs(data.tempo - 128)).toBeLessThan(2);
    expect(data.duration_ms).toBe(201_000);
    expect(deezer.requests.map(({ path }) => path)).toEqual([
      "/search",
      "/track/42",
      "/stream/42.mp3",
    ]);
    expect(deezer.requests[2]!.query.get("hdnea")).toBe("exp=1");
  });

  it("returns the source of its analysis, and how many seconds were analysed", async () => {
    const analysis = await analysed();

    expect(analysis).toMatchObject({ source: "deezer", durationMs: 201_000 });
    expect(Math.abs((analysis["coveredSeconds"] as number) - 19.7)).toBeLessThan(0.2);
  });

  it("is analysed again on the whole recording once the library has it", async () => {
    await copyFile(pieceFile, join(folder, piece));
    await server.services.library.scanAll();

    const analysis = await analysed();
    const again = await analysed();

    expect(analysis).toMatchObject({ source: "library" });
    expect(analysis["coveredSeconds"]).toBeCloseTo((analysis["durationMs"] as number) / 1000, 2);
    expect(again).toEqual(analysis);
  });

  it("is found when other providers fail, and the response names those", async () => {
    deezer.replyWith(text("<html>Back soon</html>"));

    const search = await get("/api/audio/search?track=Floor");

    expect(search.headers.get("overtone-unavailable-providers")).toBe("deezer");
    expect(await search.json()).toMatchObject({ data: [{ trackKey }] });
  });
});
