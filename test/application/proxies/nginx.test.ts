import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { trackKeyFrom } from "../../../src/domain/track/track-key.js";
import { candidate, FakeProvider } from "../../fakes/fake-provider.js";
import { resultsOverSocket, resultsOverStream } from "../../graphql/subscription-clients.js";
import { openApplicationUnderTest, type ApplicationUnderTest } from "../application-under-test.js";
import { song, uploadPath, wav } from "../uploads/uploading.js";
import { nginxPath, NginxServer } from "./nginx-server.js";

const money = trackKeyFrom("Pink Floyd", "Money");
const guide = readFileSync(new URL("../../../src/web/guide/proxy.md", import.meta.url), "utf8");
const following = {
  query: `subscription { analysisUpdated(trackKeys: ["${money}"]) { __typename } }`,
};

/** The location of the guide, for a server of the tests. */
const [, location = ""] = /```nginx\n(location[^`]*)```/.exec(guide) ?? [];

const describeBehindNginx = nginxPath === undefined ? describe.skip : describe;

describeBehindNginx("A server behind nginx, below a path (skipped without nginx)", () => {
  let application: ApplicationUnderTest;
  let nginx: NginxServer;
  let folder: string;
  let client: { readonly url: string; readonly token: string };
  let target = "";

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "overtone-nginx-"));
    // nginx needs to know the server, and the server the port of nginx.
    const providers = [new FakeProvider("library", [candidate("Pink Floyd", "Money")])];
    const environment = { DATA_DIR: folder, TRUST_PROXY: "127.0.0.1" };
    const reserved = await NginxServer.open((port) => `listen 127.0.0.1:${port};`);
    const { port } = reserved;
    await reserved.close();
    const url = `http://127.0.0.1:${port}/overtone`;
    application = await openApplicationUnderTest(
      { providers },
      { ...environment, PUBLIC_URL: url },
    );
    target = application.url;
    nginx = await NginxServer.openAt(port, `listen 127.0.0.1:${port};\n${configured()}`);
    client = { url, token: application.token };
    await get("/api/audio/search?track=Money");
    await get(`/api/audio/analysis/${money}`);
  });
  afterAll(async () => {
    await nginx.close();
    await application.close();
    await rm(folder, { recursive: true, force: true });
  });

  const configured = (): string => location.replace("http://127.0.0.1:4000", target);

  const get = (path: string, headers: Readonly<Record<string, string>> = {}): Promise<Response> =>
    fetch(client.url + path, {
      headers: { authorization: `Bearer ${client.token}`, ...headers },
      redirect: "manual",
    });

  it("answers searches with pictures that nginx serves", async () => {
    const { data } = (await (await get("/api/audio/search?track=Money")).json()) as {
      data: readonly { readonly thumbnailUrl: string }[];
    };
    const picture = await fetch(data[0]!.thumbnailUrl);

    expect(data[0]!.thumbnailUrl).toBe(`${client.url}/artwork/placeholder.svg`);
    expect([picture.status, picture.headers.get("content-type")]).toEqual([200, "image/svg+xml"]);
  });

  it.each(["/", "/docs/", "/altair/"])("serves %s and all that it loads", async (path) => {
    const page = await get(path, { accept: "text/html", authorization: "" });
    const text = await page.text();
    const [, base = ""] = /<base href="([^"]+)"/.exec(text) ?? [];
    const from = new URL(base, client.url + path);
    const loaded = [...text.matchAll(/<(?:script|img|link)\s[^>]*?(?:src|href)="([^"]+)"/g)];
    const urls = loaded.map(([, reference]) => new URL(reference!, from).href);
    const answers = await Promise.all(urls.map((url) => fetch(url)));

    expect(page.status).toBe(200);
    expect(urls.length).toBeGreaterThan(1);
    expect(urls.filter((url) => !url.startsWith(`${client.url}/`))).toEqual([]);
    expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
  });

  it("redirects below the path", async () => {
    const answers = await Promise.all(["/docs", "/altair", "/"].map((path) => get(path)));

    expect(
      answers.map(({ headers }) => new URL(headers.get("location")!, client.url).pathname),
    ).toEqual(["/overtone/docs/", "/overtone/altair/", "/overtone/openapi.json"]);
  });

  it("sends events over WebSocket and as server-sent events", async () => {
    const results = [];
    for (const resultsOver of [resultsOverSocket, resultsOverStream]) {
      for await (const { data } of resultsOver(client, following)) results.push(data);
    }

    const event = { analysisUpdated: { __typename: "TrackAnalysis" } };
    expect(results).toEqual([event, event]);
  });

  it("takes uploads, and names where their analyses are", async () => {
    const { token } = await application.services.access.issue({ name: "w", scopes: ["write"] });
    const upload = await fetch(`${client.url}${uploadPath}${song.query}`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "audio/wav" },
      body: wav,
    });

    expect(upload.status).toBe(200);
    expect(upload.headers.get("content-location")).toBe(`/overtone${uploadPath}/${song.trackKey}`);
  });
});
