import request from "supertest";
import { guidePages } from "../../src/build/guide/guide-pages.js";
import {
  openApplicationUnderTest,
  type ApplicationUnderTest,
} from "../application/application-under-test.js";
import { requireFreshBuild } from "../build/fresh-build.js";

requireFreshBuild();

const PREFIX = "/overtone";

/** The addresses and the sources in a page, resolved, with those of other hosts left out. */
function linksIn(html: string, url: string): readonly URL[] {
  return Array.from(
    html.matchAll(/ (?:href|src)="([^"]*)"/g),
    ([, target = ""]) => new URL(target, url),
  ).filter(({ origin, pathname }) => origin === new URL(url).origin && pathname !== "/");
}

describe("The served guide", () => {
  let application: ApplicationUnderTest;

  beforeAll(async () => {
    application = await openApplicationUnderTest(
      {},
      { PUBLIC_URL: `https://example.org${PREFIX}` },
    );
  });
  afterAll(() => application.close());

  const fetched = (path: string, init: RequestInit = {}): Promise<Response> =>
    fetch(`${application.url}${path}`, { redirect: "manual", ...init });

  it.each(["", PREFIX])("has a first page, which needs no key: %s/guide/", async (prefix) => {
    const response = await fetched(`${prefix}/guide/`);

    expect(response.status).toBe(200);
    expect(response.headers.get("Content-Type")).toBe("text/html; charset=utf-8");
    expect(await response.text()).toContain('<h1 id="the-guide">');
  });

  it("sends readers to its folder, below the path of the public URL", async () => {
    const response = await fetched("/guide");

    expect(response.status).toBe(302);
    expect(response.headers.get("Location")).toBe(`${PREFIX}/guide/`);
  });

  it.each(guidePages().map(({ url }) => url))(
    "has links that lead to pages and headings: %s",
    async (page) => {
      const { url, body } = await textAt(`${PREFIX}/guide/${page}`);
      const links = linksIn(body, url);

      const dead: string[] = [];
      for (const link of links) {
        const { status, body: found } = await textAt(link.pathname);
        const id = decodeURIComponent(link.hash.slice(1));
        if (status !== 200 || (id !== "" && !found.includes(` id="${id}"`))) dead.push(link.href);
      }

      expect(links.length).toBeGreaterThan(guidePages().length);
      expect(dead).toEqual([]);
    },
  );

  const known = new Map<string, Promise<{ status: number; url: string; body: string }>>();

  /** Requests a path once. */
  function textAt(path: string): Promise<{ status: number; url: string; body: string }> {
    const before = known.get(path);
    if (before) return before;
    const found = fetched(path, { headers: { Accept: "text/html" } }).then(async (response) => ({
      status: response.status,
      url: response.url,
      body: await response.text(),
    }));
    known.set(path, found);
    return found;
  }

  it("is loaded from its server alone, and asked for again with its entity tag", async () => {
    const first = await fetched("/guide/settings");
    const { headers } = first;

    // `fetch` would also ask that no cache answers.
    const again = await request(application.url)
      .get("/guide/settings")
      .set("If-None-Match", headers.get("ETag") ?? "");

    expect(headers.get("Content-Security-Policy")).toMatch(/^default-src 'none';.* 'self'$/);
    expect(headers.get("Cache-Control")).toBe("no-cache");
    expect(again.status).toBe(304);
  });

  it.each([
    ["search.json", "application/json; charset=utf-8"],
    ["guide.js", "text/javascript; charset=utf-8"],
    ["guide.css", "text/css; charset=utf-8"],
    ["icon.svg", "image/svg+xml"],
  ])("has the file %s", async (name, type) => {
    const response = await fetched(`/guide/${name}`);

    expect([response.status, response.headers.get("Content-Type")]).toEqual([200, type]);
  });

  it("answers 404 for a page that it does not have", async () => {
    const response = await fetched("/guide/absent");

    expect(response.status).toBe(404);
  });
});
