import { trackKeyFrom } from "../../../src/domain/track/track-key.js";
import { candidate, FakeProvider } from "../../fakes/fake-provider.js";
import { openApplicationUnderTest, type ApplicationUnderTest } from "../application-under-test.js";

const money = trackKeyFrom("Pink Floyd", "Money");
const time = trackKeyFrom("Pink Floyd", "Time");
const all = "/api/audio";

/** Responses that may be cached, and how. */
const kept = [
  [`${all}/analysis/${money}`, "private, no-cache"],
  [`${all}/analysis/${money}/timeline`, "private, no-cache"],
  [`${all}/tracks`, "private, no-cache"],
  [`${all}/moods`, "private, no-cache"],
  [`${all}/tracks/${money}/similar`, "private, no-cache"],
  [`${all}/mix-path?from=${money}&to=${time}`, "private, no-cache"],
  [`/v1/audio-features/${money}`, "private, no-cache"],
  [`/v1/audio-features?ids=${money}`, "private, no-cache"],
  [`/v1/audio-analysis/${money}`, "private, no-cache"],
  ["/openapi.json", "public, no-cache"],
  ["/openapi.yaml", "public, no-cache"],
  ["/artwork/placeholder.svg", "public, max-age=86400"],
] as const;

/** Responses that differ the next time, or whose requests change something. */
const uncached = [
  `${all}/search?track=Money`,
  `${all}/tracks/${money}`,
  `${all}/analysis?trackKeys=${money}`,
  "/metrics",
  "/health/live",
  "/health/ready",
];

describe("An answer over REST", () => {
  let application: ApplicationUnderTest;

  beforeAll(async () => {
    const names = ["Money", "Time"];
    const provider = new FakeProvider(
      "library",
      names.map((name) => candidate("Pink Floyd", name)),
    );
    application = await openApplicationUnderTest({ providers: [provider] });
    for (const name of names) {
      await application.get(`${all}/search?track=${name}`);
      await application.get(`${all}/analysis/${trackKeyFrom("Pink Floyd", name)}`);
    }
  });
  afterAll(() => application.close());

  it.each(kept)("to %s may be cached, has a tag and is not sent twice", async (path, policy) => {
    const first = await application.get(path);
    const entityTag = first.headers.get("etag") ?? "";
    const again = await application.get(path, { "if-none-match": entityTag });

    expect([first.status, first.headers.get("cache-control")]).toEqual([200, policy]);
    expect(entityTag).toMatch(/^(W\/)?"[!#-~]+"$/);
    expect([again.status, await again.text()]).toEqual([304, ""]);
    expect(again.headers.get("etag")).toBe(entityTag.replace(/^W\//, ""));
    expect(again.headers.get("cache-control")).toBe(policy);
  });

  it.each(kept.filter(([, policy]) => policy.startsWith("private")))(
    "to %s may not be shared between keys",
    async (path) => {
      const { headers } = await application.get(path);

      expect(headers.get("vary")).toContain("Authorization");
    },
  );

  it.each(uncached)("to %s may not be cached", async (path) => {
    const { status, headers } = await application.get(path);

    expect([status, headers.get("etag")]).toEqual([200, null]);
    expect(headers.get("cache-control")).toContain("no-store");
  });

  it.each([
    [`${all}/analysis/0123456789abcdef`, 404],
    [`${all}/analysis/nokey`, 400],
    ["/nowhere", 404],
    ["/v1/audio-features/nonsense", 400],
  ])("that fails may not be cached: %s", async (path, status) => {
    const response = await application.get(path);

    expect([response.status, response.headers.get("etag")]).toEqual([status, null]);
    expect(response.headers.get("cache-control")).toContain("no-store");
  });
});
