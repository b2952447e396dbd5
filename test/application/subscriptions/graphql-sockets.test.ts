import { once } from "node:events";
import { createClient, type Client, type ClientOptions } from "graphql-ws";
import { WebSocket } from "ws";
import { trackKeyFrom } from "../../../src/domain/track/track-key.js";
import type { LogLine } from "../../fakes/recording-logger.js";
import { FakeAnalyzer } from "../../fakes/fake-analyzer.js";
import { candidate, FakeProvider } from "../../fakes/fake-provider.js";
import { AnalysisUpdatedDocument, RequestAnalysisDocument } from "../../generated/operations.js";
import { askGraphql, codesOf } from "../../graphql/graphql-client.js";
import {
  operationOf,
  resultsOverSocket,
  type Operation,
} from "../../graphql/subscription-clients.js";
import { openApplicationUnderTest, type ApplicationUnderTest } from "../application-under-test.js";
import { waitUntil } from "../../wait-until.js";

const money = trackKeyFrom("Pink Floyd", "Money");
const following = operationOf(AnalysisUpdatedDocument, { tracks: [{ key: money }] });
const trackKey: Operation = { query: '{ trackKey(artist: "Pink Floyd", track: "Money") }' };

/** A client with these options, and no key by default. */
function clientOf({ url }: { url: string }, options: Partial<ClientOptions> = {}): Client {
  return createClient({
    url: `${url.replace("http", "ws")}/graphql`,
    webSocketImpl: WebSocket,
    retryAttempts: 0,
    ...options,
  });
}

/** Returns the one result of an operation, or the errors of its refusal. */
async function answerTo(client: Client, operation: Operation) {
  const results = client.iterate(operation);
  try {
    const { value } = await results.next();
    return value as { data?: unknown; errors?: [] };
  } catch (errors) {
    return { errors: errors as [] };
  } finally {
    await results.return?.();
  }
}

/** A socket without a client behind it. */
async function rawSocket(url: string, protocol = "graphql-transport-ws"): Promise<WebSocket> {
  const socket = new WebSocket(`${url.replace("http", "ws")}/graphql`, protocol);
  await once(socket, "open");
  return socket;
}

async function closeCodeOf(socket: WebSocket): Promise<number> {
  const [code] = (await once(socket, "close")) as [number];
  return code;
}

/**
 * A WebSocket class that sends a header with its opening request, as programs can and browsers
 * cannot.
 */
function socketWith(authorization: string): typeof WebSocket {
  return class extends WebSocket {
    constructor(address: string, protocols: string[]) {
      super(address, protocols, { headers: { authorization } });
    }
  } as typeof WebSocket;
}

const library = (): FakeProvider => new FakeProvider("library", [candidate("Pink Floyd", "Money")]);

