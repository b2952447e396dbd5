import type { FormattedExecutionResult } from "graphql";
import type { AnalysisStore } from "../../../src/ports/analysis/analysis-store.js";
import { FakeProvider } from "../../fakes/fake-provider.js";
import { codesOf, postGraphql } from "../../graphql/graphql-client.js";
import {
  resultsOverSocket,
  resultsOverStream,
  type Operation,
} from "../../graphql/subscription-clients.js";
import { openApplicationUnderTest, type ApplicationUnderTest } from "../application-under-test.js";

const secret = "password=hunter2";

/** A store whose every method fails. */
const broken = new Proxy({} as AnalysisStore, {
  get: (_, name) => (name === "then" ? undefined : () => Promise.reject(new Error(secret))),
});

type Results = Promise<FormattedExecutionResult>;

async function firstOf(results: AsyncGenerator<FormattedExecutionResult, void, void>): Results {
  for await (const result of results) return result;
  throw new Error("There is no result.");
}

const byAddress = async (
  application: ApplicationUnderTest,
  { variables = {}, ...operation }: Operation,
): Results => {
  const parameters = new URLSearchParams({ ...operation, variables: JSON.stringify(variables) });
  const response = await application.get(`/graphql?${parameters.toString()}`);
  return (await response.json()) as FormattedExecutionResult;
};

const byPost = async (application: ApplicationUnderTest, operation: Operation): Results => {
  const { data, errors } = await postGraphql<Record<string, unknown>>(
    application.url,
    JSON.stringify(operation),
    { authorization: `Bearer ${application.token}` },
  );
  return { data, ...(errors && { errors }) };
};

const transports = [
  ["a POST", byPost],
  ["a GET", byAddress],
  ["a WebSocket", (server, operation) => firstOf(resultsOverSocket(server, operation))],
  ["server-sent events", (server, operation) => firstOf(resultsOverStream(server, operation))],
] as const satisfies readonly (readonly [
  string,
  (server: ApplicationUnderTest, operation: Operation) => Results,
])[];

const many = (count: number, part: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => part(index)).join(" ");
const keys = Array.from({ length: 100 }, (_, i) => i.toString(16).padStart(16, "0"));
const following = "subscription ($keys: [TrackKey!]!) { analysisUpdated(trackKeys: $keys)";

const limits: readonly (readonly [string, string, string])[] = [
  ["depth", `{ __type(name: "A") ${"{ ofType ".repeat(30)}{ name }${" }".repeat(30)} }`, "nested"],
  ["aliases", `{ ${many(31, (i) => `a${i}: __typename`)} }`, "more than 30 aliases"],
  ["tokens", `{ ${many(2_000, () => "a")} }`, "more that 2000 tokens"],
  ["fields", `{ ${many(401, () => "__typename")} }`, "more than 400 fields"],
  ["directives", `{ __typename ${many(51, () => "@skip(if: false)")} }`, "50 directives"],
  ["cost", `{ ${many(6, (i) => `a${i}: __schema { types { name } }`)} }`, "costs 12000"],
];

