import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { WebSocket } from "ws";
import { parse } from "yaml";
import { trackKeyFrom } from "../../../src/domain/track/track-key.js";
import { candidate, FakeProvider } from "../../fakes/fake-provider.js";
import { askGraphql } from "../../graphql/graphql-client.js";
import { resultsOverSocket, resultsOverStream } from "../../graphql/subscription-clients.js";
import { openApplicationUnderTest, type ApplicationUnderTest } from "../application-under-test.js";
import { song, uploadPath, wav } from "../uploads/uploading.js";
import { ReverseProxy } from "./reverse-proxy.js";
import { waitUntil } from "../../wait-until.js";

const money = trackKeyFrom("Pink Floyd", "Money");
const tracks = [candidate("Pink Floyd", "Money"), candidate("Pink Floyd", "Time")];
const pictures = {
  query: '{ search(track: "Money", artist: "Pink Floyd", limit: 1) { results { thumbnailUrl } } }',
};
const following = {
  query: `subscription { analysisUpdated(trackKeys: ["${money}"]) { __typename } }`,
};

const html = { accept: "text/html,*/*;q=0.8", authorization: "" };

/** The parts of responses that these tests read. */
interface Found {
  readonly data: readonly { readonly thumbnailUrl: string }[];
}

describe.each([
  ["passes the prefix on", false],
  ["removes the prefix", true],
])("A server with a public URL, behind a proxy that %s", (_what, isPrefixRemoved) => {
  let application: ApplicationUnderTest;
  let proxy: ReverseProxy;
  let folder: string;
  /** The public URL, and the key of the application. */
  let client: { readonly url: string; readonly token: string };

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "overtone-proxy-"));
    proxy = await ReverseProxy.open({
      prefix: "/overtone",
      isPrefixRemoved,
      headers: () => ({ host: "internal.example:4000" }),
    });
    application = await openApplicationUnderTest(
      { providers: [new FakeProvider("library", tracks)] },
      { PUBLIC_URL: `${proxy.url}/`, DATA_DIR: folder },
    );
    proxy.target = application.url;
    client = { url: proxy.url, token: application.token };
    for (const { artist, trackName } of tracks) {
      await get(`/api/audio/search?track=${trackName}&artist=${artist}`);
      await get(`/api/audio/analysis/${trackKeyFrom(artist, trackName)}`);
    }
  });
  afterAll(async () => {
    await proxy.close();
    await application.close();
    await rm(folder, { recursive: true });
  });

  function get(path: string, headers: Readonly<Record<string, string>> = {}): Promise<Response> {
    return fetch(`${client.url}${path}`, {
      headers: { authorization: `Bearer ${client.token}`, ...headers },
      redirect: "manual",
    });
  }

  it("responds over REST with URLs of pictures and pages below it, which it serves", async () => {
    const response = await get("/api/audio/tracks?limit=1");
    const { data } = (await response.json()) as Found;
    const [, next = ""] = /<([^>]*)>; rel="next"/.exec(response.headers.get("link") ?? "") ?? [];
    const picture = await fetch(data[0]!.thumbnailUrl);
    const page = await fetch(next, { headers: { authorization: `Bearer ${client.token}` } });

    expect(data[0]?.thumbnailUrl).toBe(`${client.url}/artwork/placeholder.svg`);
    expect([picture.status, picture.headers.get("content-type")]).toEqual([200, "image/svg+xml"]);
    expect(next).toMatch(`${client.url}/api/audio/tracks?`);
    expect(((await page.json()) as Found).data).toHaveLength(1);
  });

  it("responds over every transport of GraphQL with the same URLs, and sends events", async () => {
    const answer = await askGraphql(client, pictures.query);
    const results = [];
    for (const resultsOver of [resultsOverSocket, resultsOverStream]) {
      for await (const { data } of resultsOver(client, pictures)) results.push(data);
      for await (const { data } of resultsOver(client, following)) results.push(data);
    }

    const thumbnailUrl = `${client.url}/artwork/placeholder.svg`;
    const found = { search: { results: [{ thumbnailUrl }] } };
    const event = { analysisUpdated: { __typename: "TrackAnalysis" } };
    expect(answer.data).toEqual(found);
    expect(results).toEqual([found, event, found, event]);
  });

  it.each(["/", "", "/docs/", "/altair/"])(
    "serves the page %j and everything that it loads below it",
    async (path) => {
      const page = await get(path, html);
      const urls = referencesIn(await page.text(), new URL(`${client.url}${path}`));
      const answers = await Promise.all(urls.map(({ href }) => fetch(href, { headers: html })));

      expect(page.status).toBe(200);
      expect(urls.length).toBeGreaterThan(2);
      expect(urls.filter(({ href }) => !href.startsWith(`${client.url}/`))).toEqual([]);
      expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
      expect(answers.filter(({ url }) => !url.startsWith(`${client.url}/`))).toEqual([]);
    },
  );

  it("names itself on the pages by that URL", async () => {
    const swagger = await get("/docs/swagger-ui-init.js");
    const altair = await get("/altair/initial_options.js");

    expect(await swagger.text()).toContain('"url": "/overtone/openapi.json"');
    const options = await altair.text();
    expect(options).toContain(`endpointURL: \`${client.url}/graphql\``);
    expect(options).toContain(`\`${client.url.replace("http", "ws")}/graphql\``);
  });

  it("names the prefix as the server in its description", async () => {
    const asJson = (await (await get("/openapi.json")).json()) as { servers: unknown };
    const asYaml = parse(await (await get("/openapi.yaml")).text()) as { servers: unknown };

    const servers = [{ url: "/overtone", description: expect.any(String) as string }];
    expect([asJson.servers, asYaml.servers]).toEqual([servers, servers]);
  });

  it("redirects below the prefix", async () => {
    const paths = ["/docs?a=b", "/altair", "/"];

    const answers = await Promise.all(paths.map((path) => get(path, { accept: "*/*" })));

    expect(answers.map(({ status }) => status)).toEqual([302, 302, 302]);
    expect(answers.map(({ headers }) => headers.get("location"))).toEqual([
      "/overtone/docs/?a=b",
      "/overtone/altair/",
      "/overtone/openapi.json",
    ]);
  });

  it("names the locations of what requests create below the prefix", async () => {
    const scopes = ["read", "write"] as const;
    const { token } = await application.services.access.issue({ name: "writer", scopes });
    const post = (path: string, type: string, body: string | Buffer<ArrayBuffer>) =>
      fetch(`${client.url}${path}`, {
        method: "POST",
        headers: { authorization: `Bearer ${token}`, "content-type": type },
        body,
      });

    const webhook = await post(
      "/api/webhooks",
      "application/json",
      '{"url":"https://example.org/hook"}',
    );
    const upload = await post(`${uploadPath}${song.query}`, "audio/wav", wav);

    expect(webhook.headers.get("location")).toMatch(/^\/overtone\/api\/webhooks\/./);
    expect(upload.headers.get("content-location")).toBe(`/overtone${uploadPath}/${song.trackKey}`);
  });

  it("allows pages of any origin, and refuses requests that could be forged, as without", async () => {
    const preflight = await fetch(`${client.url}/graphql`, {
      method: "OPTIONS",
      headers: { origin: "https://page.example", "access-control-request-method": "POST" },
    });
    const simple = await fetch(`${client.url}/graphql`, {
      method: "POST",
      headers: { "content-type": "text/plain" },
      body: '{"query":"{ __typename }"}',
    });

    expect(preflight.status).toBe(204);
    expect(preflight.headers.get("access-control-allow-origin")).toBe("*");
    expect(simple.status).toBeGreaterThanOrEqual(400);
    expect([preflight, simple].map(({ headers }) => headers.get("set-cookie"))).toEqual([
      null,
      null,
    ]);
  });

  it("logs and measures the routes without the prefix", async () => {
    const id = `logged-${String(isPrefixRemoved)}`;
    await (await get("/api/audio/moods", { "x-request-id": id })).text();
    const logged = () => application.logger.lines.find(({ facts }) => facts["requestId"] === id);
    await waitUntil(() => logged() !== undefined);

    expect(logged()?.facts).toMatchObject({ route: "/api/audio/moods", status: 200 });
  });
});

