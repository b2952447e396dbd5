import { once } from "node:events";
import { request, type IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { configFrom } from "../../../src/config/config.js";
import type { TrackKey } from "../../../src/domain/track/track-key.js";
import { openServer, type RunningServer } from "../../../src/server/server.js";
import { FakeAnalyzer } from "../../fakes/fake-analyzer.js";
import { inProcessReaders } from "../../fakes/in-process-readers.js";
import { offline } from "../offline.js";
import { call, connectByHttp, ERAS } from "./assistant-clients.js";

const FOUR = "62ac659c10e82543" as TrackKey;
const WALTZ = "7f13f1f9a12d9aee" as TrackKey;
const ABSENT = "0000000000000000";

const toolsList = { jsonrpc: "2.0", id: 1, method: "tools/list" };

describe("Tools for assistants over HTTP", () => {
  let data: string;
  let server: RunningServer;
  let reader: string;
  let writer: string;

  beforeAll(async () => {
    data = await mkdtemp(join(tmpdir(), "overtone-tools-"));
    const environment = {
      ...{ ...offline, DATA_DIR: data, PORT: "0", LOG_LEVEL: "error" },
      // Every operation of another client is refused; those of the tools are not.
      PERSISTED_QUERIES: "safelist",
      SAFELIST_PATH: new URL("one-operation/", import.meta.url).pathname,
    };
    server = await openServer(configFrom(environment), {
      analyzer: new FakeAnalyzer({ tempo: 120, energy: 0.5 }),
      ...inProcessReaders(),
    });
    const { library, analyses, access } = server.services;
    await library.scanAll();
    await analyses.requestMany([FOUR, WALTZ], { signal: new AbortController().signal });
    reader = (await access.issue({ name: "reader", scopes: ["read"] })).token;
    writer = (await access.issue({ name: "writer", scopes: ["read", "write"] })).token;
  });
  afterAll(async () => {
    await server.close();
    await rm(data, { recursive: true, force: true });
  });

  const post = (body: unknown, headers: Record<string, string> = {}): Promise<Response> =>
    fetch(`${server.url}/mcp`, {
      method: "POST",
      headers: {
        ...{ authorization: `Bearer ${reader}`, "content-type": "application/json" },
        ...{ accept: "application/json, text/event-stream", ...headers },
      },
      body: typeof body === "string" ? body : JSON.stringify(body),
    });

  it.each(ERAS)("serve the SDK's client in version $version", async ({ era, version }) => {
    const client = await connectByHttp(server.url, reader, era);

    const { tools } = await client.listTools();
    const found = await call(client, "search", { track: "Slow Waltz" });
    const calm = await call(client, "tracks", { tempo: { gte: 1 }, orderBy: "TEMPO", first: 1 });

    expect(client.getNegotiatedProtocolVersion()).toBe(version);
    expect(client.getInstructions()).toContain("do not guess");
    expect(tools.every(({ annotations }) => annotations?.readOnlyHint)).toBe(true);
    expect(found.data).toMatchObject({ search: { results: [{ trackKey: WALTZ, matchScore: 1 }] } });
    expect(JSON.parse(found.text)).toEqual(found.data);
    expect(calm.data).toMatchObject({ tracks: { totalCount: 2, edges: [{}] } });
    await client.close();
  });

  it("answer in few bytes, without what is not known", async () => {
    const client = await connectByHttp(server.url, reader);

    const answers = {
      analyse: await call(client, "analyse", { trackKey: FOUR }),
      similar: await call(client, "similar", { trackKey: FOUR }),
      mix: await call(client, "mix", { from: FOUR, to: WALTZ, length: 2 }),
      continue: await call(client, "continue", { seeds: [{ key: FOUR }], exploration: 0.5 }),
      moods: await call(client, "moods"),
      library: await call(client, "library"),
    };

    for (const { isError, text } of Object.values(answers)) {
      expect([isError, text]).toEqual([false, expect.not.stringContaining("null")]);
      expect(text.length).toBeLessThan(2_000);
    }
    await client.close();
  });

  it.each([
    ["similar", { trackKey: ABSENT }, /Call search/],
    ["similar", { trackKey: "e0d89f3b24699bd6" }, /^ANALYSIS_NOT_FOUND: .*Call analyse/],
    ["similar", { trackKey: "no key" }, /^[A-Z_]+: .*call again/],
    ["continue", { from: ["FAVOURITES"] }, /^NOT_FOUND: /],
    ["continue", { seeds: [{ key: ABSENT }] }, /Call search/],
    ["search", {}, /^BAD_USER_INPUT: .*"\$track".*input schema/],
    ["search", { track: "a", artits: "b" }, /no argument "artits".*: track, artist, limit/],
    ["tracks", { first: 1000 }, /^INVALID_INPUT: .*"first".*call again/],
  ])("say what to do next: %s %j", async (name, args, expected) => {
    const client = await connectByHttp(server.url, reader);

    const { isError, text } = await call(client, name, args);

    expect([isError, text]).toEqual([true, expect.stringMatching(expected)]);
    await client.close();
  });

  it("change data only for keys with the scope write, which alone see these tools", async () => {
    const reading = await connectByHttp(server.url, reader);
    const writing = await connectByHttp(server.url, writer);
    const playlist = { name: "Like the waltz", seeds: [{ key: WALTZ }], tempo: { gte: 1 } };

    const refused = call(reading, "save_playlist", playlist);

    await expect(refused).rejects.toThrow(/no tool "save_playlist"/);
    const { tools } = await writing.listTools();
    const saved = await call(writing, "save_playlist", playlist);
    const retried = await call(writing, "retry_analyses");
    expect(tools.map(({ name }) => name)).toContain("save_playlist");
    expect(saved.data).toMatchObject({ savePlaylist: { name: playlist.name } });
    expect(retried.data).toEqual({ retryAnalyses: 0 });
    const [kept] = await server.services.playlists.list();
    expect(kept).toMatchObject({ name: playlist.name, recipe: { seeds: [WALTZ] } });
    await Promise.all([reading.close(), writing.close()]);
  });

  it("say which file of the library holds what is to be forgotten", async () => {
    const client = await connectByHttp(server.url, writer);

    const { isError, text } = await call(client, "forget", { by: { key: WALTZ } });

    expect([isError, text]).toEqual([
      true,
      expect.stringMatching(/^FILES_DECIDE: The file ".*Slow Waltz.*" .*Delete it, or/),
    ]);
    await client.close();
  });

  it.each<[string, number, Record<string, string>, unknown]>([
    ["without a key", 401, { authorization: "" }, toolsList],
    ["from a page of another site", 403, { origin: "https://elsewhere.example" }, toolsList],
    ["of another type", 415, { "content-type": "text/plain" }, "hello"],
    ["that are no JSON", 400, {}, "{"],
    ["in a batch, which would count as one", 400, {}, [toolsList, toolsList]],
    ["of 2,000 members", 400, {}, { ...toolsList, params: { a: Array(2_000).fill({}) } }],
    ["that are too large", 413, {}, { ...toolsList, params: { a: "a".repeat(300_000) } }],
  ])("refuse requests %s with %d", async (_, status, headers, body) => {
    const response = await post(body, headers);

    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ success: false });
  });

  it("refuse pages whose host name was made to lead to this server", async () => {
    const { port } = new URL(server.url);
    const host = `elsewhere.example:${port}`;

    // fetch sets Host itself, and newer versions of Undici connect to it.
    const sent = request(`${server.url}/mcp`, {
      method: "POST",
      headers: { host, origin: `http://${host}`, authorization: `Bearer ${reader}` },
    });
    sent.end(JSON.stringify(toolsList));
    const [response] = (await once(sent, "response")) as [IncomingMessage];

    expect(response.statusCode).toBe(403);
    expect(await text(response)).toContain("PUBLIC_URL");
  });

  it("have no sessions and no streams of their own", async () => {
    const opened = await fetch(`${server.url}/mcp`, {
      headers: { authorization: `Bearer ${reader}`, accept: "text/event-stream" },
    });
    const listed = await post(toolsList);

    expect([opened.status, opened.headers.get("allow")]).toEqual([405, "POST, OPTIONS"]);
    expect([listed.status, listed.headers.get("mcp-session-id")]).toEqual([200, null]);
    expect(listed.headers.get("ratelimit-limit")).toBe("50");
    expect(listed.headers.get("cache-control")).toBe("no-store");
  });
});