describe.each(transports)("An operation by %s", (_transport, ask) => {
  const provider = new FakeProvider("library");
  let application: ApplicationUnderTest;

  beforeAll(async () => {
    application = await openApplicationUnderTest({ providers: [provider], analyses: broken });
  });
  afterAll(() => application.close());

  it.each(limits)("is limited in its %s", async (_, query, says) => {
    const { errors } = await ask(application, { query });

    expect(errors?.[0]?.message).toContain(says);
  });

  it("is limited in its variables", async () => {
    const query = "query ($keys: [TrackKey!]!) { analyses(trackKeys: $keys) { __typename } }";
    const variables = { keys: Array.from({ length: 4_001 }, () => "0") };

    const { errors } = await (ask === byAddress ? byPost : ask)(application, { query, variables });

    expect(codesOf({ errors })).toEqual(["INVALID_INPUT"]);
  });

  it("reveals nothing of a bug", async () => {
    provider.replyWith(new Error(secret));

    const answer = await ask(application, {
      query: '{ search(track: "a") { unavailableProviders } }',
    });

    expect(codesOf({ errors: answer.errors })).toEqual(["INTERNAL"]);
    expect(JSON.stringify(answer)).not.toMatch(/hunter2|stack|\.ts/);
  });

  it("reveals nothing of a bug that makes an analysis fail", async () => {
    const query = `{ analyses(trackKeys: ["${keys[0]}"]) { __typename } }`;

    const answer = await ask(application, { query });

    expect(codesOf({ errors: answer.errors })).toEqual(["INTERNAL"]);
    expect(JSON.stringify(answer)).not.toMatch(/hunter2|stack|\.ts/);
  });

  it("logs a bug outside of its resolvers once, with the request id", async () => {
    const { logger, services } = application;
    const { metrics } = services;
    const before = logger.lines.length;
    const bug = new Error(secret);
    metrics.recordOperation = () => {
      throw bug;
    };

    await ask(application, { query: "{ __typename }" }).catch(() => undefined);
    Reflect.deleteProperty(metrics, "recordOperation");

    const lines = logger.lines.slice(before).filter(({ level }) => level === "error");
    expect(lines).toMatchObject([{ facts: { error: bug, requestId: expect.any(String) } }]);
  });

  it.each([
    ["cannot be parsed", "{"],
    ["fits no schema", "{ nothing }"],
    [
      "has the wrong variables",
      "query ($a: Int!) { __typename @skip(if: false) ...{ __typename } }",
    ],
  ])("that %s is refused with GraphQL's own message, without a stack", async (_, query) => {
    const answer = await ask(application, { query });

    expect(answer.errors?.length).toBeGreaterThan(0);
    expect(codesOf({ errors: answer.errors })).not.toContain("INTERNAL");
    expect(JSON.stringify(answer)).not.toMatch(/stack|node_modules|\.ts/);
  });

  it.each<[string, Operation]>([
    ["of several, unnamed,", { query: "query A { __typename } query B { __typename }" }],
    ["of another name", { query: "query A { __typename }", operationName: "B" }],
  ])("%s is refused as an error of the client", async (_, operation) => {
    const answer = await ask(application, operation);

    expect(codesOf({ errors: answer.errors })).toEqual(["OPERATION_RESOLUTION_FAILURE"]);
  });

  it("is refused when it is not on the safelist", async () => {
    const strict = await openApplicationUnderTest({}, { PERSISTED_QUERIES: "safelist" });

    const { errors } = await ask(strict, { query: "{ __typename }" });
    await strict.close();

    expect(codesOf({ errors })).toEqual(["QUERY_NOT_IN_SAFELIST"]);
  });
});

describe.each(transports.slice(2))("A subscription by %s", (_transport, ask) => {
  let application: ApplicationUnderTest;

  beforeAll(async () => {
    application = await openApplicationUnderTest({ analyses: broken });
  });
  afterAll(() => application.close());

  it("is limited in its cost", async () => {
    const limitedServer = await openApplicationUnderTest({}, { QUERY_COST_LIMIT: "5000" });

    const query = `${following} { __typename ... on TrackAnalysis { mood { happy } } } }`;
    const { errors } = await ask(limitedServer, { query, variables: { keys } });
    await limitedServer.close();

    expect(errors?.[0]?.extensions).toMatchObject({ code: "INVALID_INPUT", limit: 5_000 });
  });

  it("reveals nothing of a bug in the source of its events", async () => {
    const operation = { query: `${following} { __typename } }`, variables: { keys } };

    const answer = await ask(application, operation);

    expect(codesOf({ errors: answer.errors })).toEqual(["INTERNAL"]);
    expect(JSON.stringify(answer)).not.toMatch(/hunter2|stack|\.ts/);
  });
});
