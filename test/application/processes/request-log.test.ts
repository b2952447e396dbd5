import { request as httpRequest } from "node:http";
import { trackKeyFrom } from "../../../src/domain/track/track-key.js";
import { FakeAnalyzer } from "../../fakes/fake-analyzer.js";
import { candidate, FakeProvider } from "../../fakes/fake-provider.js";
import type { LogLine } from "../../fakes/recording-logger.js";
import { openApplicationUnderTest, type ApplicationUnderTest } from "../application-under-test.js";
import { waitUntil } from "../../wait-until.js";

const salt = trackKeyFrom("Mirabel Oake", "Salt");
const search = "/api/audio/search?track=Salt";

describe("The log of requests", () => {
  const analyzer = new FakeAnalyzer();
  let application: ApplicationUnderTest;
  beforeAll(async () => {
    const providers = [new FakeProvider("library", [candidate("Mirabel Oake", "Salt")])];
    application = await openApplicationUnderTest({ analyzer, providers });
  });
  afterAll(() => application.close());

  const linesOf = (requestId: string): readonly LogLine[] =>
    application.logger.lines.filter(
      ({ message, facts }) => message === "Answered" && facts["requestId"] === requestId,
    );

  it("has one line per request, with the public part of the key", async () => {
    const response = await application.get(search, { "x-request-id": "logged" });

    const bytes = Number(response.headers.get("content-length"));
    expect(bytes).toBeGreaterThan(0);
    expect(linesOf("logged")).toEqual([
      {
        level: "info",
        message: "Answered",
        facts: {
          requestId: "logged",
          method: "GET",
          route: "/api/audio/search",
          status: 200,
          milliseconds: expect.any(Number) as number,
          bytes,
          key: application.token.slice("ot_live_".length, "ot_live_".length + 8),
          hasClientLeft: false,
        },
      },
    ]);
  });

  it("never contains a secret, wherever the client sends it", async () => {
    const secret = application.token.slice(-48);
    await application.get(`${search}&api_key=${secret}`, { "x-request-id": "secrets" });
    await application.get(`/nowhere?token=${secret}`, { cookie: `key=${secret}` });
    await application.get(search, { authorization: `Basic ${secret}` });

    const written = JSON.stringify(application.logger.lines);

    expect(linesOf("secrets")).toHaveLength(1);
    expect(written).not.toContain(secret);
  });

  it("names no key when none was valid, and no route when none matched", async () => {
    await fetch(application.url + search, { headers: { "x-request-id": "keyless" } });
    await application.get("/nowhere", { "x-request-id": "lost" });

    const [keyless, lost] = [...linesOf("keyless"), ...linesOf("lost")];

    expect(keyless?.facts).toMatchObject({ route: "/api/audio/search", status: 401, key: null });
    expect(lost?.facts).toMatchObject({ route: "none", status: 404 });
  });

  it.each([
    ["/api/webhooks", "/api/webhooks"],
    ["/api/webhooks/", "/api/webhooks"],
    ["/api/webhooks/wh_1", "/api/webhooks/:id"],
    ["/api/worker/jobs/1/audio/library", "/api/worker/jobs/:id/audio/:source"],
    ["/v1/audio-features/nonsense", "/v1/audio-features/:id"],
    ["/V1/audio-analysis/nonsense", "/v1/audio-analysis/:id"],
    ["/health/live", "/health/live"],
    ["/openapi.json", "/openapi.json"],
    ["/", "/"],
  ])("names the route of %s in full", async (path, route) => {
    const requestId = `route.${path.replaceAll("/", "-")}`;
    await application.get(path, { "x-request-id": requestId });

    const [line] = linesOf(requestId);

    expect(line?.facts["route"]).toBe(route);
  });

  it.each(["/health/live", "/health/ready", "/metrics"])(
    "logs %s at the level debug only",
    async (path) => {
      await application.get(path, { "x-request-id": `quiet.${path.replaceAll("/", "-")}` });

      const [line] = linesOf(`quiet.${path.replaceAll("/", "-")}`);

      expect(line?.level).toBe("debug");
    },
  );

  it("shows when the client disconnected without a response", async () => {
    const release = analyzer.hold();
    await application.get(search);
    const pending = httpRequest(`${application.url}/api/audio/analysis/${salt}`, {
      headers: { authorization: `Bearer ${application.token}`, "x-request-id": "abandoned" },
    });
    pending.on("error", () => undefined).end();
    await waitUntil(() => analyzer.received.length > 0);

    pending.destroy();
    await waitUntil(() => linesOf("abandoned").length > 0);

    release();
    expect(linesOf("abandoned")).toMatchObject([
      {
        facts: {
          route: "/api/audio/analysis/:trackKey",
          status: null,
          bytes: 0,
          hasClientLeft: true,
        },
      },
    ]);
  });
});
