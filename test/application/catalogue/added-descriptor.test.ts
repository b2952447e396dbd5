import { cp, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parquetReadObjects } from "hyparquet";
import { InterfaceDescription } from "../../rest/description/interface-description.js";
import { RunningProcess, startServerProcess, stopProcesses } from "../processes/running-process.js";

const root = fileURLToPath(new URL("../../../", import.meta.url));

/** All that adding the descriptor "sparkle" changes by hand: lines of built files, and what follows them. */
const additions = [
  {
    file: "dist/modules/dsp/descriptors/descriptor-analysis.js",
    line: 'engagement: { method: "heuristic", confidence: 0.1, isOfMusic: true },',
    added: 'sparkle: { method: "heuristic", confidence: 0.75, isOfMusic: false },',
  },
  {
    file: "dist/modules/dsp/descriptors/descriptor-analysis.js",
    line: "engagement: engagement(profile),",
    added: "sparkle: 1 - energy(profile) / 2,",
  },
  {
    file: "dist/modules/domain/analysis/descriptors.js",
    line: 'engagement: share("How much it holds the listener\'s attention."),',
    added: 'sparkle: share("How much it sparkles."),',
  },
  {
    file: "dist/modules/domain/analysis/descriptors.js",
    line: 'fields: ["energy", "arousal", "loudness"',
    added: ', "sparkle"',
  },
];

/** What a copy has of its own, because it is written; the rest is shared. */
const copied = [
  ...[
    "dist/modules",
    "schema",
    "src/web/guide",
    "src/web/page/generated",
    "src/web/page/table",
    "src/plugins",
  ],
  "package.json",
];

/** Three tracks of the demo library. */
const [before, one, other] = ["62ac659c10e82543", "7f13f1f9a12d9aee", "7e093ca3bad0a27e"] as const;

interface Sparkling {
  readonly sparkle: number | null;
}

