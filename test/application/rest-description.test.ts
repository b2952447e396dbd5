import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parse } from "yaml";
import {
  AudioUndecodableError,
  errorCodes,
  ProviderRateLimitedError,
} from "../../src/domain/errors.js";
import { trackKeyFrom } from "../../src/domain/track-key.js";
import { restRouter } from "../../src/rest/rest-router.js";
import { FakeAnalyzer } from "../fakes/fake-analyzer.js";
import { candidate, FakeProvider } from "../fakes/fake-provider.js";
import { resolved, schemaMismatches, type Schema } from "../rest/schema-mismatches.js";
import { openApplicationUnderTest, type ApplicationUnderTest } from "./application-under-test.js";

const written = readFileSync(new URL("../../schema/openapi.yaml", import.meta.url), "utf8");
const description = parse(written);

const money = trackKeyFrom("Pink Floyd", "Money");
const search = "/api/audio/search?track=Money";
const analysis = `/api/audio/analysis/${money}`;
const upload = "/api/audio/analysis";
const wav = "RIFF\0\0\0\0WAVE";

describe("The description of the REST interface", () => {
  const provider = new FakeProvider("library");
  const analyzer = new FakeAnalyzer();
  let application: ApplicationUnderTest;
  let folder: string;
  let writingToken: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "overtone-description-"));
    application = await openApplicationUnderTest(
      { analyzer, providers: [provider] },
      { DATA_DIR: folder, UPLOAD_LIMIT_MB: "1" },
    );
    const { access } = application.services;
    ({ token: writingToken } = await access.issue({ name: "writer", scopes: ["write"] }));
  });

  beforeEach(() => {
    provider.answerWith([
      candidate("Pink Floyd", "Money", { kind: "embedded" }),
      candidate("Pink Floyd", "06 - Cymbaline"),
    ]);
    analyzer.answerWith({
      tempo: 124.5,
      key: 11,
      mode: 0,
      timeSignature: 7,
      energy: 1,
      danceability: 0,
      happy: 0.5,
    });
  });

  afterAll(async () => {
    await application.close();
    await rm(folder, { recursive: true, force: true });
  });

  it("is served as it is written, and as JSON, once to a client that keeps it", async () => {
    const asYaml = await fetch(`${application.url}/openapi.yaml`);
    const asJson = await fetch(`${application.url}/openapi.json`);
    const headers = { "if-none-match": asJson.headers.get("etag") ?? "" };
    const again = await fetch(`${application.url}/openapi.json`, { headers });

    expect(asYaml.headers.get("content-type")).toMatch(/^application\/yaml/);
    expect(await asYaml.text()).toBe(written);
    expect(asJson.headers.get("content-type")).toMatch(/^application\/json/);
    expect(await asJson.json()).toEqual(description);
    expect(again.status).toBe(304);
  });

  it("describes every path that there is, and no other", () => {
    const paths = pathsOf(restRouter(application.services));

    expect(Object.keys(description.paths).sort()).toEqual(paths.sort());
  });

  it("knows every error code", () => {
    const { enum: codes } = description.components.schemas.ErrorCode;

    expect([...codes].sort()).toEqual([...errorCodes, "INTERNAL"].sort());
  });

  it("points nowhere that does not exist", () => {
    const pointers = [...written.matchAll(/\$ref: "([^"]+)"/g)].map(([, pointer]) => pointer!);

    expect(pointers.length).toBeGreaterThan(50);
    for (const pointer of pointers) expect(resolved(pointer, description)).toBeDefined();
  });

  it("has examples that fit its own schemas", () => {
    const examples = mediaTypesOf(description).filter(({ example }) => example !== undefined);

    expect(examples.length).toBeGreaterThan(10);
    for (const { example, schema } of examples) {
      expect(schemaMismatches(example, schema, description)).toEqual([]);
    }
  });

  it.each<[string, string, number, Record<string, string>]>([
    ["a search", search, 200, {}],
    ["a search without a track", "/api/audio/search", 400, {}],
    ["the same, as a problem", "/api/audio/search", 400, { accept: "application/problem+json" }],
    ["a search without a key", search, 401, { authorization: "" }],
    ["an unknown key", "/api/audio/analysis/0123456789abcdef", 404, {}],
    ["an analysis", `${analysis}?artist=Pink+Floyd&track=Money`, 200, {}],
    ["an analysis that the client holds", analysis, 304, { "if-none-match": "*" }],
    ["a look-up", `/api/audio/tracks/${money}`, 200, {}],
    ["an id that nobody has", "/api/audio/tracks/spotify:0vFOzaXqZHahrZp6enQwQb", 404, {}],
    ["life", "/health/live", 200, {}],
    ["health", "/health/ready", 200, {}],
    ["the placeholder", "/artwork/placeholder.svg", 200, {}],
    ["a cover that there is not", `/artwork/${money}`, 404, {}],
    ["itself", "/openapi.json", 200, {}],
  ])("fits the answer to %s", async (_name, path, status, headers) => {
    const response = await application.get(path, headers);

    expect(response.status).toBe(status);
    expect(await mismatchesOf(path, response)).toEqual([]);
  });

  it("fits the answer to an analysis that is not ready", async () => {
    const path = "/api/audio/analysis/a8f2836518d1c504?artist=Pink+Floyd&track=06+-+Cymbaline";
    const release = analyzer.hold();

    const response = await application.get(path, { prefer: "respond-async" });

    expect(response.status).toBe(202);
    expect(await mismatchesOf(path, response)).toEqual([]);
    release();
  });

  it.each<[string, number, string, Record<string, string>]>([
    ["an upload", 200, wav, {}],
    ["one that is not named", 400, wav, { path: upload }],
    ["one without a key", 401, wav, { authorization: "" }],
    ["one that is too large", 413, "la".repeat(1_000_000), {}],
    ["one of another type", 415, wav, { "content-type": "text/plain" }],
    ["one that is a text", 422, "la", {}],
  ])("fits the answer to %s", async (_name, status, body, { path, ...given }) => {
    const headers = {
      authorization: `Bearer ${writingToken}`,
      "content-type": "audio/wav",
      ...given,
    };

    const response = await fetch(application.url + (path ?? `${upload}?artist=A&track=${status}`), {
      method: "POST",
      headers,
      body,
    });

    expect(response.status).toBe(status);
    expect(await mismatchesOf(upload, response, "post")).toEqual([]);
  });

  it("fits the answer to an upload whose analysis is not ready", async () => {
    const release = analyzer.hold();
    const headers = {
      authorization: `Bearer ${writingToken}`,
      "content-type": "audio/wav",
      prefer: "respond-async",
    };

    const response = await fetch(`${application.url}${upload}?artist=A&track=Later`, {
      method: "POST",
      headers,
      body: wav,
    });

    expect(response.status).toBe(202);
    expect(await mismatchesOf(upload, response, "post")).toEqual([]);
    release();
  });

  it("fits the answers to batches, whatever becomes of their tracks", async () => {
    await application.get(`${analysis}?artist=Pink+Floyd&track=Money`);
    await application.get(search);
    const release = analyzer.hold();
    const keys = [money, "a8f2836518d1c504", "0123456789abcdef"];
    const headers = {
      authorization: `Bearer ${application.token}`,
      "content-type": "application/json",
    };

    const asked = await application.get(`${upload}?trackKeys=${keys.join(",")}`);
    const looked = await application.get(
      `${upload}?trackKeys=${money},ffffffffffffffff&compute=false`,
    );
    const posted = await fetch(`${application.url}${upload}/batch`, {
      method: "POST",
      headers,
      body: JSON.stringify({ trackKeys: keys }),
    });

    expect([asked.status, looked.status, posted.status]).toEqual([200, 200, 200]);
    expect(await mismatchesOf(upload, asked)).toEqual([]);
    expect(await mismatchesOf(upload, looked)).toEqual([]);
    expect(await mismatchesOf(`${upload}/batch`, posted, "post")).toEqual([]);
    release();
  });

  it("fits the answers to failures of the world", async () => {
    const path = `/api/audio/analysis/${trackKeyFrom("A", "Broken")}?artist=A&track=Broken`;
    provider.answerWith([candidate("A", "Broken")]);
    analyzer.answerWith(new AudioUndecodableError("it is cut short"));
    const undecodable = await application.get(path);
    provider.answerWith(new ProviderRateLimitedError("library", 3));
    const busy = await application.get(search);
    provider.answerWith(new Error("a bug"));
    const bug = await application.get(search, { accept: "application/problem+json" });

    expect([undecodable.status, busy.status, bug.status]).toEqual([422, 503, 500]);
    expect(await mismatchesOf(path, undecodable)).toEqual([]);
    expect(await mismatchesOf(search, busy)).toEqual([]);
    expect(await mismatchesOf(search, bug)).toEqual([]);
  });
});

