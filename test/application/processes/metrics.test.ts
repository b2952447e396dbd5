import { AudioUndecodableError } from "../../../src/domain/errors/analysis-errors.js";
import { configFrom } from "../../../src/config/config.js";
import { trackKeyFrom } from "../../../src/domain/track/track-key.js";
import { openServer } from "../../../src/server/server.js";
import { FakeAnalyzer } from "../../fakes/fake-analyzer.js";
import { candidate, FakeProvider } from "../../fakes/fake-provider.js";
import { json, StandInProviderServer } from "../../fakes/stand-in-provider-server.js";
import { openApplicationUnderTest, type ApplicationUnderTest } from "../application-under-test.js";
import { exposedSamples } from "../exposed-samples.js";

const salt = trackKeyFrom("Mirabel Oake", "Salt");
const search = "/api/audio/search?track=Salt&artist=Mirabel+Oake";

describe("GET /metrics", () => {
  const analyzer = new FakeAnalyzer();
  let application: ApplicationUnderTest;
  beforeEach(async () => {
    analyzer.answerWith({ tempo: 120 });
    const providers = [new FakeProvider("library", [candidate("Mirabel Oake", "Salt")])];
    application = await openApplicationUnderTest({ analyzer, providers });
  });
  afterEach(() => application.close());

  const samples = async (): Promise<ReadonlyMap<string, number>> =>
    exposedSamples(await (await application.get("/metrics")).text());
  const requests = (route: string, method: string, status: number | string): string =>
    `overtone_http_request_duration_seconds_count{route="${route}",method="${method}",status="${status}"}`;
  const ask = (query: string): Promise<Response> =>
    fetch(`${application.url}/graphql`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${application.token}`,
        "content-type": "application/json",
      },
      body: JSON.stringify({ query }),
    });

  it("responds in the format of Prometheus, only to keys with the scope read", async () => {
    const { token } = await application.services.access.issue({ name: "w", scopes: ["write"] });

    const open = await application.get("/metrics");
    const anonymous = await fetch(`${application.url}/metrics`);
    const forbidden = await application.get("/metrics", { authorization: `Bearer ${token}` });
    const posted = await fetch(`${application.url}/metrics`, { method: "POST" });

    expect(open.headers.get("content-type")).toBe("text/plain; version=0.0.4; charset=utf-8");
    expect(open.headers.get("cache-control")).toBe("private, no-store");
    expect([open, anonymous, forbidden, posted].map(({ status }) => status)).toEqual([
      200, 401, 403, 405,
    ]);
  });

  it("counts requests by the pattern of their path, and never by the path", async () => {
    await application.get(search);
    await application.get(`/api/audio/analysis/${salt}`);
    await application.get("/api/audio/analysis/nonsense");
    await application.get(`/API/Audio/analysis/${"0".repeat(16)}`);
    await application.get(`/artwork/${salt}`);
    await application.get("/health/live");
    await application.get("/api/audio/nowhere/at/all?secret=1");
    await application.get("/.env");

    const found = await samples();

    const counted = [
      requests("/api/audio/search", "GET", 200),
      requests("/api/audio/analysis/:trackKey", "GET", 200),
      requests("/api/audio/analysis/:trackKey", "GET", 400),
      requests("/api/audio/analysis/:trackKey", "GET", 404),
      requests("/artwork/:trackKey", "GET", 404),
      requests("/health/live", "GET", 200),
      requests("none", "GET", 404),
    ].map((name) => found.get(name));
    expect(counted).toEqual([1, 1, 1, 1, 1, 1, 2]);
    expect([...found.keys()].join("\n")).not.toMatch(/secret|nonsense|nowhere|env/);
  });

  it("has one label for unexpected methods", async () => {
    await fetch(`${application.url}/health/live`, { method: "PROPFIND" });

    const found = await samples();

    expect(found.get(requests("/health/live", "other", 405))).toBe(1);
  });

  it("counts GraphQL operations by their type, and never by their name", async () => {
    await ask('query Mine { trackKey(artist: "a", track: "b") }');
    await ask('query Yours { search(track: "") { results { artist } } }');
    await ask("{ nonsense");

    const found = await samples();

    const operations = (type: string, outcome: string): number | undefined =>
      found.get(
        `overtone_graphql_operation_duration_seconds_count{type="${type}",outcome="${outcome}"}`,
      );
    expect(operations("query", "complete")).toBe(1);
    expect(operations("query", "incomplete")).toBe(1);
    expect(operations("none", "incomplete")).toBe(1);
    expect(found.has(requests("/graphql", "POST", 200))).toBe(true);
    expect([...found.keys()].join("\n")).not.toMatch(/Mine|Yours/);
  });

  it("counts analyses by outcome, and waiting ones", async () => {
    await application.get(search);
    analyzer.answerWith(new AudioUndecodableError("the file is empty"));
    await application.get(`/api/audio/analysis/${salt}`);

    const found = await samples();

    const name = 'overtone_analysis_duration_seconds_count{outcome="AUDIO_UNDECODABLE"}';
    expect(found.get(name)).toBe(1);
    expect(found.get("overtone_analyses_running")).toBe(0);
    expect(found.get("overtone_analyses_waiting")).toBe(0);
    expect(found.get("overtone_analyses_longest_wait_seconds")).toBe(0);
    expect(found.get('overtone_analysis_claims_total{worker="server"}')).toBe(1);
    const ends = 'overtone_analyses_ended_total{worker="server",outcome="AUDIO_UNDECODABLE"}';
    expect(found.get(ends)).toBe(1);
    expect(found.get("overtone_library_files")).toBe(0);
  });

  it("counts requests to providers, and shows the state of their circuit breakers", async () => {
    const deezer = await StandInProviderServer.open(json({ data: [] }));
    const environment = { METADATA_PROVIDERS: "deezer", DEEZER_BASE_URL: deezer.baseUrl };
    const quiet = { PORT: "0", DATABASE_URL: "sqlite::memory:", LOG_LEVEL: "silent" };
    const server = await openServer(configFrom({ ...quiet, ...environment }), { analyzer });
    const { token } = await server.services.access.issue({ name: "tests", scopes: ["read"] });
    const headers = { authorization: `Bearer ${token}` };
    await fetch(server.url + search, { headers });

    const response = await fetch(`${server.url}/metrics`, { headers });

    const found = exposedSamples(await response.text());
    const answered = '{provider="deezer",outcome="answered"}';
    expect(found.get(`overtone_provider_question_duration_seconds_count${answered}`)).toBe(1);
    expect(found.get('overtone_provider_breaker_state{provider="deezer",state="closed"}')).toBe(1);
    await server.close();
    await deezer.close();
  });

  it("counts cache hits and misses", async () => {
    await application.get(`/api/audio/analysis/${salt}`);
    await application.get(search);
    await application.get(`/api/audio/analysis/${salt}`);

    const found = await samples();

    const tracks = (outcome: string): number | undefined =>
      found.get(`overtone_cache_lookups_total{cache="tracks",outcome="${outcome}"}`);
    expect(tracks("miss")).toBeGreaterThanOrEqual(1);
    expect(tracks("hit")).toBeGreaterThanOrEqual(1);
  });
});