describe("A GraphQL socket", () => {
  let application: ApplicationUnderTest;
  let authorization: string;

  beforeAll(async () => {
    application = await openApplicationUnderTest({ providers: [library()] });
    authorization = `Bearer ${application.token}`;
  });
  afterAll(() => application.close());

  it.each([
    ["its first message", () => ({ connectionParams: { Authorization: authorization } })],
    [
      "its first message, without the scheme",
      () => ({ connectionParams: { apiKey: application.token } }),
    ],
    ["the request that opens it", () => ({ webSocketImpl: socketWith(authorization) })],
  ])("reads the key from %s", async (_where, options) => {
    const client = clientOf(application, options());

    const { data } = await answerTo(client, trackKey);
    await client.dispose();

    expect(data).toEqual({ trackKey: money });
  });

  it.each([
    ["no key", {}],
    ["an unknown key", { connectionParams: { apiKey: "ot_live_00000000_0" } }],
  ])("returns the schema but no data to a client with %s", async (_what, options) => {
    const client = clientOf(application, options);

    const schema = await answerTo(client, { query: "{ __schema { queryType { name } } }" });
    const refused = [await answerTo(client, trackKey), await answerTo(client, following)];
    await client.dispose();

    expect(schema.data).toEqual({ __schema: { queryType: { name: "Query" } } });
    expect(refused.flatMap((answer) => codesOf({ errors: answer.errors }))).toEqual([
      "UNAUTHENTICATED",
      "UNAUTHENTICATED",
    ]);
  });

  it("refuses a key from the moment that it is revoked", async () => {
    const { access } = application.services;
    const { token } = await access.issue({ name: "short-lived", scopes: ["read"] });
    const client = clientOf(application, { connectionParams: { apiKey: token } });
    const before = await answerTo(client, trackKey);

    await access.revoke(token);
    const after = await answerTo(client, trackKey);
    await client.dispose();

    expect(before.data).toEqual({ trackKey: money });
    expect(codesOf(after as never)).toEqual(["UNAUTHENTICATED"]);
  });

  it("returns the same for queries and mutations as a plain request", async () => {
    const document =
      "query ($track: String!) { search(track: $track) { results { trackKey thumbnailUrl } } }";
    const client = clientOf(application, { connectionParams: { Authorization: authorization } });

    const query = await answerTo(client, { query: document, variables: { track: "Money" } });
    const mutation = await answerTo(
      client,
      operationOf(RequestAnalysisDocument, { tracks: [{ key: "0123456789abcdef" }] }),
    );
    await client.dispose();

    const plain = await askGraphql(application, document, { track: "Money" });
    expect(query.data).toEqual(plain.data);
    expect(mutation.data).toMatchObject({ requestAnalysis: [{ code: "TRACK_NOT_FOUND" }] });
  });

  it.each([
    ["nonsense", "{"],
    ["fields that are none", "{ nothing }"],
    [
      "too many names",
      `{ ${Array.from({ length: 31 }, (_, i) => `a${i}: __typename`).join(" ")} }`,
    ],
    [
      "deep nesting",
      `{ ${"__schema { types { fields { type { ofType { ".repeat(7)}` +
        "name" +
        " } } } } }".repeat(7) +
        "}",
    ],
    ["too many tokens", `{ ${"__typename ".repeat(3_000)} }`],
  ])("refuses %s with the codes of a plain request", async (_what, query) => {
    const client = clientOf(application, { connectionParams: { Authorization: authorization } });

    const answer = await answerTo(client, { query });
    await client.dispose();

    const plain = await askGraphql(application, query);
    expect(codesOf(answer as never)).toEqual(codesOf(plain));
    expect(codesOf(plain)).not.toEqual([]);
  });

  it("closes when its client supports none of our protocols", async () => {
    const socket = new WebSocket(`${application.url.replace("http", "ws")}/graphql`);

    expect(await closeCodeOf(socket)).toBe(4406);
  });

  it.each([
    [
      "subscribes before it initialises the connection",
      '{"id":"1","type":"subscribe","payload":{"query":"{ a }"}}',
      4401,
    ],
    ["sends an invalid message", "hello", 4400],
    ["sends a message over a megabyte", "x".repeat(1_100_000), 1009],
    ["sends a message of 6,000 members", `[${"{},".repeat(6_000)}{}]`, 1009],
  ])("closes when its client %s", async (_what, message, code) => {
    const socket = await rawSocket(application.url);

    socket.send(message);

    expect(await closeCodeOf(socket)).toBe(code);
  });

  it("may be opened at most 50 times by one key", async () => {
    const options = { connectionParams: { apiKey: application.token }, lazy: false };
    const opened = Array.from({ length: 50 }, () => clientOf(application, options));
    await Promise.all(opened.map((client) => answerTo(client, trackKey)));

    const further = await rawSocket(application.url);
    further.send(`{"type":"connection_init","payload":{"apiKey":"${application.token}"}}`);
    const code = await closeCodeOf(further);
    await opened.pop()?.dispose();
    const again = clientOf(application, options);
    const answer = await answerTo(again, trackKey);
    for (const client of [again, ...opened]) await client.dispose();

    expect(code).toBe(4429);
    expect(answer.data).toEqual({ trackKey: money });
  });

  it("carries at most 100 subscriptions of one key over all transports", async () => {
    const client = clientOf(application, { connectionParams: { apiKey: application.token } });
    const open = Array.from({ length: 99 }, () => client.iterate(following));
    for (const results of open) await results.next();
    const other = resultsOverSocket(application, following);
    await other.next();

    const tooMany = await resultsOverSocket(application, following).next();
    await other.return();
    for (const results of open) await results.return?.();
    await waitUntil(() => application.services.updates.watchCount === 0);
    const again = await answerTo(client, following);
    await client.dispose();

    expect(codesOf(tooMany.value as never)).toEqual(["RATE_LIMITED"]);
    expect(again.data).toMatchObject({ analysisUpdated: { state: "NOT_REQUESTED" } });
  });

  it("counts its operations towards the rate limit of the key, and in the metrics", async () => {
    const limited = await openApplicationUnderTest({}, { RATE_LIMIT_PER_SECOND: "3" });
    const client = clientOf(limited, { connectionParams: { apiKey: limited.token } });

    const answers = [];
    for (let i = 0; i < 9; i++) answers.push(await answerTo(client, following));
    await client.dispose();
    const { text } = await limited.services.metrics.expose();
    await limited.close();

    expect(answers[0]).toMatchObject({ data: { analysisUpdated: { state: "NOT_REQUESTED" } } });
    expect(answers.flatMap((answer) => codesOf(answer as never))).toContain("RATE_LIMITED");
    expect(text).toMatch(/type="subscription"/);
  });

  it("releases its resources when the connection breaks", async () => {
    const socket = await rawSocket(application.url);
    socket.send(`{"type":"connection_init","payload":{"apiKey":"${application.token}"}}`);
    await once(socket, "message");
    socket.send(JSON.stringify({ id: "1", type: "subscribe", payload: following }));
    await once(socket, "message");
    const during = application.services.updates.watchCount;

    socket.terminate();
    await waitUntil(() => application.services.updates.watchCount === 0);

    expect(during).toBe(1);
  });

  it('closes with "going away" after running operations have received their last state', async () => {
    const analyzer = new FakeAnalyzer({ tempo: 100 });
    const leaving = await openApplicationUnderTest({ analyzer, providers: [library()] });
    await leaving.get("/api/audio/search?track=Money");
    const release = analyzer.hold();
    const ended: number[] = [];
    const client = clientOf(leaving, {
      connectionParams: { apiKey: leaving.token },
      on: { closed: (event) => ended.push((event as { code: number }).code) },
    });
    const query = `{ analysis(trackKey: "${money}") { ... on AnalysisPending { state } } }`;
    const answer = answerTo(client, { query });
    await waitUntil(() => analyzer.received.length > 0);

    const closing = leaving.close();
    release();
    await closing;

    expect(await answer).toMatchObject({ data: { analysis: { state: "PROCESSING" } } });
    expect(ended).toEqual([1001]);
  });

  it("is logged in one line without secrets", async () => {
    const { services, logger } = application;
    const { token } = await services.access.issue({ name: "logged", scopes: ["read"] });
    const key = token.split("_")[2];
    const client = clientOf(application, { connectionParams: { apiKey: token } });
    await answerTo(client, trackKey);
    await client.dispose();
    const line = (): LogLine | undefined => logger.lines.find(({ facts }) => facts["key"] === key);

    await waitUntil(() => line() !== undefined);

    expect(line()).toMatchObject({ level: "info", facts: { code: 1000, operations: 1 } });
    expect(JSON.stringify(logger.lines)).not.toContain(token);
  });
});
