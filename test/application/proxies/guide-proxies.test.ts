import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { trackKeyFrom } from "../../../src/domain/track/track-key.js";
import { candidate, FakeProvider } from "../../fakes/fake-provider.js";
import { resultsOverSocket, resultsOverStream } from "../../graphql/subscription-clients.js";
import { openApplicationUnderTest, type ApplicationUnderTest } from "../application-under-test.js";
import { song, uploadPath, wav } from "../uploads/uploading.js";
import { findFreePort, type ProxyProcess } from "./proxy-process.js";
import { guideProxies } from "./shipped-proxies.js";

const money = trackKeyFrom("Pink Floyd", "Money");
const following = {
  query: `subscription { analysisUpdated(trackKeys: ["${money}"]) { __typename } }`,
};

for (const shipped of guideProxies) {
  const describeBehind = shipped.isInstalled ? describe : describe.skip;

  describeBehind(`A server behind ${shipped.name} by the guide, below a path`, () => {
    let application: ApplicationUnderTest;
    let proxy: ProxyProcess;
    let folder: string;
    let client: { readonly url: string; readonly token: string };

    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), "overtone-proxied-"));
      const providers = [new FakeProvider("library", [candidate("Pink Floyd", "Money")])];
      const port = await findFreePort();
      const url = `http://127.0.0.1:${port}${shipped.path}`;
      application = await openApplicationUnderTest(
        { providers },
        { DATA_DIR: folder, TRUST_PROXY: "127.0.0.1", PUBLIC_URL: url },
      );
      proxy = await shipped.open(port, new URL(application.url).host);
      client = { url, token: application.token };
      await get("/api/audio/search?track=Money");
      await get(`/api/audio/analysis/${money}`);
    });
    afterAll(async () => {
      await proxy.close();
      await application.close();
      await rm(folder, { recursive: true, force: true });
    });

    const get = (path: string, headers: Readonly<Record<string, string>> = {}): Promise<Response> =>
      fetch(client.url + path, {
        headers: { authorization: `Bearer ${client.token}`, ...headers },
        redirect: "manual",
      });

    it("answers searches with pictures that the proxy serves", async () => {
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

    it("leads from its path without a slash at the end to the page", async () => {
      const page = await fetch(client.url, { headers: { accept: "text/html" } });

      expect(page.status).toBe(200);
      expect(await page.text()).toContain("<title>Overtone</title>");
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
      expect(upload.headers.get("content-location")).toBe(
        `/overtone${uploadPath}/${song.trackKey}`,
      );
    });
  });
}