/** Where an answer differs from its description: status, headers, media type, body. */
async function mismatchesOf(
  path: string,
  response: Response,
  method: "get" | "post" = "get",
): Promise<readonly string[]> {
  const [pathname = ""] = path.split("?");
  const template = pathname
    .replace(/(?<=\/tracks\/).+/, "{id}")
    .replace(/[0-9a-f]{16}/, "{trackKey}");
  const described = description.paths[template][method].responses[response.status];
  if (described === undefined) return [`${template} does not answer ${response.status}`];
  const answer = described.$ref === undefined ? described : resolved(described.$ref, description);
  const missing = Object.keys(answer.headers ?? {}).filter(
    (name) => !optionalHeaders.includes(name) && !response.headers.has(name),
  );
  const headers = missing.map((name) => `has no header ${name}`);
  const [mediaType = ""] = (response.headers.get("content-type") ?? "").split(";");
  if (answer.content === undefined) return headers;
  const content = answer.content[mediaType];
  if (content === undefined) return [...headers, `is ${mediaType}`];
  const body = mediaType.includes("json") ? await response.json() : await response.text();
  if (template === "/openapi.json") return headers;
  return [...headers, ...schemaMismatches(body, content.schema, description)];
}

/** Described as absent in ordinary answers. */
const optionalHeaders = ["Overtone-Unavailable-Providers", "Preference-Applied"];

interface MediaType {
  readonly schema: Schema;
  readonly example?: unknown;
}

function mediaTypesOf(node: unknown): readonly MediaType[] {
  if (typeof node !== "object" || node === null) return [];
  const { content } = node as { content?: Record<string, MediaType> };
  return [...Object.values(content ?? {}), ...Object.values(node).flatMap(mediaTypesOf)];
}

/** A layer of a router's stack, as far as we look. */
interface Layer {
  readonly rawPath?: string;
  readonly route?: { readonly path: string };
  readonly handle: { readonly stack?: readonly Layer[] };
}

/** The template of every route below a router. */
function pathsOf(router: { readonly stack?: unknown }, prefix = ""): string[] {
  return (router.stack as readonly Layer[]).flatMap(({ route, rawPath = "/", handle }) => {
    if (route) return [`${prefix}${route.path}`.replace(/:(\w+)/g, "{$1}")];
    return pathsOf(handle, rawPath === "/" ? prefix : `${prefix}${rawPath}`);
  });
}
