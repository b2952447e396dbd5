import { getIntrospectionQuery } from "graphql";
import { trackKeyFrom } from "../../../src/domain/track/track-key.js";
import { candidate, FakeProvider } from "../../fakes/fake-provider.js";
import { SearchDocument } from "../../generated/operations.js";
import { askGraphql, codesOf, postGraphql } from "../../graphql/graphql-client.js";
import { openApplicationUnderTest, type ApplicationUnderTest } from "../application-under-test.js";

const aliased = (count: number, field: string): string =>
  Array.from({ length: count }, (_, i) => `a${i}: ${field}`).join(" ");

const nested = (levels: number, innermost: string): string =>
  `${"{ ... on Query ".repeat(levels)}{ ${innermost} }${" }".repeat(levels)}`;

const typeNested = (levels: number): string =>
  `{ __type(name: "Track") ${"{ ofType ".repeat(levels)}{ name }${" }".repeat(levels)} }`;

const searchNested = (levels: number): string =>
  `{ search(track: "a") ${"{ results { track { analysis { ... on TrackAnalysis { mood ".repeat(levels)}{ happy }${" } } } } }".repeat(levels)} }`;

describe("A GraphQL server that receives excessive requests", () => {
  let application: ApplicationUnderTest;

  beforeAll(async () => {
    const provider = new FakeProvider("library", [candidate("Pink Floyd", "Money")]);
    application = await openApplicationUnderTest({ providers: [provider] });
  });

  afterEach(async () => {
    const { data } = await askGraphql(application, SearchDocument, { track: "Money" });

    expect(data.search.results).toHaveLength(1);
    expect(application.logger.lines.filter(({ level }) => level === "error")).toEqual([]);
  });

  afterAll(() => application.close());

  it("refuses a query nested 50 deep", async () => {
    const answer = await askGraphql(application, searchNested(10));

    expect(codesOf(answer)).toContain("INVALID_INPUT");
    expect(answer.errors?.map(({ message }) => message)).toContain(
      'The parameter "query" must not be nested deeper than 12 levels.',
    );
  });

  it("refuses introspection nested 50 deep", async () => {
    const answer = await askGraphql(application, typeNested(50));

    expect(codesOf(answer)).toContain("INVALID_INPUT");
  });

  it("refuses a query nested 50 deep through fragments", async () => {
    const fragments = Array.from(
      { length: 50 },
      (_, i) => `fragment F${i} on __Type { ofType { ...F${i + 1} } }`,
    );
    const answer = await askGraphql(
      application,
      `{ __type(name: "Track") { ...F0 } } ${fragments.join(" ")} fragment F50 on __Type { name }`,
    );

    expect(codesOf(answer)).toContain("INVALID_INPUT");
  });

  it("does not count inline fragments as depth", async () => {
    const { data } = await askGraphql<{ __typename: string }, Record<string, never>>(
      application,
      nested(50, "__typename"),
    );

    expect(data.__typename).toBe("Query");
  });

  it.each([
    ["1 000 aliases of a search", aliased(1_000, 'search(track: "a") { unavailableProviders }')],
    ["1 000 aliases of the cheapest field", aliased(1_000, "__typename")],
    ["a document of 10 000 tokens", "__typename ".repeat(10_000)],
  ])("refuses %s before it is completely parsed", async (_, fields) => {
    const answer = await askGraphql(application, `{ ${fields} }`);

    expect(codesOf(answer)).toEqual(["GRAPHQL_PARSE_FAILED"]);
  });

  it.each([
    [30, []],
    [31, ["INVALID_INPUT"]],
  ])("answers %i aliases on the first level with errors %j", async (count, codes) => {
    const fields = aliased(count, 'trackKey(artist: "a", track: "b")');

    const answer = await askGraphql(application, `{ ${fields} }`);

    expect(codesOf(answer)).toEqual(codes);
  });

  it("refuses more than 100 aliases in all, fragments counted each time", async () => {
    const answer = await askGraphql(
      application,
      `{ ${aliased(6, 'search(track: "a") { ...F }')} } fragment F on SearchPayload { ${aliased(17, "unavailableProviders")} }`,
    );

    expect(codesOf(answer)).toEqual(["INVALID_INPUT"]);
    expect(answer.errors?.[0]?.message).toContain("more than 100 aliases");
  });

  it("starts at most 100 analyses for one request", async () => {
    const keys = Array.from({ length: 51 }, (_, i) => trackKeyFrom("Overtone", `${i}`));
    const unknownKeys = Array.from({ length: 50 }, (_, i) => trackKeyFrom("Nobody", `${i}`));
    const of = (trackKeys: string[]): string =>
      `analyses(trackKeys: ${JSON.stringify(trackKeys)}, compute: true) { __typename }`;

    const answers = await Promise.all([
      askGraphql(application, `{ a: ${of(keys.slice(1))} b: ${of(unknownKeys)} }`),
      askGraphql(application, `{ a: ${of(keys)} b: ${of(unknownKeys)} }`),
    ]);

    expect(answers.map(codesOf)).toEqual([[], ["INVALID_INPUT"]]);
    expect(answers[1].errors?.[0]?.extensions).toMatchObject({ parameter: "compute" });
  });

  it("refuses cyclic fragments", async () => {
    const answer = await askGraphql(
      application,
      "{ ...A } fragment A on Query { ...B } fragment B on Query { __typename ...A }",
    );

    expect(codesOf(answer)).toEqual(["INVALID_INPUT"]);
    expect(answer.errors?.[0]?.message).toContain("a fragment within itself");
  });

  it("refuses fragments that double at each level without expanding them", async () => {
    const fragments = Array.from(
      { length: 40 },
      (_, i) => `fragment F${i} on Query { ...F${i + 1} a${i}: __typename ...F${i + 1} }`,
    );
    const answer = await askGraphql(
      application,
      `{ ...F0 } ${fragments.join(" ")} fragment F40 on Query { a: __typename }`,
    );

    expect(codesOf(answer)).toContain("INVALID_INPUT");
  });

  it("refuses a query of 10 MB", async () => {
    const query = `{ __typename } # ${"a".repeat(10_000_000)}`;

    const answer = await postGraphql(application.url, JSON.stringify({ query }), {
      authorization: `Bearer ${application.token}`,
    });

    expect(answer.status).toBe(413);
    expect(codesOf(answer)).toEqual(["PAYLOAD_TOO_LARGE"]);
    expect(answer.errors?.[0]?.extensions).toMatchObject({ limitBytes: 1_048_576 });
  });

  it.each(["variables", "extensions", "others"])(
    "refuses a body of 80,000 %s before it is parsed",
    async (member) => {
      const members = Array.from({ length: 80_000 }, (_, i) => `"k${i}":1`).join(",");
      const body = `{"query":"{ __typename }","${member}":{${members}}}`;

      const answer = await postGraphql(application.url, body, {
        authorization: `Bearer ${application.token}`,
      });

      expect([answer.status, codesOf(answer)]).toEqual([400, ["INVALID_INPUT"]]);
      expect(answer.errors?.[0]?.message).toBe(
        'The parameter "body" must not have more than 5000 members.',
      );
    },
  );

  it("refuses several operations in one request", async () => {
    const operations = [{ query: "{ __typename }" }, { query: "{ __typename }" }];

    const answer = await postGraphql(application.url, JSON.stringify(operations));

    expect([answer.status, codesOf(answer)]).toEqual([400, ["BAD_REQUEST"]]);
  });

  it.each([
    ["a body that is not JSON", '{ "query', "application/json", 400, "INVALID_INPUT"],
    ["a body that is not an object", "7", "application/json", 400, "INVALID_INPUT"],
    ["an empty object", "{}", "application/json", 400, "BAD_REQUEST"],
    ["another type", "query=1", "text/plain", 415, "UNSUPPORTED_MEDIA_TYPE"],
    ["a form", "query=1", "application/x-www-form-urlencoded", 415, "UNSUPPORTED_MEDIA_TYPE"],
    ["another charset", "{}", "application/json; charset=klingon", 415, "UNSUPPORTED_MEDIA_TYPE"],
  ])("refuses %s", async (_, body, mediaType, status, code) => {
    const answer = await postGraphql(application.url, body, { "content-type": mediaType });

    expect([answer.status, codesOf(answer)]).toEqual([status, [code]]);
  });

  it.each([
    ["by address", { method: "GET" }, 400],
    ["as text", { method: "POST", headers: { "content-type": "text/plain" } }, 415],
    ["as a form", { method: "POST", body: new URLSearchParams({ query: "{ __typename }" }) }, 415],
    ["as a form with files", { method: "POST", body: new FormData() }, 400],
  ])(
    "refuses a query that a foreign page could send without a preflight: %s",
    async (_, options, status) => {
      const url = `${application.url}/graphql?query=%7B__typename%7D`;

      const response = await fetch(url, options);

      expect(response.status).toBe(status);
      expect(await response.text()).toMatch(/Cross-Site Request Forgery|UNSUPPORTED_MEDIA_TYPE/);
    },
  );

  it.each([
    ["its key", (token: string) => ({ authorization: `Bearer ${token}` })],
    ["Apollo's header", () => ({ "apollo-require-preflight": "true" })],
    ["a type that no form has", () => ({ "content-type": "application/json" })],
  ])("answers a query by GET to a client that sends %s", async (_, headersWith) => {
    const url = `${application.url}/graphql?query=%7B__typename%7D`;

    const response = await fetch(url, { headers: headersWith(application.token) });

    expect(await response.json()).toEqual({ data: { __typename: "Query" } });
  });

  it("answers the full standard introspection query", async () => {
    const options = {
      descriptions: true,
      specifiedByUrl: true,
      directiveIsRepeatable: true,
      schemaDescription: true,
      inputValueDeprecation: true,
    };

    const answer = await postGraphql<{ __schema: object }>(
      application.url,
      JSON.stringify({ query: getIntrospectionQuery(options) }),
    );

    expect(answer.errors).toBeUndefined();
    expect(answer.data.__schema).toBeDefined();
  });

  it("reports arguments that must not be null as client errors", async () => {
    const answer = await askGraphql(
      application,
      'query ($track: String = "a") { search(track: $track) { unavailableProviders } }',
      { track: null },
    );

    expect(codesOf(answer)).toEqual(["BAD_USER_INPUT"]);
  });
});

