import { readdirSync, readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FormattedExecutionResult } from "graphql";
import { WorkerAnalyzer } from "../../../src/adapters/analyzer/worker-analyzer.js";
import { configFrom } from "../../../src/config/config.js";
import type { TrackKey } from "../../../src/domain/track/track-key.js";
import { openServer, type RunningServer } from "../../../src/server/server.js";
import { exampleOperations, type ExampleOperation } from "../../../src/web/example-operations.js";
import { builtAnalysisThread } from "../../adapters/threads/built-threads.js";
import { inProcessReaders } from "../../fakes/in-process-readers.js";
import { exchangeMismatches } from "../../rest/description/exchange-mismatches.js";
import { exchangeOf } from "../../rest/description/exchange.js";
import { InterfaceDescription } from "../../rest/description/interface-description.js";
import { offline } from "../offline.js";

const folder = new URL("../../../schema/operations/", import.meta.url);
const operations = exampleOperations();

const description = new InterfaceDescription();
const [some = "", other = ""] = demoKeys();

/** Equivalent REST requests. */
const restPaths = [
  "/api/audio/search?track=Slow+Waltz",
  `/api/audio/analysis?trackKeys=${demoKeys().join()}`,
  ...demoKeys().flatMap((key) => [
    `/api/audio/analysis/${key}`,
    `/api/audio/analysis/${key}/timeline`,
  ]),
  `/api/audio/tracks/${some}`,
  "/api/audio/tracks?order=-energy&limit=50",
  "/api/audio/moods",
  `/api/audio/tracks/${some}/similar`,
  `/api/audio/mix-path?from=${some}&to=${other}`,
  `/v1/audio-features/${some}`,
  `/v1/audio-analysis/${some}`,
];

/** Lists that may be empty. */
const perhapsEmpty = [
  ...["unavailableProviders", "tempoRivals", "keyChanges", "cuePoints", "unmet", "reasons"],
  ...["away", "failureCounts", "scans", "seeds", "exclude"],
];

/** Subscriptions without an end, of which the first result is enough. */
const endless = ["LibraryUpdated"];

describe("The operations of schema/operations", () => {
  let data: string;
  let server: RunningServer;
  let token: string;
  let owner: string;

  beforeAll(async () => {
    data = await mkdtemp(join(tmpdir(), "overtone-operations-"));
    server = await openServer(
      configFrom({
        ...offline,
        DATA_DIR: data,
        PORT: "0",
        LOG_LEVEL: "error",
        ANALYSIS_WAIT_MS: "100000",
      }),
      {
        analyzer: new WorkerAnalyzer({ concurrency: 2, workerUrl: builtAnalysisThread }),
        ...inProcessReaders(),
      },
    );
    await server.services.library.scanAll();
    const { access } = server.services;
    const issued = await access.issue({ name: "tests", scopes: ["read", "write"] });
    token = issued.token;
    owner = issued.apiKey.lookup;
    await keptPlaylist("Kept");
    const { analyses } = server.services;
    await analyses.requestMany(demoKeys(), { signal: new AbortController().signal });
  });
  afterAll(async () => {
    await server.close();
    await rm(data, { recursive: true, force: true });
  });

  const post = (path: string, body: object, accept: string): Promise<Response> =>
    fetch(server.url + path, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json", accept },
      body: JSON.stringify(body),
    });

  /** Keeps a playlist for an operation on one, because no id exists before, and changes it once. */
  const keptPlaylist = async (name: string): Promise<string> => {
    const { playlists } = server.services;
    const recipe = { filter: { tempo: { gte: 1 } }, order: "tempo" };
    const { id } = await playlists.create(owner, { name, ...recipe });
    await playlists.edit(owner, id, { revision: 1, note: "changed once" });
    return id;
  };

  /** Returns one result, or those of a stream until it ends. */
  const resultsOf = async ({
    name,
    kind,
    document,
    variables: examples,
  }: ExampleOperation): Promise<readonly FormattedExecutionResult[]> => {
    const variables = "id" in examples ? { ...examples, id: await keptPlaylist(name) } : examples;
    const body = { query: document, variables };
    if (kind !== "subscription") {
      const response = await post("/graphql", body, "application/graphql-response+json");
      return [(await response.json()) as FormattedExecutionResult];
    }
    const stream = await post("/graphql/stream", body, "text/event-stream");
    const text = endless.includes(name) ? await firstEventOf(stream) : await stream.text();
    const lines = text.matchAll(/^data: (\{.*\})$/gm);
    return [...lines].map(([, line]) => JSON.parse(line!) as FormattedExecutionResult);
  };

  it("each have a description and values for their variables", () => {
    const files = readdirSync(folder).filter((file) => file.endsWith(".graphql"));
    const examples = JSON.parse(readFileSync(new URL("examples.json", folder), "utf8")) as object;

    const names = operations.map(({ name }) => name);

    expect(operations.length).toBe(files.length);
    expect(Object.keys(examples).sort()).toEqual([...names].sort());
    expect(operations.filter(({ description }) => description.length < 20)).toEqual([]);
  });

  it.each(operations)("return data of the demo library: $name", async (operation) => {
    const results = await resultsOf(operation);

    expect(results.length).toBeGreaterThan(0);
    for (const { data: answer, errors } of results) {
      expect(errors).toBeUndefined();
      expect(Object.values(answer ?? {})).not.toContain(null);
      expect(emptyListsIn(answer)).toEqual([]);
    }
    expect(JSON.stringify(results.at(-1))).not.toMatch(/AnalysisFailed|AnalysisPending/);
  });

  it.each(restPaths)(
    "have an equivalent REST request that responds as described: %s",
    async (path) => {
      const headers = new Headers({ authorization: `Bearer ${token}` });

      const response = await fetch(server.url + path, { headers });

      const exchange = await exchangeOf("GET", path, headers, response);
      expect([exchange.status, exchangeMismatches(exchange, description)]).toEqual([200, []]);
    },
  );
});

/** Five pieces; the fifth is the only happy one, so that no list of a mood is empty. */
function demoKeys(): TrackKey[] {
  const manifest = new URL("../../../src/demo/library/manifest.json", import.meta.url);
  const pieces = JSON.parse(readFileSync(manifest, "utf8")) as { trackKey: TrackKey }[];
  return [...pieces.slice(0, 4), pieces[10]!].map(({ trackKey }) => trackKey);
}

/** Returns the first event of a stream without an end, and closes it. */
async function firstEventOf({ body }: Response): Promise<string> {
  let text = "";
  for await (const chunk of body!) {
    text += Buffer.from(chunk as Uint8Array).toString();
    if (/^data: .*\n/m.test(text)) break;
  }
  return text;
}

/** Returns the names of the fields that contain an empty list. */
function emptyListsIn(value: unknown, name = ""): readonly string[] {
  if (name === "failures") return [];
  if (Array.isArray(value) && value.length === 0) return perhapsEmpty.includes(name) ? [] : [name];
  if (Array.isArray(value)) return value.flatMap((item) => emptyListsIn(item, name));
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, member]) => emptyListsIn(member, key));
}
