import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { WorkerAnalyzer } from "../../../src/adapters/analyzer/worker-analyzer.js";
import { configFrom } from "../../../src/config/config.js";
import type { AnalysisData } from "../../../src/domain/analysis/analysis-data.js";
import type { TimelineData } from "../../../src/domain/analysis/timeline-data.js";
import { openServer, type RunningServer } from "../../../src/server/server.js";
import { builtAnalysisThread } from "../../adapters/threads/built-threads.js";
import { inProcessReaders } from "../../fakes/in-process-readers.js";
import { offline } from "../offline.js";
import { analysisFields, moods } from "../../../src/domain/analysis/descriptors.js";

interface Piece {
  readonly file: string;
  readonly artist: string;
  readonly track: string;
  readonly trackKey: string;
  readonly tempo: number;
  readonly key: number;
  readonly keyString: string;
  readonly mode: number;
  readonly timeSignature: number;
  readonly durationSeconds: number;
}

const manifestUrl = new URL("../../../src/demo/library/manifest.json", import.meta.url);
const pieces = JSON.parse(readFileSync(manifestUrl, "utf8")) as Piece[];

describe("The demo library, from search to analysis", () => {
  let folder: string;
  let server: RunningServer;
  let token: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "overtone-demo-"));
    server = await openServer(
      configFrom({
        ...offline,
        DATA_DIR: folder,
        PORT: "0",
        LOG_LEVEL: "warn",
        RATE_LIMIT_PER_SECOND: "1000",
      }),
      {
        analyzer: new WorkerAnalyzer({ concurrency: 2, workerUrl: builtAnalysisThread }),
        ...inProcessReaders(),
      },
    );
    await server.services.library.scanAll();
    ({ token } = await server.services.access.issue({ name: "tests", scopes: ["read"] }));
  });
  afterAll(async () => {
    await server.close();
    await rm(folder, { recursive: true, force: true });
  });

  const get = async <Data>(path: string): Promise<Data> => {
    const headers = { Authorization: `Bearer ${token}` };
    const response = await fetch(`${server.url}${path}`, { headers });
    return ((await response.json()) as { data: Data }).data;
  };
  const post = async <Data>(query: string): Promise<Data> => {
    const response = await fetch(`${server.url}/graphql`, {
      method: "POST",
      headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
      body: JSON.stringify({ query }),
    });
    return ((await response.json()) as { data: Data }).data;
  };

  it("has at least eight pieces in at least five formats", () => {
    const formats = new Set(pieces.map(({ file }) => file.split(".").at(-1)));

    expect(pieces.length).toBeGreaterThanOrEqual(8);
    expect(formats.size).toBeGreaterThanOrEqual(5);
  });

  it.each(pieces.map((piece) => [piece.track, piece] as const))(
    "finds %s and measures the values of its score",
    async (_, piece) => {
      const words = new URLSearchParams({ track: piece.track, artist: piece.artist }).toString();

      const [found] = await get<unknown[]>(`/api/audio/search?${words}`);
      const data = await get<AnalysisData>(`/api/audio/analysis/${piece.trackKey}`);

      expect(found).toMatchObject({ trackKey: piece.trackKey, match_score: 1 });
      expect(data).toMatchObject({
        artist: piece.artist,
        trackName: piece.track,
        key: piece.key,
        mode: piece.mode,
        keyString: piece.keyString,
        timeSignature: piece.timeSignature,
      });
      expect(Math.abs((data.tempo ?? 0) - piece.tempo)).toBeLessThanOrEqual(1);
      // Encoders add padding of less than half a second.
      expect(Math.abs(data.duration_ms / 1000 - piece.durationSeconds)).toBeLessThan(0.5);
    },
  );

  it.each(pieces.map((piece) => [piece.track, piece] as const))(
    "returns a timeline of all of %s, in one key at a steady tempo",
    async (_, piece) => {
      const timeline = await get<TimelineData>(`/api/audio/analysis/${piece.trackKey}/timeline`);

      const { sections, localKeys, keyChanges, loudnessCurve, energyCurve, tempoCurve } = timeline;
      const seconds = timeline.duration_ms / 1000;
      const last = sections.at(-1)!;
      expect(sections.length).toBeGreaterThanOrEqual(1);
      // A piece of a few bars has at most an intro and a tune.
      expect(sections.length).toBeLessThanOrEqual(2);
      expect(last.startSeconds + last.durationSeconds).toBeCloseTo(seconds, 2);
      expect(keyChanges).toEqual([]);
      expect(localKeys).toMatchObject([{ startSeconds: 0, keyString: piece.keyString }]);
      // Beats during the decay of the last note are uncertain.
      expect(timeline.tempoStability).toBeGreaterThan(0.7);
      for (const { hopSeconds, values } of [loudnessCurve, energyCurve, tempoCurve]) {
        expect([hopSeconds, values.length]).toEqual([1, Math.ceil(seconds)]);
      }
      expect(loudnessCurve.values[4]).toBeGreaterThan(-30);
    },
  );

  it("returns the values of the first example in the README", async () => {
    const readme = readFileSync(new URL("../../../README.md", import.meta.url), "utf8");
    const [, block = ""] = /```console\n.*?(\{.*?)```/su.exec(readme) ?? [];
    const shown = (JSON.parse(block.replace("… ,", "")) as { data: AnalysisData }).data;

    const data = await get<AnalysisData>(`/api/audio/analysis/${shown.trackKey}`);

    const nearly = (value: unknown): unknown =>
      typeof value === "number" ? (expect.closeTo(value, 2) as unknown) : value;
    const entriesOf = (values: object): object =>
      Object.fromEntries(Object.entries(values).map(([name, value]) => [name, nearly(value)]));
    expect(data).toMatchObject({ ...entriesOf(shown), mood: entriesOf(shown.mood) });
  });

  it("finds Four on the Floor whichever character joins its words", async () => {
    const [found] = await get<unknown[]>(
      "/api/audio/search?track=Four%2Bon%2Bthe%2BFloor&artist=Overtone",
    );

    expect(found).toMatchObject({
      trackName: "Four on the Floor",
      artist: "Overtone",
      trackKey: "62ac659c10e82543",
      match_score: 1,
    });
  });

  it("returns the same similar tracks and the same mix over REST and GraphQL", async () => {
    const [from, to] = ["62ac659c10e82543", "7f13f1f9a12d9aee"];
    const mixFields = "steps { progress track { trackName } transition { why } }";

    const similar = await get<unknown[]>(`/api/audio/tracks/${from}/similar?limit=5`);
    const mix = await get<{ steps: unknown[] }>(`/api/audio/mix-path?from=${from}&to=${to}`);
    const answer = await post<{ track: { similar: unknown }; mixPath: unknown }>(
      `{ track(trackKey: "${from}") { similar(first: 5) { similarity track { trackName } reasons { field value otherValue closeness } } }
         mixPath(from: "${from}", to: "${to}") { ${mixFields} } }`,
    );

    expect(similar).toHaveLength(5);
    expect(similar).toMatchObject(answer.track.similar as object);
    expect(mix.steps.length).toBeGreaterThan(2);
    expect(mix).toMatchObject(answer.mixPath as object);
  });

  it("returns the same over GraphQL, field by field", async () => {
    const key = "62ac659c10e82543";
    const fields = `artist trackKey trackName durationMs keyString ${analysisFields.join(" ")} mood { ${moods.join(" ")} }`;

    const data = await get<AnalysisData>(`/api/audio/analysis/${key}`);
    const answer = await post<{ analysis: unknown }>(
      `{ analysis(trackKey: "${key}") { ... on TrackAnalysis { ${fields} } } }`,
    );

    const { meta, duration_ms, ...same } = data;
    expect(meta).toEqual({ artist: "Overtone", track: "Four on the Floor" });
    expect(answer.analysis).toEqual({ ...same, durationMs: duration_ms });
    expect(same).toMatchObject({ key: 9, mode: 0, keyString: "A minor", timeSignature: 4 });
  });
});
