import { ManualClock } from "../../fakes/manual-clock.js";
import { openApplicationUnderTest, type ApplicationUnderTest } from "../application-under-test.js";
import { BrowserRequests } from "./browser-requests.js";

const search = "/api/audio/search?track=Money";
const webhook = { url: "https://example.org/overtone" };

/** Returns the status and the code of an answer. */
async function outcomeOf(response: Response): Promise<unknown> {
  const { error } = (await response.json()) as { readonly error?: { readonly code: string } };
  return error ? [response.status, error.code] : response.status;
}

describe("A session of a browser", () => {
  const clock = new ManualClock();
  let application: ApplicationUnderTest;
  let browser: BrowserRequests;
  let key: string;

  beforeAll(async () => {
    application = await openApplicationUnderTest({ clock });
  });
  beforeEach(async () => {
    // So that nothing that is not valid waits for what was sent before.
    clock.advance(60_000);
    browser = new BrowserRequests(application.url);
    const issued = await application.services.access.issue({
      name: "browser",
      scopes: ["read", "write"],
    });
    key = issued.token;
  });
  afterAll(() => application.close());

  it("is made from a key, by a cookie that no script and no other site can use", async () => {
    const response = await browser.signIn({}, key);

    const { port } = new URL(application.url);
    expect(response.headers.getSetCookie()).toEqual([
      expect.stringMatching(
        `^overtone_session_${port}=ot_session_\\w+; Path=/; Expires=.* GMT; HttpOnly; SameSite=Strict$`,
      ),
    ]);
    expect(response.headers.get("cache-control")).toContain("no-store");
    expect(await response.json()).toMatchObject({
      data: { isSignedIn: true, scopes: ["read"], maySignInWithoutKey: false },
    });
  });

  it("is never sent over plain HTTP where its page was loaded over HTTPS", async () => {
    const published = await openApplicationUnderTest(
      {},
      { PUBLIC_URL: "https://example.org/overtone" },
    );
    const { url, token } = published;

    const response = await new BrowserRequests(url).signIn({}, token);

    expect(response.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^overtone_session=.*; Path=\/overtone; .*; Secure; SameSite=Strict$/),
    ]);
    await published.close();
  });

  it("may read over REST and GraphQL, and change nothing", async () => {
    await browser.signIn({}, key);

    const read = await browser.send(search);
    const queried = await browser.send("/graphql", {
      method: "POST",
      json: { query: "{ library { tracks } }" },
    });
    const written = await browser.send("/api/webhooks", { method: "POST", json: webhook });

    expect(read.status).toBe(200);
    expect(read.headers.get("vary")).toContain("Cookie");
    expect(await queried.json()).toEqual({ data: { library: { tracks: 0 } } });
    expect(await outcomeOf(written)).toEqual([403, "FORBIDDEN"]);
  });

  it("may change what its key may where it asks for that", async () => {
    await browser.signIn({ scopes: ["write"] }, key);
    const refused = await browser.signIn({ scopes: ["write"] }, application.token);

    const written = await browser.send("/api/webhooks", { method: "POST", json: webhook });

    expect(refused.status).toBe(403);
    expect(written.status).toBe(201);
  });

  it("is asked for by a small body only, because anybody may send one", async () => {
    const scopes = Array.from({ length: 1_000 }, () => "everything");

    const response = await browser.signIn({ scopes });

    expect(await outcomeOf(response)).toEqual([413, "PAYLOAD_TOO_LARGE"]);
  });

  it("is opened by a link once", async () => {
    const link = (await application.services.sessions.issueLink(["read"]))!;

    const first = await browser.signIn({ link });
    const second = await new BrowserRequests(application.url).signIn({ link });

    expect(first.status).toBe(200);
    expect((await browser.send(search)).status).toBe(200);
    expect([second.status, await second.json()]).toMatchObject([
      401,
      { error: { code: "UNAUTHENTICATED", message: expect.stringContaining("used before") } },
    ]);
  });

  it("is not replaced by a link of another key, which can be used after signing out", async () => {
    await browser.signIn({}, key);
    const other = await application.services.access.issue({ name: "other", scopes: ["read"] });
    const { lookup } = other.apiKey;
    const link = (await application.services.sessions.issueLink(["read"], lookup))!;

    const refused = await browser.signIn({ link });
    const kept = await browser.send("/api/session");
    await browser.send("/api/session", { method: "DELETE" });
    const opened = await browser.signIn({ link });

    expect(await outcomeOf(refused)).toEqual([403, "FORBIDDEN"]);
    expect(await kept.json()).toMatchObject({ data: { isSignedIn: true } });
    expect(opened.status).toBe(200);
  });

  it.each(["", "0".repeat(48), "ot_live_01234567", "\0", "é"])(
    "is not opened by %j",
    async (link) => {
      const response = await browser.signIn({ link });

      expect(await outcomeOf(response)).toEqual([401, "UNAUTHENTICATED"]);
      expect(browser.cookie).toBe("");
    },
  );

  it("is not opened by a link after an hour", async () => {
    const link = (await application.services.sessions.issueLink(["read"]))!;
    clock.advance(3_600_000);

    const response = await browser.signIn({ link });

    expect(await outcomeOf(response)).toEqual([401, "UNAUTHENTICATED"]);
  });

  it("ends by signing out, on the server too", async () => {
    await browser.signIn({}, key);
    const { cookie } = browser;

    const response = await browser.send("/api/session", { method: "DELETE" });
    const again = await fetch(application.url + search, { headers: { cookie } });

    expect(await response.json()).toMatchObject({ data: { isSignedIn: false } });
    expect(browser.cookie).toBe("");
    expect(await outcomeOf(again)).toEqual([401, "UNAUTHENTICATED"]);
  });

  it("ends when the browser signs in again", async () => {
    await browser.signIn({}, key);
    const { cookie } = browser;

    await browser.signIn({}, key);

    expect(browser.cookie).not.toBe(cookie);
    const before = await fetch(application.url + search, { headers: { cookie } });
    expect([before.status, (await browser.send(search)).status]).toEqual([401, 200]);
  });

  it.each<[string, (id: string) => Promise<void> | void, RegExp]>([
    ["it is revoked", (id) => application.services.sessions.revoke(id), /has ended/],
    ["its key is revoked", () => application.services.access.revoke(key), /API key/],
    ["30 days have passed", () => clock.advance(30 * 86_400_000), /has ended/],
  ])("ends when %s, and says so", async (_what, end, message) => {
    const opened = (await (await browser.signIn({}, key)).json()) as { data: { id: string } };
    const before = await browser.send(search);

    await end(opened.data.id);
    const after = await browser.send(search);
    const state = await browser.send("/api/session");

    expect([before.status, after.status]).toEqual([200, 401]);
    expect(await after.json()).toMatchObject({
      error: { code: "UNAUTHENTICATED", message: expect.stringMatching(message) },
    });
    expect(await state.json()).toMatchObject({ data: { isSignedIn: false } });
  });

  it.each(["", "ot_session_", "x".repeat(5_000), "%00", "ot_session_01234567_" + "0".repeat(48)])(
    "is refused with the token %j",
    async (token) => {
      const cookie = `overtone_session_${new URL(application.url).port}=${token}`;

      const response = await fetch(application.url + search, { headers: { cookie } });

      expect(await outcomeOf(response)).toEqual([401, "UNAUTHENTICATED"]);
    },
  );

  it("is of no use to a page of another port of the host, by any method", async () => {
    await browser.signIn({ scopes: ["write"] }, key);
    const other = new BrowserRequests(application.url, "http://127.0.0.1:8080");
    const headers = { cookie: browser.cookie };

    const answers = [
      await other.send(search, { headers }),
      await other.send("/api/webhooks", { method: "POST", json: webhook, headers }),
      await other.send("/graphql", {
        method: "POST",
        json: { query: "{ tracks { totalCount } }" },
        headers,
      }),
      await other.send("/api/session", { method: "DELETE", headers }),
      await other.signIn({ link: (await application.services.sessions.issueLink(["read"]))! }),
    ];

    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401]);
    expect((await browser.send(search)).status).toBe(200);
  });

  it("does not go before a key that the request has", async () => {
    await browser.signIn({}, key);

    const response = await browser.send(search, { headers: { authorization: "Bearer unknown" } });

    expect(await response.json()).toMatchObject({
      error: { message: expect.stringContaining("API key is unknown") },
    });
  });

  it("counts towards the rate limit of its key", async () => {
    const limited = await openApplicationUnderTest({}, { RATE_LIMIT_PER_SECOND: "5" });
    const other = new BrowserRequests(limited.url);
    await other.signIn({}, limited.token);

    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, n) => (n % 2 ? limited.get(search) : other.send(search))),
    );

    expect(answers.filter(({ status }) => status === 429).length).toBeGreaterThanOrEqual(6);
    await limited.close();
  });
});

