import { trackKeyFrom } from "../../../src/domain/track/track-key.js";
import { candidate, FakeProvider } from "../../fakes/fake-provider.js";
import { openApplicationUnderTest, type ApplicationUnderTest } from "../application-under-test.js";

const money = trackKeyFrom("Pink Floyd", "Money");
const search = "/api/audio/search?track=Money";
const analysis = `/api/audio/analysis/${money}`;

describe("The Accept header of a request", () => {
  let application: ApplicationUnderTest;

  beforeAll(async () => {
    const provider = new FakeProvider("library", [candidate("Pink Floyd", "Money")]);
    application = await openApplicationUnderTest({ providers: [provider] });
    await application.get(search);
    await application.get(analysis);
  });
  afterAll(() => application.close());

  it.each([
    "*/*",
    "application/json",
    "application/json; charset=utf-8",
    "application/json, text/plain, */*",
    "application/problem+json",
    "text/html, application/xhtml+xml, */*;q=0.8",
  ])("gets JSON with %j", async (accept) => {
    const { status, headers } = await application.get(search, { accept });

    expect([status, headers.get("content-type")]).toEqual([200, "application/json; charset=utf-8"]);
  });

  it.each([
    [search, "text/html"],
    [analysis, "text/csv"],
    ["/api/audio/tracks", "application/x-unknown"],
    ["/api/webhooks", "text/csv"],
  ])("is refused at %s with %j, and the available types are named", async (path, accept) => {
    const response = await application.get(path, { accept });

    expect(response.status).toBe(406);
    expect(response.headers.get("content-type")).toBe("application/json; charset=utf-8");
    expect(await response.json()).toEqual({
      success: false,
      data: null,
      error: {
        code: "NOT_ACCEPTABLE",
        message: expect.stringContaining("Available: ") as string,
        available: expect.stringMatching(/json/) as string,
      },
    });
  });

  it("is refused in Spotify's format at its paths", async () => {
    const response = await application.get(`/v1/audio-features/${money}`, { accept: "text/csv" });

    expect([response.status, await response.json()]).toEqual([
      406,
      { error: { status: 406, message: expect.any(String) as string } },
    ]);
  });

  it("is refused before anything is done", async () => {
    const headers = { accept: "text/html" };
    const key = trackKeyFrom("Pink Floyd", "Money, live");

    const response = await application.get(`/api/audio/analysis?trackKeys=${key}`, headers);
    const after = await application.get(`/api/audio/analysis?trackKeys=${key}&compute=false`);

    expect(response.status).toBe(406);
    expect(await after.json()).toMatchObject({ data: [{ status: "not_requested" }] });
  });

  it("is not looked at before the key", async () => {
    const response = await application.get(search, { accept: "text/html", authorization: "" });

    expect(response.status).toBe(401);
  });

  it.each(["/health/live", "/metrics", "/openapi.yaml", "/artwork/placeholder.svg"])(
    "does not matter at %s, which has one form",
    async (path) => {
      const { status } = await application.get(path, { accept: "application/x-unknown" });

      expect(status).toBe(200);
    },
  );
});
