import { trackKeyFrom } from "../../../src/domain/track/track-key.js";
import { candidate, FakeProvider } from "../../fakes/fake-provider.js";
import { codesOf } from "../../graphql/graphql-client.js";
import { openApplicationUnderTest, type ApplicationUnderTest } from "../application-under-test.js";
import { waitUntil } from "../../wait-until.js";

const money = trackKeyFrom("Pink Floyd", "Money");
const trackKey = '{ trackKey(artist: "Pink Floyd", track: "Money") }';
const following = `subscription { analysisUpdated(trackKeys: ["${money}"]) { ... on AnalysisPending { state } } }`;

describe("A stream of GraphQL results", () => {
  let application: ApplicationUnderTest;

  beforeAll(async () => {
    const provider = new FakeProvider("library", [candidate("Pink Floyd", "Money")]);
    application = await openApplicationUnderTest({ providers: [provider] });
  });
  afterAll(() => application.close());

  function post(body: unknown, headers: Readonly<Record<string, string>> = {}): Promise<Response> {
    return fetch(`${application.url}/graphql/stream`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${application.token}`,
        "content-type": "application/json",
        accept: "text/event-stream",
        ...headers,
      },
      body: typeof body === "string" ? body : JSON.stringify(body),
    });
  }

  function get(parameters: Record<string, string>, headers?: Record<string, string>) {
    return application.get(`/graphql/stream?${String(new URLSearchParams(parameters))}`, headers);
  }

  const answer = `event: next\ndata: {"data":{"trackKey":"${money}"}}\n\nevent: complete\ndata: \n\n`;

  it.each([
    ["POST", () => post({ query: trackKey })],
    ["GET", () => get({ query: trackKey })],
    [
      "GET with variables",
      () =>
        get({
          query: 'query ($track: String!) { trackKey(artist: "Pink Floyd", track: $track) }',
          variables: '{"track":"Money"}',
        }),
    ],
  ])("answers a %s in events that must not be cached", async (_method, ask) => {
    const response = await ask();

    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe("text/event-stream; charset=utf-8");
    expect(response.headers.get("cache-control")).toContain("no-store");
    expect(await response.text()).toBe(answer);
  });

  it("begins with the current states before any change", async () => {
    const client = new AbortController();
    const response = await fetch(`${application.url}/graphql/stream`, {
      method: "POST",
      signal: client.signal,
      headers: { authorization: `Bearer ${application.token}`, "content-type": "application/json" },
      body: JSON.stringify({ query: following }),
    });

    const first = await response.body!.getReader().read();
    client.abort();
    await waitUntil(() => application.services.updates.watchCount === 0);

    const event = '{"data":{"analysisUpdated":{"state":"NOT_REQUESTED"}}}';
    expect(Buffer.from(first.value).toString()).toBe(`event: next\ndata: ${event}\n\n`);
  });

  it.each([
    ["what cannot be read", "{"],
    ["what is not in the schema", "{ nothing }"],
  ])("reports %s in an event, where clients expect it", async (_what, query) => {
    const response = await post({ query });

    const text = await response.text();
    expect(response.status).toBe(200);
    expect(text).toMatch(/^event: next\ndata: \{"errors":\[\{"message".*\n\nevent: complete\n/);
  });

  it.each([
    ["no key", {}, 401, "UNAUTHENTICATED"],
    ["an unknown key", { authorization: "Bearer ot_live_00000000_0" }, 401, "UNAUTHENTICATED"],
  ])("refuses a client with %s by the HTTP status", async (_what, headers, status, code) => {
    const response = await post({ query: trackKey }, { authorization: "", ...headers });

    const body = (await response.json()) as { errors: [] };
    expect(response.status).toBe(status);
    expect(response.headers.get("www-authenticate")).toBe("Bearer");
    expect(codesOf(body)).toEqual([code]);
  });

  it("returns the schema without a key", async () => {
    const response = await post({ query: "{ __typename }" }, { authorization: "" });

    expect(await response.text()).toContain('{"data":{"__typename":"Query"}}');
  });

  it("refuses mutations by GET", async () => {
    const response = await get({
      query: `mutation { requestAnalysis(trackKeys: ["${money}"]) { __typename } }`,
    });

    expect(response.status).toBe(405);
    expect(response.headers.get("allow")).toBe("POST");
  });

  it("refuses more than 100 subscriptions of one key, with Retry-After", async () => {
    const { token } = await application.services.access.issue({ name: "many", scopes: ["read"] });
    const client = new AbortController();
    const open = () =>
      fetch(`${application.url}/graphql/stream`, {
        method: "POST",
        signal: client.signal,
        headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
        body: JSON.stringify({ query: following }),
      });
    const opened = await Promise.all(Array.from({ length: 100 }, open));

    const refused = await open();
    const body = (await refused.json()) as { errors: [] };
    client.abort();
    await waitUntil(() => application.services.updates.watchCount === 0);

    expect(opened.filter(({ status }) => status !== 200)).toEqual([]);
    expect([refused.status, codesOf(body)]).toEqual([429, ["RATE_LIMITED"]]);
    expect(refused.headers.get("retry-after")).toBe("5");
  });

  it("refuses a GET that a page of another origin could send without a preflight", async () => {
    const url = `${application.url}/graphql/stream?query={__typename}`;

    const [blocked, accepted] = await Promise.all([
      fetch(url),
      fetch(url, { headers: { "Apollo-Require-Preflight": "1" } }),
    ]);

    expect(blocked.status).toBe(400);
    expect(accepted.status).toBe(200);
  });

  it.each([
    ["a body that is not JSON", () => post("{"), 400],
    ["variables that are none", () => post({ query: trackKey, variables: "x" }), 400],
    ["variables that are not JSON", () => get({ query: trackKey, variables: "{" }), 400],
    ["another type of body", () => post("query=a", { "content-type": "text/plain" }), 415],
    ["another method", () => fetch(`${application.url}/graphql/stream`, { method: "PATCH" }), 405],
    ["another path", () => application.get("/graphql/stream/more"), 404],
  ])("answers %s as other paths do", async (_what, ask, status) => {
    expect((await ask()).status).toBe(status);
  });

  it("ends without the event complete when the server stops", async () => {
    const leaving = await openApplicationUnderTest();
    const response = await fetch(`${leaving.url}/graphql/stream`, {
      method: "POST",
      headers: { authorization: `Bearer ${leaving.token}`, "content-type": "application/json" },
      body: JSON.stringify({ query: following }),
    });
    const reader = response.body!.getReader();
    await reader.read();

    await leaving.close();

    expect(await reader.read()).toEqual({ done: true, value: undefined });
  });

  it("counts towards the rate limit of its key", async () => {
    const limited = await openApplicationUnderTest({}, { RATE_LIMIT_PER_SECOND: "1" });
    const ask = () =>
      fetch(`${limited.url}/graphql/stream`, {
        method: "POST",
        headers: { authorization: `Bearer ${limited.token}`, "content-type": "application/json" },
        body: JSON.stringify({ query: trackKey }),
      });

    const statuses = (await Promise.all([ask(), ask(), ask()])).map(({ status }) => status);
    await limited.close();

    expect(statuses.filter((status) => status === 429)).not.toEqual([]);
  });
});
