import { readdir, readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { getOperationAST, isEnumType, parse, validate, type GraphQLSchema } from "graphql";
import { explainCost, operationCost } from "../../../src/graphql/limits/operation-cost.js";
import { graphqlSchema } from "../../../src/graphql/schema.js";

const operations = fileURLToPath(new URL("../../../schema/operations/", import.meta.url));
const keys = Array.from({ length: 100 }, (_, i) => i.toString(16).padStart(16, "0"));

/** The limit of a server, where its configuration has no other. */
const LIMIT = 10_000;

describe("The cost of an operation", () => {
  let schema: GraphQLSchema;

  beforeAll(async () => {
    schema = await graphqlSchema();
  });

  const costOf = (
    query: string,
    variables: Readonly<Record<string, unknown>> = {},
  ): number | undefined => {
    const document = parse(query);
    expect(validate(schema, document)).toEqual([]);
    const operation = getOperationAST(document);
    if (!operation) throw new Error("There is no operation.");
    return operationCost({ schema, document, operation, variables });
  };

  it.each([
    ["{ __typename }", 0],
    ["{ __schema { queryType { name } } }", 2_000],
    ['{ track(trackKey: "0000000000000000") { artist } }', 1],
    ['{ search(track: "a") { unavailableProviders } }', 21],
    ['{ search(track: "a") { results { artist } } }', 20 + 1 + 30],
    ['{ search(track: "a", limit: 5) { results { artist track { artist } } } }', 20 + 1 + 5 * 2],
    [
      '{ search(track: "a", limit: 5) { results { analysis(compute: true) { __typename } } } }',
      20 + 1 + 5 * (1 + 51),
    ],
    ["{ tracks { totalCount } }", 20 + 1 + 20],
    ["{ tracks(last: 50) { edges { node { artist } } } }", 20 + 1 + 50 * 2],
    ['{ analyses(trackKeys: ["0000000000000000", "0000000000000001"]) { __typename } }', 2],
  ])("of %s is %i", (query, cost) => {
    expect(costOf(query)).toBe(cost);
  });

  it("is that of the values of its variables, and of their defaults", () => {
    const query =
      'query ($limit: Int = 10) { search(track: "a", limit: $limit) { results { artist } } }';

    const costs = [{}, { limit: 50 }, { limit: null }].map((variables) => costOf(query, variables));

    expect(costs).toEqual([31, 71, 51]);
  });

  it("is computed again for other values of the same operation", () => {
    const document = parse(
      'query ($limit: Int, $with: Boolean = false) { search(track: "a", limit: $limit) { results { artist track @include(if: $with) { album } } } }',
    );
    const operation = getOperationAST(document);
    if (!operation) throw new Error("There is no operation.");
    const values = [{}, { limit: 50 }, { limit: 50, with: true }, { with: true }, {}, { limit: 1 }];

    const costs = values.map((variables) =>
      operationCost({ schema, document, operation, variables }),
    );

    expect(costs).toEqual([51, 71, 121, 81, 51, 22]);
  });

  it("depends on the values of variables also where an equal request was priced before", () => {
    const document = parse(`query ($id: ID = "pl_0000000000000000", $by: TrackRef, $key: TrackKey) {
      playlist(id: $id) { name }
      a: track(by: $by) { artist }
      b: track(trackKey: $key) { artist }
    }`);
    const operation = getOperationAST(document);
    if (!operation) throw new Error("There is no operation.");
    const key = "0000000000000000";
    const values = [
      {},
      { id: null },
      { key },
      { by: { id: "isrc:GBN9Y1100088" } },
      { by: { key } },
    ];

    const costs = values.map((variables) =>
      operationCost({ schema, document, operation, variables }),
    );

    expect(costs).toEqual([3, 2, 3, 23, 3]);
  });

  it("does not charge for more than the maximum number of results", () => {
    const query =
      'query ($limit: Int) { search(track: "a", limit: $limit) { results { artist } } }';

    const costs = [-1, 1e9].map((limit) => costOf(query, { limit }));

    expect(costs).toEqual([21, 71]);
  });

  it("is unknown where the variables are invalid, so that the operation will not run", () => {
    const query =
      'query ($limit: Int) { search(track: "a", limit: $limit) { results { artist } } }';

    const costs = ["50", 0.5].map((limit) => costOf(query, { limit }));

    expect(costs).toEqual([undefined, undefined]);
  });

  it("does not charge for a field that cannot run, because a required argument is null", () => {
    const query = `query ($id: ID = "pl_0000000000000000") {
      playlist(id: $id) { name }
      tracks { totalCount }
    }`;

    expect([costOf(query), costOf(query, { id: null })]).toEqual([42, 41]);
  });

  it("charges once for a field selected several times under one name", () => {
    const once = '{ search(track: "a") { results { artist analysis { __typename } } } }';
    const often = `{
      search(track: "a") { results { artist } }
      ...Again
      ... { search(track: "a") { results { analysis { __typename } } } }
    }
    fragment Again on Query { search(track: "a") { results { artist analysis { __typename } } } }`;

    expect(costOf(often)).toBe(costOf(once));
  });

  it("charges once for a field of an object in a list, selected in several fragments", () => {
    const once =
      "{ tracks { edges { node { artist album } } pageInfo { hasNextPage } totalCount } }";
    const often = `{
      tracks { edges { node { artist } } pageInfo { hasNextPage } totalCount }
      ...Again
    }
    fragment Again on Query {
      tracks { ...Page edges { ...Edge ... on TrackEdge { node { album } } } }
    }
    fragment Page on TrackConnection { totalCount pageInfo { hasNextPage } }
    fragment Edge on TrackEdge { node { artist } }`;

    expect([costOf(once), costOf(often)]).toEqual([82, 82]);
  });

  it("charges for the most expensive of several possible types", () => {
    const query = `{ analyses(trackKeys: ["0000000000000000"]) {
      ... on TrackAnalysis { mood { happy } }
      ... on TrackAnalysis { timeline { beats } }
      ... on AnalysisFailed { code }
    } }`;

    expect(costOf(query)).toBe(1 + 1 + 20);
  });

  it("charges for every alias", () => {
    const query =
      '{ a: search(track: "a") { unavailableProviders } b: search(track: "b") { unavailableProviders } }';

    expect(costOf(query)).toBe(42);
  });

  it("does not charge for skipped fields", () => {
    const query = `query ($with: Boolean = false) {
      __typename
      a: search(track: "a") @include(if: $with) { unavailableProviders }
      b: search(track: "b") @skip(if: true) { unavailableProviders }
    }`;

    expect([costOf(query), costOf(query, { with: true })]).toEqual([0, 21]);
  });

  it("multiplies by the sizes of enclosing lists", () => {
    const query = `{ tracks(first: 100) { edges { node { similar(first: 100) { track { similar(first: 100) { track { artist } } } } } } } }`;

    expect(costOf(query)).toBeGreaterThan(100 * 100 * 100);
  });

  it.each<[string, string, Readonly<Record<string, unknown>>]>([
    [
      "tracks.edges.node.similar.track.analysis.mood",
      `query ($first: Int, $last: Int) { tracks(first: $first) { edges { node {
        similar(first: $last) { track { artist analysis { ... on TrackAnalysis { tempo mood { happy } } } } }
      } } } }`,
      { first: 100, last: 20 },
    ],
    [
      "tracks.nodes.all.track",
      `query ($first: Int) { library { tracks }
        tracks(first: $first) { nodes { all: similar(first: $first) { track { artist } } } }
      }`,
      { first: 100 },
    ],
    [
      "b.details",
      `query ($keys: [TrackKey!]!) {
        a: analyses(trackKeys: $keys, compute: true) { __typename }
        b: analyses(trackKeys: $keys, compute: true) { ... on TrackAnalysis { details { field } } }
      }`,
      { keys },
    ],
  ])("over the limit is mostly that of %s, and a size is told that passes", (path, query, all) => {
    const document = parse(query);
    const operation = getOperationAST(document)!;
    const costAt = (count: number): number => {
      const few = Object.entries(all).map(([name, value]) => [
        name,
        Array.isArray(value) ? value.slice(0, count) : Math.min(count, Number(value)),
      ]);
      return costOf(query, Object.fromEntries(few) as typeof all) ?? 0;
    };

    const found = explainCost({ schema, document, operation, variables: all }, LIMIT);

    expect(found.path).toBe(path);
    expect(costAt(found.maxItems ?? 0)).toBeLessThanOrEqual(LIMIT);
    expect(costAt((found.maxItems ?? 0) + 1)).toBeGreaterThan(LIMIT);
  });

  it("is explained without a size where none is under the limit", () => {
    const document = parse("{ __schema { types { name } } }");
    const operation = getOperationAST(document)!;

    const explained = explainCost({ schema, document, operation, variables: {} }, 100);

    expect(explained).toEqual({ path: "__schema.types", maxItems: null });
  });

  it("is under the limit for each example operation with its largest values", async () => {
    const files = (await readdir(operations)).filter((name) => name.endsWith(".graphql"));
    const [trackKey] = keys;
    const one = { id: "isrc:GBN9Y1100088" };
    const names = { track: "Money", artist: "Pink Floyd", trackKey, by: one, start: one, end: one };
    const columns = schema.getType("TrackColumnField");
    const fields = isEnumType(columns) ? columns.getValues().map(({ name }) => name) : [];
    const ids = keys.map((key) => `ta_${key}`);
    const sizes = {
      tracks: keys.map((key) => ({ key })),
      ids,
      first: 100,
      limit: 50,
      length: 50,
      fields,
      compute: true,
    };
    const input = { name: "Kept", length: 1_000 };
    const kept = { id: "pl_0123456789abcdef", revision: 1, input };
    const tempos = { from: 90, to: 120, key: "8A" };
    const variablesOf = (name: string): Readonly<Record<string, unknown>> => {
      if (name === "tracks-that-mix.graphql") return { ...sizes, ...tempos };
      return name === "tracks-by-tempo.graphql"
        ? { ...sizes, ...tempos, key: 9 }
        : { ...names, ...sizes, ...kept };
    };

    const costs = await Promise.all(
      files.map(
        async (name) =>
          [name, costOf(await readFile(operations + name, "utf8"), variablesOf(name))] as const,
      ),
    );

    expect(costs.length).toBeGreaterThan(7);
    expect(costs.filter(([, cost]) => (cost ?? Infinity) > LIMIT)).toEqual([]);
  });
});