describe("A server with a public URL, without its proxy", () => {
  let application: ApplicationUnderTest;
  const publicUrl = "https://example.org/overtone";
  beforeAll(async () => {
    const providers = [new FakeProvider("library", tracks)];
    application = await openApplicationUnderTest({ providers }, { PUBLIC_URL: publicUrl });
  });
  afterAll(() => application.close());

  it("serves each path with and without the prefix, and no other", async () => {
    const paths = ["/health/live", "/overtone/health/live", "/overtones/health/live", "/overtonE"];

    const answers = await Promise.all(paths.map((path) => application.get(path)));

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 404, 200]);
  });

  it("opens a socket with and without the prefix, and nowhere else", async () => {
    const opened = async (path: string): Promise<boolean> => {
      const socket = new WebSocket(application.url.replace("http", "ws") + path, [
        "graphql-transport-ws",
      ]);
      const isOpen = await Promise.race([
        once(socket, "open").then(() => true),
        once(socket, "unexpected-response").then(() => false),
      ]);
      socket.on("error", () => undefined).terminate();
      return isOpen;
    };

    const paths = ["/graphql", "/overtone/graphql", "/other/graphql", "/overtone/overtone/graphql"];
    const outcomes = [];
    for (const path of paths) outcomes.push(await opened(path));

    expect(outcomes).toEqual([true, true, false, false]);
  });

  it("responds with URLs below it, whatever the Host header says", async () => {
    const response = await application.get("/api/audio/search?track=Money", {
      "x-forwarded-host": "evil.example",
    });

    const { data } = (await response.json()) as Found;
    expect(data[0]?.thumbnailUrl).toBe(`${publicUrl}/artwork/placeholder.svg`);
  });
});

/** Returns the URLs of everything that a page loads or links to on this machine. */
function referencesIn(text: string, page: URL): readonly URL[] {
  const [, base] = /<base href="([^"]+)"/.exec(text) ?? [];
  const from = new URL(base ?? "", page);
  const found = [...text.matchAll(/<(?:script|img|link|a)\s[^>]*?(?:src|href)="([^"]+)"/g)];
  return found.map(([, reference]) => new URL(reference!, from));
}
