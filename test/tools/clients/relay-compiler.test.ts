import { spawnSync } from "node:child_process";
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { trackKeyFrom } from "../../../src/domain/track/track-key.js";
import {
  openApplicationUnderTest,
  type ApplicationUnderTest,
} from "../../application/application-under-test.js";
import { FakeAnalyzer } from "../../fakes/fake-analyzer.js";
import { candidate, FakeProvider } from "../../fakes/fake-provider.js";
import { askGraphql } from "../../graphql/graphql-client.js";

const compiler = createRequire(import.meta.url).resolve("relay-compiler/cli.js");
const schema = fileURLToPath(new URL("../../../schema/schema.graphql", import.meta.url));

/** What a page with Relay declares: fragments that are read again, alone and in pages. */
const source = `
  graphql\`
    fragment page_track on Track @refetchable(queryName: "pageTrackRefetchQuery") {
      trackName
      recordingKey
    }
  \`;
  graphql\`
    fragment page_strict on TrackAnalysis @throwOnFieldError {
      tempo
      timeline {
        tempoStability
      }
    }
  \`;
  graphql\`
    fragment page_sound on TrackAnalysis @refetchable(queryName: "pageSoundRefetchQuery") {
      tempo
    }
  \`;
  graphql\`
    fragment page_list on Query
    @refetchable(queryName: "pageListPaginationQuery")
    @argumentDefinitions(count: { type: "Int", defaultValue: 2 }, cursor: { type: "String" }) {
      tracks(first: $count, after: $cursor) @connection(key: "list_tracks") {
        edges { node { ...page_track analysis { ...page_sound @alias } } }
      }
    }
  \`;
  graphql\`query pageQuery { ...page_list }\`;
`;

const titles = ["One", "Two", "Three"];
const trackKeys = titles.map((title) => trackKeyFrom("Ann", title));

describe("Relay's compiler", () => {
  let folder: string;
  let application: ApplicationUnderTest;
  /** The documents of the compiled operations, by their names. */
  let documents: ReadonlyMap<string, string>;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "overtone-relay-"));
    documents = await compile();
    const analyzer = new FakeAnalyzer();
    const provider = new FakeProvider("library");
    application = await openApplicationUnderTest({ analyzer, providers: [provider] });
    for (const [n, title] of titles.entries()) {
      provider.replyWith([candidate("Ann", title)]);
      analyzer.answerWith({ tempo: 100 + n });
      await application.get(`/api/audio/analysis/${trackKeys[n]!}?artist=Ann&track=${title}`);
    }
  });
  afterAll(async () => {
    await application.close();
    await rm(folder, { recursive: true, force: true });
  });

  const compile = async (): Promise<ReadonlyMap<string, string>> => {
    await mkdir(join(folder, "src"));
    await mkdir(join(folder, "artifacts"));
    await cp(schema, join(folder, "schema.graphql"));
    await writeFile(join(folder, "src", "page.ts"), source);
    await writeFile(join(folder, "queries.json"), "{}");
    const config = {
      ...{ src: "./src", schema: "./schema.graphql", artifactDirectory: "./artifacts" },
      ...{ language: "typescript", customScalarTypes: { TrackKey: "string", Base64: "string" } },
      persistConfig: { file: "./queries.json", algorithm: "SHA256" },
    };
    await writeFile(join(folder, "relay.config.json"), JSON.stringify(config));
    const options = { cwd: folder, encoding: "utf8" } as const;
    const run = spawnSync(process.execPath, [compiler, "relay.config.json"], options);
    expect([run.status, run.stderr]).toEqual([0, ""]);
    const persisted = await readFile(join(folder, "queries.json"), "utf8");
    return new Map(
      Object.values(JSON.parse(persisted) as Record<string, string>).map((text) => [
        /^query (\w+)/m.exec(text)?.[1] ?? "",
        text,
      ]),
    );
  };

  it("compiles fragments that are read again by `node`, and pages of a connection", () => {
    const names = [...documents.keys()].sort();

    expect(names).toEqual([
      ...["pageListPaginationQuery", "pageQuery"],
      ...["pageSoundRefetchQuery", "pageTrackRefetchQuery"],
    ]);
    expect(documents.get("pageTrackRefetchQuery")).toContain("node(id: $id)");
  });

  it("takes a field that is null only on errors for one that is never null", async () => {
    const artifact = join(folder, "artifacts", "page_strict.graphql.ts");

    const types = await readFile(artifact, "utf8");

    expect(types).toMatch(/readonly timeline: \{/);
    expect(types).toMatch(/readonly tempo: number \| null/);
  });

  it("makes operations that the server answers", async () => {
    const ask = (name: string, variables = {}) =>
      askGraphql<Record<string, unknown>, Record<string, unknown>>(
        application,
        documents.get(name)!,
        variables,
      );
    const [key] = trackKeys;

    const page = await ask("pageQuery");
    const next = await ask("pageListPaginationQuery", { count: 1 });
    const track = await ask("pageTrackRefetchQuery", { id: `tr_${key}` });
    const answer = await application.get(`/api/audio/analysis/${key!}`);
    const { recording } = (await answer.json()) as { recording: { recordingId: string } };
    const recordingHex = recording.recordingId.slice("rec:".length);
    const sound = await ask("pageSoundRefetchQuery", { id: `ta_${recordingHex}` });

    expect([page, next, track, sound].map(({ errors }) => errors)).toEqual(
      Array(4).fill(undefined),
    );
    expect(page.data["tracks"]).toMatchObject({
      edges: expect.arrayContaining([
        expect.objectContaining({
          node: expect.objectContaining({
            id: `rc_${recordingHex}`,
            trackName: "One",
          }) as object,
        }),
      ]) as object,
    });
    expect(track.data["node"]).toMatchObject({ id: `tr_${key}`, trackName: "One" });
    expect(sound.data["node"]).toMatchObject({ id: `ta_${recordingHex}`, tempo: 100 });
  });

  it("makes a file of queries that the server takes as its safelist", async () => {
    const path = join(folder, "queries.json");
    const settings = { PERSISTED_QUERIES: "safelist", SAFELIST_PATH: path };
    const safe = await openApplicationUnderTest({}, settings);
    const [id] = Object.keys(JSON.parse(await readFile(path, "utf8")) as object);
    const headers = { authorization: `Bearer ${safe.token}`, "content-type": "application/json" };

    const answer = await fetch(`${safe.url}/graphql`, {
      ...{ method: "POST", headers },
      body: JSON.stringify({
        variables: { id: "tr_0123456789abcdef", count: 1 },
        extensions: { persistedQuery: { version: 1, sha256Hash: id } },
      }),
    });
    const body = (await answer.json()) as object;
    const other = await askGraphql(safe, "{ tracks { totalCount } }");

    await safe.close();
    expect([answer.status, body]).toEqual([200, { data: expect.any(Object) as object }]);
    expect(other.errors?.length).toBe(1);
  });
});
