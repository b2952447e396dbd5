import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import { buffer } from "node:stream/consumers";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import * as zlib from "node:zlib";
import { trackKeyFrom } from "../../../src/domain/track/track-key.js";
import { candidate, FakeProvider } from "../../fakes/fake-provider.js";
import { openApplicationUnderTest, type ApplicationUnderTest } from "../application-under-test.js";

const names = Array.from({ length: 12 }, (_, n) => `Money, part ${n + 1}`);
const keys = names.map((name) => trackKeyFrom("Pink Floyd", name));
const decoders: Readonly<Record<string, (body: Buffer) => Buffer>> = {
  br: brotliDecompressSync,
  gzip: gunzipSync,
  identity: (body) => body,
  ...("zstdDecompressSync" in zlib && {
    zstd: zlib.zstdDecompressSync as (body: Buffer) => Buffer,
  }),
};
const encodings = Object.keys(decoders).filter((encoding) => encoding !== "identity");

const graphql = `/graphql?query=${encodeURIComponent(`{ analyses(trackKeys: ${JSON.stringify(keys)}) { ... on TrackAnalysis { trackName artist tempo energy mood { happy } } } }`)}`;

/** A long response of each edge, with the media type that is requested. */
const long = [
  ["/api/audio/search?track=Money", "application/json"],
  [`/api/audio/analysis?trackKeys=${keys.join()}`, "application/json"],
  ["/api/audio/tracks", "text/csv"],
  ["/api/audio/tracks", "application/x-ndjson"],
  ["/api/audio/tracks", "audio/x-mpegurl"],
  [graphql, "application/json"],
  ["/v1/audio-features?ids=" + keys.join(), "application/json"],
  ["/openapi.yaml", "application/yaml"],
  ["/metrics", "text/plain"],
] as const;

/** Responses that no encoding makes smaller, or that are small already. */
const plain = [
  ["/health/live", "application/json"],
  [`/api/audio/analysis/${keys[0]!}`, "application/json"],
  ["/api/audio/tracks", "application/vnd.apache.parquet"],
] as const;

describe("A response of the server", () => {
  let application: ApplicationUnderTest;

  beforeAll(async () => {
    const found = names.map((name) => candidate("Pink Floyd", name));
    application = await openApplicationUnderTest({
      providers: [new FakeProvider("library", found)],
    });
    await application.get("/api/audio/search?track=Money");
    await application.get(`/api/audio/analysis?trackKeys=${keys.join()}`, { prefer: "wait=20" });
  });
  afterAll(() => application.close());

  const receive = async (
    path: string,
    headers: object,
  ): Promise<{ readonly headers: IncomingMessage["headers"]; readonly text: string }> => {
    const authorization = `Bearer ${application.token}`;
    const request = get(application.url + path, { headers: { authorization, ...headers } });
    const [response] = (await once(request, "response")) as [IncomingMessage];
    const body = await buffer(response);
    expect(response.statusCode).toBe(200);
    const decode = decoders[response.headers["content-encoding"] ?? "identity"]!;
    return { headers: response.headers, text: decode(body).toString("latin1") };
  };

  it.each(long.flatMap(([path, accept]) => encodings.map((encoding) => [path, accept, encoding])))(
    "to %s as %s is compressed as %s for a client that accepts it, with the same content",
    async (path, accept, encoding) => {
      const asItIs = await receive(path, { accept });
      const compressed = await receive(path, { accept, "accept-encoding": encoding });

      expect(asItIs.headers["content-encoding"]).toBeUndefined();
      expect(compressed.headers["content-encoding"]).toBe(encoding);
      for (const { headers } of [asItIs, compressed]) {
        expect(headers.vary).toContain("Accept-Encoding");
      }
      // The figures of the process change from one request to the next.
      if (path !== "/metrics") expect(compressed.text).toBe(asItIs.text);
    },
  );

  it.each(plain)("to %s as %s is not compressed", async (path, accept) => {
    const { headers } = await receive(path, { accept, "accept-encoding": encodings.join() });

    expect(headers["content-encoding"]).toBeUndefined();
  });

  it("with events is not compressed", async () => {
    const query = encodeURIComponent(
      `subscription { analysisUpdated(trackKeys: ${JSON.stringify(keys)}) { __typename ... on TrackAnalysis { trackName tempo } } }`,
    );
    const accept = "text/event-stream";

    const { headers, text } = await receive(`/graphql/stream?query=${query}`, {
      accept,
      "accept-encoding": encodings.join(),
    });

    expect(headers["content-encoding"]).toBeUndefined();
    expect(text.match(/^event: next$/gm)).toHaveLength(keys.length);
  });

  it("is found again by the tag of its compressed form", async () => {
    const compressed = await receive("/api/audio/tracks", { "accept-encoding": "gzip" });
    const tag = compressed.headers.etag ?? "";

    const again = await application.get("/api/audio/tracks", { "if-none-match": tag });

    expect(tag).toMatch(/^W\/"/);
    expect([again.status, again.headers.get("etag")]).toEqual([304, tag.slice(2)]);
  });
});
