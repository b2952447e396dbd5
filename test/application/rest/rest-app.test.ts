import { request as httpRequest } from "node:http";
import { connect } from "node:net";
import { candidate, FakeProvider } from "../../fakes/fake-provider.js";
import { openApplicationUnderTest, type ApplicationUnderTest } from "../application-under-test.js";

const search = "/api/audio/search?track=Money";

describe("The HTTP application", () => {
  let application: ApplicationUnderTest;

  beforeAll(async () => {
    application = await openApplicationUnderTest({
      providers: [new FakeProvider("library", [candidate("Pink Floyd", "Money")])],
    });
  });

  afterAll(() => application.close());

  describe("sets the id of each request", () => {
    it.each([search, "/nowhere", "/health/live"])("at %s", async (path) => {
      const first = await application.get(path);
      const second = await application.get(path);

      expect(first.headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
      expect(second.headers.get("x-request-id")).not.toBe(first.headers.get("x-request-id"));
    });

    it("as the client sends it", async () => {
      const response = await application.get(search, { "x-request-id": "batch-7:3" });

      expect(response.headers.get("x-request-id")).toBe("batch-7:3");
    });

    it.each(["", "with space", "-dash", "<b>", "a".repeat(129)])(
      "as a new UUID when the client's is %s",
      async (requestId) => {
        const response = await application.get(search, { "x-request-id": requestId });

        expect(response.headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
      },
    );
  });

  it("sets security headers, and does not reveal its software", async () => {
    const { headers } = await application.get(search);

    expect(headers.get("content-security-policy")).toContain("default-src 'none'");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("referrer-policy")).toBe("no-referrer");
    expect(headers.has("x-powered-by")).toBe(false);
    expect(headers.has("set-cookie")).toBe(false);
  });

  it("keeps responses that need a key out of shared caches", async () => {
    const { headers } = await application.get(search);

    expect(headers.get("cache-control")).toBe("private, no-store");
    expect(headers.get("vary")).toContain("Authorization");
  });

  describe("allows requests of pages of any origin", () => {
    it("and lets them read its headers, failures included", async () => {
      const headers = { origin: "https://page.example" };

      const responses = await Promise.all([
        application.get(search, headers),
        application.get("/api/audio/search", headers),
        application.get(search, { ...headers, authorization: "" }),
      ]);

      for (const response of responses) {
        expect(response.headers.get("access-control-allow-origin")).toBe("*");
        expect(response.headers.get("access-control-expose-headers")).toContain("Retry-After");
        expect(response.headers.has("access-control-allow-credentials")).toBe(false);
      }
    });

    it.each(["/api/audio/search", "/api/audio/analysis/bc24aaa5a97c70ed", "/graphql"])(
      "and answers the browser's preflight at %s, without a key",
      async (path) => {
        const response = await fetch(application.url + path, {
          method: "OPTIONS",
          headers: {
            origin: "https://page.example",
            "access-control-request-method": "GET",
            "access-control-request-headers": "authorization,prefer",
          },
        });

        expect(response.status).toBe(204);
        expect(response.headers.get("access-control-allow-origin")).toBe("*");
        expect(response.headers.get("access-control-allow-methods")).toContain("GET");
        expect(response.headers.get("access-control-allow-headers")).toBe("authorization,prefer");
      },
    );
  });

  it.each([search, "/health/ready", "/openapi.json", "/artwork/placeholder.svg", "/nowhere"])(
    "responds to HEAD at %s as to GET, without the body",
    async (path) => {
      // What is compressed is not made for HEAD, so its length is not known.
      const plain = { "accept-encoding": "identity" };
      const get = await application.get(path, plain);
      const head = await fetch(application.url + path, {
        method: "HEAD",
        headers: { authorization: `Bearer ${application.token}`, ...plain },
      });

      expect(head.status).toBe(get.status);
      expect(head.headers.get("content-type")).toBe(get.headers.get("content-type"));
      expect(head.headers.get("content-length")).toBe(get.headers.get("content-length"));
      expect(await head.text()).toBe("");
    },
  );

  it("redirects programs from its root to the description", async () => {
    const response = await fetch(`${application.url}/`, { redirect: "manual" });

    expect([response.status, response.headers.get("location")]).toEqual([302, "/openapi.json"]);
  });

  describe("returns the URLs of its pictures", () => {
    it.each(["music.example", "music.example:8080", "[::1]:4000", "192.168.1.2:4000"])(
      "with the host of the request: %s",
      async (host) => {
        const text = await bodyFor({ host });

        expect(text).toContain(`"thumbnailUrl":"http://${host}/artwork/placeholder.svg"`);
      },
    );

    it("with its own address when the request has no Host header", async () => {
      const text = await answerTo(
        `GET ${search} HTTP/1.0\r\nAuthorization: Bearer ${application.token}\r\n\r\n`,
      );

      expect(text).toContain(`"thumbnailUrl":"${application.url}/artwork/placeholder.svg"`);
    });

    it("without using the headers of proxies", async () => {
      const response = await application.get(search, {
        "x-forwarded-host": "evil.example",
        "x-forwarded-proto": "https",
      });

      expect(await response.text()).toContain(`"${application.url}/artwork/placeholder.svg"`);
    });
  });

  describe("reports its health", () => {
    it("when the process runs", async () => {
      const response = await fetch(`${application.url}/health/live`);

      expect(response.status).toBe(200);
      expect(response.headers.get("cache-control")).toBe("no-store");
      expect(await response.json()).toEqual({ success: true, data: { status: "ok" } });
    });

    it("when every part works", async () => {
      const response = await fetch(`${application.url}/health/ready`);

      expect(response.status).toBe(200);
      expect(await response.json()).toEqual({
        success: true,
        data: {
          status: "ok",
          checks: { indexes: "ok", database: "ok", queue: "ok", workers: "ok" },
        },
      });
    });
  });

  it("returns a placeholder where a track has no picture, and sends it once", async () => {
    const url = `${application.url}/artwork/placeholder.svg`;

    const first = await fetch(url);
    const entityTag = first.headers.get("etag") ?? "";
    const again = await fetch(url, { headers: { "if-none-match": entityTag } });

    expect(first.headers.get("content-type")).toMatch(/^image\/svg\+xml/);
    expect(first.headers.get("cache-control")).toMatch(/^public, max-age=/);
    expect(first.headers.get("cross-origin-resource-policy")).toBe("cross-origin");
    expect(await first.text()).toMatch(/^<svg /);
    expect([again.status, await again.text()]).toEqual([304, ""]);
  });

  it("responds that a track without a cover has no picture", async () => {
    const response = await fetch(`${application.url}/artwork/bc24aaa5a97c70ed`);

    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ error: { code: "NOT_FOUND" } });
  });

  function bodyFor(headers: Readonly<Record<string, string>>): Promise<string> {
    return new Promise((resolve, reject) => {
      const authorization = `Bearer ${application.token}`;
      const options = { headers: { authorization, ...headers } };
      const request = httpRequest(application.url + search, options, (response) => {
        let body = "";
        response.setEncoding("utf8").on("data", (text: string) => (body += text));
        response.on("end", () => resolve(body));
      });
      request.on("error", reject).end();
    });
  }

  function answerTo(text: string): Promise<string> {
    return new Promise((resolve, reject) => {
      const socket = connect(Number(new URL(application.url).port), "127.0.0.1");
      let answer = "";
      socket.setEncoding("utf8").on("data", (part: string) => (answer += part));
      socket.on("end", () => resolve(answer)).on("error", reject);
      socket.write(text);
    });
  }
});
