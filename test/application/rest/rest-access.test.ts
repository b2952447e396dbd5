import { ManualClock } from "../../fakes/manual-clock.js";
import { InterfaceDescription } from "../../rest/description/interface-description.js";
import { openApplicationUnderTest, type ApplicationUnderTest } from "../application-under-test.js";

const search = "/api/audio/search?track=Money";
const unknownToken = `ot_live_01234567_${"0".repeat(48)}`;

describe("Access over REST", () => {
  const clock = new ManualClock();
  let application: ApplicationUnderTest;

  beforeAll(async () => {
    application = await openApplicationUnderTest({ clock });
  });
  // So that no key that is not valid waits for those before it.
  beforeEach(() => clock.advance(60_000));

  afterAll(() => application.close());

  it.each<[string, () => string]>([
    ["is empty", () => ""],
    ["is of another scheme", () => `Basic ${application.token}`],
    ["has no scheme", () => application.token],
    ["has no key", () => "Bearer"],
    ["has an unknown key", () => `Bearer ${unknownToken}`],
    ["has a malformed key", () => "Bearer secret"],
    [
      "has a key with a wrong secret",
      () => `Bearer ${application.token.slice(0, -48)}${"0".repeat(48)}`,
    ],
    ["has a key in upper case", () => `Bearer ${application.token.toUpperCase()}`],
    ["has two keys", () => `Bearer ${application.token} ${application.token}`],
  ])("is refused when the header %s", async (_promise, authorization) => {
    const response = await application.get(search, { authorization: authorization() });

    expect(response.status).toBe(401);
    expect(response.headers.get("www-authenticate")).toBe("Bearer");
    expect(await response.json()).toMatchObject({
      success: false,
      data: null,
      error: { code: "UNAUTHENTICATED" },
    });
  });

  it.each(["Bearer ", "bearer", ""])(
    "is refused with the message that a key is required for %j",
    async (header) => {
      const response = await application.get(search, { authorization: header });

      expect(await response.json()).toMatchObject({
        error: { message: expect.stringMatching(/^An API key is required\./) as string },
      });
    },
  );

  // What GraphQL answers without a key depends on the operation, and is tested beside it.
  const protectedOperations = new InterfaceDescription().operations.filter(
    ({ scopes, template }) => scopes !== undefined && !template.startsWith("/graphql"),
  );

  it.each(protectedOperations.map(({ method, template }) => [method, template]))(
    "is refused without a key: %s %s",
    async (method, template) => {
      const path = template.replaceAll(/\{\w+\}/g, "62ac659c10e82543");

      const response = await fetch(application.url + path, { method });

      expect(response.status).toBe(401);
    },
  );

  it("is refused without a header, before any other check", async () => {
    const paths = ["/api/audio/search", "/api/audio/analysis/nonsense"];

    const responses = await Promise.all(paths.map((path) => fetch(application.url + path)));

    expect(responses.map(({ status }) => status)).toEqual([401, 401]);
  });

  it("accepts the scheme in any letter case", async () => {
    const response = await application.get(search, {
      authorization: `bearer ${application.token}`,
    });

    expect(response.status).toBe(200);
  });

  it("is refused for a revoked key", async () => {
    const { access } = application.services;
    const { token } = await access.issue({ name: "short-lived", scopes: ["read"] });
    await access.revoke(token);

    const response = await application.get(search, { authorization: `Bearer ${token}` });

    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({
      error: { message: expect.stringContaining("revoked") as string },
    });
  });

  it("is refused for an expired key", async () => {
    const { access } = application.services;
    const keyOptions = {
      name: "short-lived",
      scopes: ["read"],
      lifetimeMilliseconds: 60_000,
    } as const;
    const { token } = await access.issue(keyOptions);
    const headers = { authorization: `Bearer ${token}` };

    const before = await application.get(search, headers);
    clock.advance(60_000);
    const after = await application.get(search, headers);

    expect([before.status, after.status]).toEqual([200, 401]);
  });

  it("is forbidden for a key without the scope", async () => {
    const { token } = await application.services.access.issue({
      name: "writer",
      scopes: ["write"],
    });

    const response = await application.get(search, { authorization: `Bearer ${token}` });

    expect(response.status).toBe(403);
    expect(response.headers.has("www-authenticate")).toBe(false);
    expect(await response.json()).toMatchObject({ error: { code: "FORBIDDEN", scope: "read" } });
  });

  it.each(["/health/live", "/health/ready", "/openapi.json", "/artwork/placeholder.svg"])(
    "is open to all for %s, also with an invalid key",
    async (path) => {
      const response = await application.get(path, { authorization: "Bearer nonsense" });

      expect(response.status).toBe(200);
    },
  );
});

describe("The rate limit of an API key", () => {
  let application: ApplicationUnderTest;

  beforeAll(async () => {
    application = await openApplicationUnderTest({}, { RATE_LIMIT_PER_SECOND: "3" });
  });

  afterAll(() => application.close());

  it("is returned with every response, and requests over it are refused", async () => {
    const responses = await Promise.all(Array.from({ length: 5 }, () => application.get(search)));

    const statuses = responses.map(({ status }) => status).sort();
    const refused = responses.find(({ status }) => status === 429);
    const remaining = responses.map(({ headers }) => headers.get("ratelimit-remaining")).sort();
    expect(statuses).toEqual([200, 200, 200, 429, 429]);
    expect(remaining).toEqual(["0", "0", "0", "1", "2"]);
    expect(refused?.headers.get("ratelimit-limit")).toBe("3");
    expect(refused?.headers.get("ratelimit-reset")).toBe("1");
    expect(refused?.headers.get("ratelimit-policy")).toBe('"key";q=3;w=1');
    expect(refused?.headers.get("ratelimit")).toBe('"key";r=0;t=1');
    expect(refused?.headers.get("retry-after")).toBe("1");
    expect(await refused?.json()).toMatchObject({
      error: { code: "RATE_LIMITED", retryAfterSeconds: 1 },
    });
  });

  it("does not count against another key", async () => {
    const { token } = await application.services.access.issue({ name: "b", scopes: ["read"] });

    const response = await application.get(search, { authorization: `Bearer ${token}` });

    expect(response.status).toBe(200);
  });
});
