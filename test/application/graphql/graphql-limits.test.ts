import { getIntrospectionQuery } from "graphql";
import { candidate, FakeProvider } from "../../fakes/fake-provider.js";
import { SearchDocument } from "../../generated/operations.js";
import { askGraphql, codesOf, postGraphql, type Answer } from "../../graphql/graphql-client.js";
import { openApplicationUnderTest, type ApplicationUnderTest } from "../application-under-test.js";

const many = (count: number, part: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => part(index)).join(" ");

const search = 'search(track: "a") { unavailableProviders }';
const keys = Array.from({ length: 100 }, (_, i) => i.toString(16).padStart(16, "0"));
const nestedValue = (levels: number): unknown => (levels === 0 ? 1 : [nestedValue(levels - 1)]);
const withVariables = "query ($keys: [TrackKey!]!) { analyses(trackKeys: $keys) { __typename } }";
const typesOfFields = (levels: number): string =>
  `{ __schema { types ${"{ fields { type ".repeat(levels)}{ name }${" } }".repeat(levels)} } }`;

interface ExcessiveRequest {
  readonly query: string;
  readonly variables?: Readonly<Record<string, unknown>>;
  readonly code?: string;
  /** The message of the first error. */
  readonly says: string;
}

/** One request for each limit, one step over it or many. */
const excessiveRequests: Readonly<Record<string, ExcessiveRequest>> = {
  "13 levels": {
    query: `{ search(track: "a") ${"{ results { track { analysis { ... on TrackAnalysis { mood ".repeat(4)}{ happy }${" } } } } }".repeat(4)} }`,
    says: "must not be nested deeper than 12 levels",
  },
  "1 000 levels": {
    query: `{ search ${"{ a ".repeat(990)}{ b }${" }".repeat(991)}`,
    code: "GRAPHQL_PARSE_FAILED",
    says: "more that 2000 tokens",
  },
  "lists of introspection in one another": {
    query: typesOfFields(4),
    code: "GRAPHQL_VALIDATION_FAILED",
    says: "Maximum introspection depth exceeded",
  },
  "31 aliases on the first level": {
    query: `{ ${many(31, (i) => `a${i}: ${search}`)} }`,
    says: "must not have more than 30 aliases on its first level",
  },
  "101 aliases in all": {
    query: `{ search(track: "a") { results { ${many(101, (i) => `a${i}: artist`)} } } }`,
    says: "must not have more than 100 aliases",
  },
  "6 aliases below introspection": {
    query: `{ __schema { types { ${many(6, (i) => `a${i}: fields { name }`)} } } }`,
    says: "must not have more than 5 aliases below __schema and __type",
  },
  "95 aliases below introspection, through fragments": {
    query: `{ a: __schema { types { ...F } } ...G } fragment F on __Type { ${many(50, (i) => `a${i}: fields { description }`)} } fragment G on Query { __type(name: "Track") { ${many(45, (i) => `a${i}: name`)} } }`,
    says: "must not have more than 5 aliases below __schema and __type",
  },
  "2 001 tokens": {
    query: `{ ${many(1_999, () => "__typename")} }`,
    code: "GRAPHQL_PARSE_FAILED",
    says: "more that 2000 tokens",
  },
  "401 fields": {
    query: `{ ${many(401, () => "__typename")} }`,
    says: "must not select more than 400 fields",
  },
  "11 times the same field": {
    query: `{ ${many(11, () => search)} }`,
    says: "must not select one field more than 10 times in one selection set",
  },
  "11 times the same field, through fragments": {
    query: `{ ${many(11, (i) => `...F${i}`)} } ${many(11, (i) => `fragment F${i} on Query { ${search} }`)}`,
    says: "must not select one field more than 10 times in one selection set",
  },
  "51 fragments": {
    query: `{ ...F } ${many(51, (i) => `fragment F${i} on Query { __typename }`)}`,
    says: "must not have more than 50 fragments",
  },
  "a fragment within itself": {
    query: "{ ...A } fragment A on Query { ...B } fragment B on Query { __typename ...A }",
    says: "must not have a fragment within itself",
  },
  "fragments that double with every level": {
    query: `{ ...F0 } ${many(40, (i) => `fragment F${i} on Query { ...F${i + 1} ...F${i + 1} }`)} fragment F40 on Query { __typename }`,
    says: "must not select more than 400 fields",
  },
  "51 directives on one field": {
    query: `{ __typename ${many(51, () => "@skip(if: false)")} }`,
    says: "must not have more than 50 directives",
  },
  "51 directives on as many fields": {
    query: `{ ${many(51, (i) => `a${i % 9}: __typename @include(if: true)`)} }`,
    says: "must not have more than 50 directives",
  },
  "two equal directives on one field": {
    query: "{ __typename @skip(if: false) @skip(if: false) }",
    code: "GRAPHQL_VALIDATION_FAILED",
    says: 'The directive "@skip" can only be used once at this location.',
  },
  "a text of 2 001 characters": {
    query: `{ search(track: "${"a".repeat(2_001)}") { unavailableProviders } }`,
    says: "must not have a text of more than 2000 characters",
  },
  "a document of a million characters, most of them a comment": {
    query: `{ __typename } # ${"a".repeat(1_000_000)}`,
    says: "must not have more than 50000 characters",
  },
  "4 001 values in variables": {
    query: withVariables,
    variables: { keys: Array.from({ length: 4_001 }, () => "0000000000000000") },
    says: '"variables" must not contain more than 4000 values',
  },
  "a text of 2 001 characters in variables": {
    query: withVariables,
    variables: { keys: ["a".repeat(2_001)] },
    says: '"variables" must not contain a text of more than 2000 characters',
  },
  "values 4 001 deep in variables": {
    query: withVariables,
    variables: { keys: nestedValue(4_001) },
    says: '"variables" must not contain more than 4000 values',
  },
  "30 searches with 50 results each, analysed": {
    query: `{ ${many(30, (i) => `a${i}: search(track: "a", limit: 50) { results { analysis(compute: true) { __typename } } }`)} }`,
    says: 'The parameter "query" costs 78630, and the maximum cost of one request is 10000. Its most expensive part is "a0.results.analysis". With at most 6 items in each list, it is within the limit.',
  },
  "three times 100 analyses, by variables": {
    query: `query ($keys: [TrackKey!]!) { ${many(3, (i) => `a${i}: analyses(trackKeys: $keys, compute: true) { __typename }`)} }`,
    variables: { keys },
    says: "costs 15300",
  },
  "the whole schema, six times": {
    query: `{ ${many(6, (i) => `a${i}: __schema { types { name fields { name } } }`)} }`,
    says: "costs 12000",
  },
};