describe("A descriptor that is added to the measuring code and the table only", () => {
  let folder: string;
  let url: string;
  let token = "";
  let description: InterfaceDescription;

  const get = async <Data>(path: string): Promise<{ readonly data: Data }> => {
    const response = await fetch(`${url}${path}`, {
      headers: { Authorization: `Bearer ${token}` },
    });
    return (await response.json()) as { data: Data };
  };
  const query = async <Data>(text: string): Promise<{ readonly data: Data }> => {
    const response = await fetch(`${url}/graphql`, {
      method: "POST",
      headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
      body: JSON.stringify({ query: text }),
    });
    return (await response.json()) as { data: Data };
  };
  const mismatches = (answer: object, schema: string): unknown =>
    description.schemas.mismatches(answer, `/components/schemas/${schema}`);

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "overtone-descriptor-"));
    const environment = { DATA_DIR: join(folder, "data"), LOG_LEVEL: "warn" };
    const present = await startServerProcess(environment);
    ({ url, token = "" } = present);
    await get(`/api/audio/analysis/${before}`);
    await present.process.stop();

    for (const part of copied) {
      await cp(join(root, part), join(folder, part), { recursive: true });
    }
    for (const part of ["node_modules", "src/demo", "src/rest"]) {
      await symlink(join(root, part), join(folder, part));
    }
    for (const { file, line, added } of additions) {
      const code = await readFile(join(folder, file), "utf8");
      expect(code.split(line)).toHaveLength(2);
      await writeFile(join(folder, file), code.replace(line, line + added));
    }
    const emitters = [
      "build/emit-descriptors.js",
      "rest/description/emit-description.js",
      "graphql/emit-schema.js",
    ];
    const emitted = await Promise.all(
      emitters.map((path) =>
        new RunningProcess(join(folder, "dist/modules", path), [], {}).finished(),
      ),
    );
    expect(emitted.map(({ exitCode, errors }) => [exitCode, errors])).toEqual(
      emitters.map(() => [0, ""]),
    );
    await new RunningProcess(
      join(folder, "dist/modules/rest/description/build-description.js"),
      [],
      {},
    ).finished();
    ({ url } = await startServerProcess(environment, join(folder, "dist/modules/main.js")));
    description = new InterfaceDescription(await (await fetch(`${url}/openapi.yaml`)).text());
  });
  afterAll(async () => {
    await stopProcesses();
    await rm(folder, { recursive: true, force: true });
  });

  it("is measured, stored and answered, and is null in an analysis of before", async () => {
    const answers = [];
    for (const key of [before, one, other]) {
      answers.push(await get<Sparkling>(`/api/audio/analysis/${key}`));
    }

    const sparkles = answers.map(({ data }) => data.sparkle);
    expect(sparkles).toEqual([null, expect.any(Number), expect.any(Number)]);
    for (const answer of answers) expect(mismatches(answer, "AnalysisAnswer")).toEqual([]);
  });

  it("is filtered and ordered by over REST, as is its confidence", async () => {
    const bounds = "sparkle.gte=0.1&confidence.sparkle.gte=0.75&confidence.sparkle.lte=0.75";

    const answer = await get<readonly Sparkling[]>(`/api/audio/tracks?${bounds}&order=-sparkle`);

    const found = answer.data.map(({ sparkle }) => sparkle ?? NaN);
    expect(found).toHaveLength(2);
    expect(found).toEqual([...found].sort((a, b) => b - a));
    expect(mismatches(answer, "TracksAnswer")).toEqual([]);
  });

  it("is filtered and ordered by over GraphQL, as is its confidence", async () => {
    interface Details extends Sparkling {
      readonly details: readonly object[];
    }
    const { data } = await query<{
      tracks: { edges: readonly { node: { analysis: Details } }[] };
    }>(`{
      tracks(
        filter: { sparkle: { gte: 0.1 }, confidence: { sparkle: { gte: 0.5 } } }
        orderBy: { field: CONFIDENCE_SPARKLE }
      ) {
        edges { node { analysis { ... on TrackAnalysis { sparkle details { field value } } } } }
      }
    }`);

    const analyses = data.tracks.edges.map(({ node }) => node.analysis);
    expect(analyses).toHaveLength(2);
    for (const { sparkle, details } of analyses) {
      expect(details).toContainEqual({ field: "sparkle", value: sparkle });
    }
  });

  it("is a column of all tracks over GraphQL", async () => {
    const { data } = await query<{
      trackColumns: { count: number; columns: readonly { field: string; values: string }[] };
    }>("{ trackColumns(fields: [SPARKLE]) { count columns { field values } } }");

    const { count, columns } = data.trackColumns;
    expect(columns).toEqual([{ field: "SPARKLE", values: expect.any(String) as string }]);
    expect(Buffer.from(columns[0]?.values ?? "", "base64")).toHaveLength(4 * count);
  });

  it("is a column of exports, with its confidence and method", async () => {
    const path = "/api/audio/tracks?sparkle.gte=0.1&order=-sparkle";
    const listed = await get<readonly Sparkling[]>(path);
    const exported = async (mediaType: string): Promise<Response> =>
      fetch(`${url}${path}`, {
        headers: { Authorization: `Bearer ${token}`, Accept: mediaType },
      });

    const [names = "", ...lines] = (await (await exported("text/csv")).text()).split("\r\n");
    const rows = (await (await exported("application/x-ndjson")).text()).trim().split("\n");
    const parquet = await (await exported("application/vnd.apache.parquet")).arrayBuffer();

    const columns = ["sparkle", "sparkleConfidence", "sparkleMethod"];
    const expected = listed.data.map(({ sparkle }) => ({
      sparkle,
      sparkleConfidence: 0.75,
      sparkleMethod: "heuristic",
    }));
    expect(expected).toHaveLength(2);
    expect(names).toContain(columns.join(","));
    expect(lines).toHaveLength(3);
    expect(rows.map((row) => JSON.parse(row) as object)).toMatchObject(expected);
    expect(await parquetReadObjects({ file: parquet, columns })).toEqual(expected);
  });

  it("is compared, with a weight of its own, over both", async () => {
    const others = [
      "rhythm",
      "harmony",
      "mood",
      "voice",
      "appeal",
      "energy",
      "arousal",
      "loudness",
    ];
    const none = others.map((name) => `weights.${name}=0`).join("&");
    const weights = others.map((name) => `${name}: 0`).join(" ");

    const rest = await get<readonly { track: { trackKey: string }; similarity: number }[]>(
      `/api/audio/tracks/${one}/similar?${none}&weights.sparkle=2`,
    );
    const graphql = await query(
      `{ track(trackKey: "${one}") { similar(weights: { ${weights} sparkle: 2 }) { similarity } } }`,
    );

    expect(rest.data.map(({ track }) => track.trackKey)).toEqual([other]);
    expect(mismatches(rest, "SimilarTracksAnswer")).toEqual([]);
    const similar = rest.data.map(({ similarity }) => ({ similarity }));
    expect(graphql).toEqual({ data: { track: { similar } } });
  });

  it.each([
    ["schema/openapi.yaml", "name: sparkle.gte"],
    ["schema/openapi.yaml", "name: confidence.sparkle.lte"],
    ["schema/openapi.yaml", "QueryWeightsSparkle:"],
    ["schema/openapi.yaml", "- -confidence.sparkle"],
    ["schema/schema.graphql", "How much it sparkles. In [0, 1]"],
    ["src/web/guide/rest.md", "| `sparkle`          | How much it sparkles."],
    ["schema/operations/assistant/analyse.graphql", "      sparkle\n"],
    ["schema/operations/assistant/tracks.graphql", "sparkle: $sparkle"],
    ["src/plugins/beets/overtone.py", '    "sparkle",'],
    ["src/web/page/table/table.graphql", "  engagement\n  sparkle\n"],
    [
      "src/web/page/generated/shown-descriptors.ts",
      '{ name: "sparkle", column: "SPARKLE", kind: "share" }',
    ],
  ])("is described in %s: %s", async (file, text) => {
    expect(await readFile(join(folder, file), "utf8")).toContain(text);
  });
});