describe("A browser on the machine of the server", () => {
  it.each<[string, Record<string, string>, number]>([
    ["needs no key where the library is the demo library alone", {}, 200],
    ["needs one where there is another library", { LIBRARY_DIRS: "test" }, 401],
    ["needs one where a proxy publishes the server", { PUBLIC_URL: "http://127.0.0.1/music" }, 401],
    ["needs one where a proxy is trusted", { TRUST_PROXY: "loopback" }, 401],
  ])("%s", async (_what, environment, status) => {
    const application = await openApplicationUnderTest({}, environment);
    const browser = new BrowserRequests(application.url);

    const state = await browser.send("/api/session");
    const response = await browser.signIn({ scopes: ["write"] });

    expect(response.status).toBe(status);
    expect(await state.json()).toMatchObject({
      data: { isSignedIn: false, maySignInWithoutKey: status === 200 },
    });
    const written = await browser.send("/api/webhooks", { method: "POST", json: webhook });
    expect(written.status).toBe(status === 200 ? 403 : 401);
    await application.close();
  });

  it("needs a key where no key of the server may read", async () => {
    const application = await openApplicationUnderTest();
    await application.services.access.revoke(application.token);

    const response = await new BrowserRequests(application.url).signIn({});

    expect(response.status).toBe(401);
    await application.close();
  });
});