describe("A GraphQL server without introspection", () => {
  let application: ApplicationUnderTest;

  beforeAll(async () => {
    application = await openApplicationUnderTest({}, { GRAPHQL_INTROSPECTION: "off" });
  });
  afterAll(() => application.close());

  it.each([
    ["its schema", "{ __schema { queryType { name } } }"],
    ["a type", '{ __type(name: "Track") { name } }'],
  ])("does not return %s", async (_, query) => {
    const answer = await askGraphql(application, query);

    expect(codesOf(answer)).toEqual(["GRAPHQL_VALIDATION_FAILED"]);
    expect(answer.errors?.[0]?.message).toBe(
      "GraphQL introspection is disabled on this server (GRAPHQL_INTROSPECTION is off).",
    );
    expect(answer.data).toBeUndefined();
  });

  it("does not suggest names", async () => {
    const answer = await askGraphql(application, "{ trackz }");

    expect(answer.errors?.[0]?.message).toBe('Cannot query field "trackz" on type "Query".');
  });

  it.each([
    [
      "a field of an input",
      "query ($it: TrackFilter) { tracks(filter: $it) { totalCount } }",
      { temp: { gte: 1 } },
    ],
    [
      "a value of an enum",
      "query ($it: TrackOrder) { tracks(orderBy: $it) { totalCount } }",
      { field: "TEMP" },
    ],
  ])("does not help to guess %s through variables", async (_, query, it) => {
    const answer = await askGraphql(application, query, { it });

    expect(codesOf(answer)).toEqual(["BAD_USER_INPUT"]);
    expect(answer.errors?.[0]?.message).toMatch(/^Variable "\$it" got invalid value/);
    expect(answer.errors?.[0]?.message).not.toMatch(/Did you mean|tempo|"TEMPO"/);
  });

  it("returns data with the names of their types", async () => {
    const { data } = await askGraphql(application, SearchDocument, { track: "Money" });
    const { errors } = await askGraphql(application, "{ __typename }");

    expect([data.search.results, errors]).toEqual([[], undefined]);
  });
});
