import { exampleOperations } from "../../../src/web/example-operations.js";
import { openApplicationUnderTest, type ApplicationUnderTest } from "../application-under-test.js";

const browser = {
  accept: "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8",
  authorization: "",
};

const pages = [
  ["the page", "/"],
  ["Swagger UI", "/docs/"],
  ["Altair", "/altair/"],
] as const;

describe("The pages for browsers", () => {
  let application: ApplicationUnderTest;

  beforeAll(async () => {
    application = await openApplicationUnderTest();
  });
  afterAll(() => application.close());

  it.each(pages)(
    "serve %s to a client without a key, all of it from this server",
    async (_, path) => {
      const page = await application.get(path, browser);
      const html = await page.text();
      const assets = assetsOf(html, new URL(path, application.url));
      const answers = await Promise.all(assets.map((asset) => fetch(asset)));

      expect([page.status, page.headers.get("content-type")]).toEqual([
        200,
        "text/html; charset=utf-8",
      ]);
      expect(assets.filter((asset) => asset.origin !== application.url)).toEqual([]);
      expect(answers.map(({ url, status }) => [url, status])).toEqual(
        assets.map(({ href }) => [href, 200]),
      );
    },
  );

  it.each(pages)("allow %s to load from this server only", async (_, path) => {
    const page = await application.get(path, browser);

    const policy = page.headers.get("content-security-policy") ?? "";
    // Covers come from the providers.
    const hosts = policy.replace(/img-src[^;]*/, "").match(/\b(?:https?|wss?):\S*/g) ?? [];
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/script-src[^;]*'unsafe-/);
    expect(hosts.every((host) => host.startsWith(application.url.replace("http", "ws")))).toBe(
      true,
    );
  });

  it("do not relax the security policy of other responses", async () => {
    const strict = "default-src 'none';frame-ancestors 'none';base-uri 'none'";

    const answers = await Promise.all(
      ["/health/live", "/docs/swagger-ui.css", "/altair/main.js"].map((path) =>
        application.get(path),
      ),
    );

    expect(answers.map(({ headers }) => headers.get("content-security-policy"))).toEqual([
      strict,
      strict,
      strict,
    ]);
  });

  it.each(["/docs", "/altair"])(
    "redirect %s to the path where relative links are correct",
    async (path) => {
      const response = await fetch(`${application.url}${path}`, { redirect: "manual" });

      expect([response.status, response.headers.get("location")]).toEqual([302, `${path}/`]);
    },
  );

  it("show the API description that the server serves", async () => {
    const script = await fetch(`${application.url}/docs/swagger-ui-init.js`);

    const text = await script.text();
    expect(script.headers.get("content-type")).toMatch("javascript");
    expect(text).toContain('"swaggerUrl": "/openapi.json"');
    expect(text).toContain('"validatorUrl": null');
  });

  it("open Altair with this server's URLs and an example", async () => {
    const script = await fetch(`${application.url}/altair/initial_options.js`);

    const text = await script.text();
    expect(script.headers.get("content-type")).toMatch("javascript");
    expect(text).toContain(`${application.url}/graphql`);
    expect(text).toContain(`${application.url.replace("http", "ws")}/graphql`);
    expect(text).toContain("query SearchWithAnalyses");
  });

  it("describe every operation that the page shows", () => {
    for (const { name, description } of exampleOperations()) {
      expect([name, description]).toEqual([name, expect.stringMatching(/.{20}/)]);
    }
  });

  it("are named in the page, which links to them", async () => {
    const page = await application.get("/", browser);

    expect(await page.text()).toContain('<meta name="explorers" content="graphql rest">');
  });

  it("redirect programs from the root to the description", async () => {
    const response = await fetch(application.url, { redirect: "manual" });

    expect([response.status, response.headers.get("location")]).toEqual([302, "/openapi.json"]);
    expect(response.headers.get("vary")).toMatch("Accept");
  });

  it("can be disabled", async () => {
    const off = { GRAPHQL_EXPLORER: "off", REST_DOCS: "off" };
    const plain = await openApplicationUnderTest({}, off);

    const answers = await Promise.all(
      ["/docs/", "/altair/", "/altair/main.js", "/"].map((path) => plain.get(path, browser)),
    );

    const page = await answers[3]!.text();
    await plain.close();
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 200]);
    expect(page).toContain('<meta name="explorers" content="">');
  });
});

/** Returns the URLs of everything that a page loads or links to. */
function assetsOf(html: string, page: URL): readonly URL[] {
  const [, base] = /<base href="([^"]+)"/.exec(html) ?? [];
  const from = new URL(base ?? "", page);
  const loaded = [...html.matchAll(/<(?:script|img)[^>]*\ssrc="([^"]+)"/g)];
  const linked = [...html.matchAll(/<link[^>]*\shref="([^"]+)"/g)];
  return [...loaded, ...linked].map(([, reference]) => new URL(reference!, from));
}