const cpuMilliseconds = async (run: () => Promise<unknown>): Promise<number> => {
  const before = process.cpuUsage();
  await run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
};

describe("A GraphQL server with limits", () => {
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

  const commit = ({ query, variables }: ExcessiveRequest): Promise<Answer<unknown>> =>
    askGraphql(application, query, variables);

  it.each(Object.entries(excessiveRequests))(
    "refuses %s, and gives the reason",
    async (_, excess) => {
      const answer = await commit(excess);

      expect(answer.errors?.[0]?.message).toContain(excess.says);
      expect(answer.errors?.[0]?.extensions?.["code"]).toBe(excess.code ?? "INVALID_INPUT");
      expect(answer.data).toBeUndefined();
    },
  );

  it.each(Object.entries(excessiveRequests))("refuses %s with little work", async (_, excess) => {
    const [spent, yardstick]: [number[], number[]] = [[], []];
    for (let attempt = 0; attempt < 5; attempt += 1) {
      spent.push(await cpuMilliseconds(() => commit(excess)));
      yardstick.push(await cpuMilliseconds(() => askGraphql(application, getIntrospectionQuery())));
    }

    // Three times the work of the introspection that tools send. The minimum of five, because other
    // processes use the machine.
    expect(Math.min(...spent)).toBeLessThan(3 * Math.min(...yardstick));
  });

  it("allows 5 aliases in introspection", async () => {
    const query = `{ __schema { types { ${many(5, (i) => `a${i}: fields { name }`)} } } }`;

    const answer = await askGraphql(application, query);

    expect([answer.status, answer.errors]).toEqual([200, undefined]);
  });

  it("returns the cost and the limit as numbers", async () => {
    const answer = await commit(
      excessiveRequests["the whole schema, six times"] as ExcessiveRequest,
    );

    expect(answer.errors?.[0]?.extensions).toEqual({
      code: "INVALID_INPUT",
      parameter: "query",
      cost: 12_000,
      limit: 10_000,
      path: "a0.types.fields",
    });
  });

  it("returns the cost of an operation in a header", async () => {
    const { headers } = await askGraphql(application, SearchDocument, { track: "Money" });

    expect(headers.get("overtone-operation-cost")).toBe("51");
  });

  it("uses the configured limit", async () => {
    const limitedServer = await openApplicationUnderTest({}, { QUERY_COST_LIMIT: "20" });

    const answer = await askGraphql(limitedServer, SearchDocument, { track: "Money" });
    await limitedServer.close();

    expect(answer.errors?.[0]?.extensions).toMatchObject({ cost: 51, limit: 20 });
  });

  it("refuses several operations in one request, so that many small ones cannot exceed a limit", async () => {
    const operations = [{ query: "{ __typename }" }, { query: "{ __typename }" }];

    const answer = await postGraphql(application.url, JSON.stringify(operations));

    expect([answer.status, codesOf(answer)]).toEqual([400, ["BAD_REQUEST"]]);
    expect(answer.errors?.[0]?.message).toContain("Operation batching disabled");
  });
});
