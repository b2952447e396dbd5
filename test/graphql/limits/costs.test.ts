import {
  getNamedType,
  getNullableType,
  isCompositeType,
  isListType,
  isObjectType,
  parse,
  type FieldNode,
  type GraphQLField,
  type OperationDefinitionNode,
} from "graphql";
import type { ComplexityEstimator } from "graphql-query-complexity";
import { federatedSchema } from "../../../src/graphql/federation/federated-schema.js";
import { costOfList, itemCount, timesSelected } from "../../../src/graphql/limits/costs.js";
import { graphqlSchema } from "../../../src/graphql/schema.js";

type Field = GraphQLField<unknown, unknown>;

/** The arguments that make an answer larger or more expensive. */
const sizing = [
  ...["first", "last", "limit", "length"],
  ...["trackKeys", "representations", "ids", "fields", "compute"],
];

describe("The costs of fields", () => {
  const fields = new Map<string, Field>();
  const roots = new Set<string | undefined>();

  beforeAll(async () => {
    const schema = federatedSchema(await graphqlSchema(), { isDescribed: true });
    for (const type of Object.values(schema.getTypeMap()).filter(isObjectType)) {
      if (type.name.startsWith("__")) continue;
      for (const field of Object.values(type.getFields())) {
        fields.set(`${type.name}.${field.name}`, field);
      }
    }
    const types = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()];
    for (const type of types) roots.add(type?.name);
  });

  const costOf = (field: Field, args: Readonly<Record<string, unknown>>): unknown => {
    const cost = field.extensions["complexity"] as ComplexityEstimator | number | undefined;
    const node = { kind: "Field" } as Parameters<ComplexityEstimator>[0]["node"];
    const type = {} as Parameters<ComplexityEstimator>[0]["type"];
    return typeof cost === "function"
      ? cost({ args, childComplexity: 1, field, node, type })
      : cost;
  };
  const sizesOf = ({ args }: Field): readonly string[] =>
    args.map(({ name }) => name).filter((name) => sizing.includes(name));
  const isListOfObjects = ({ type }: Field): boolean =>
    isListType(getNullableType(type)) && isCompositeType(getNamedType(type));

  it("of a list are those of an item and its fields, times the maximum number of items", () => {
    const cost = costOfList(10)({ childComplexity: 3 } as Parameters<ComplexityEstimator>[0]);

    expect(cost).toBe(40);
  });

  it.each([
    [3, 3],
    [0, 0],
    [-1, 0],
    [1_000, 100],
    [["a", "b"], 2],
    [[], 0],
    [null, 20],
    [undefined, 20],
    ["3", 20],
  ])(
    "count the items that %j requests as %p, with 20 by default and 100 at most",
    (requested, count) => {
      expect(itemCount(requested, 20, 100)).toBe(count);
    },
  );

  it("count how often a field is selected under any alias, but not fragments of its name", () => {
    const text = "{ moods { tracks first: tracks ...tracks ... on Mood { name } mood } none }";
    const [operation] = parse(text).definitions as [OperationDefinitionNode];
    const [field, none] = operation.selectionSet.selections as [FieldNode, FieldNode];

    const times = [timesSelected("tracks", field), timesSelected("tracks", none)];

    expect(times).toEqual([2, 0]);
  });

  it("are stated for each root field, each list of objects and each field with a size argument", () => {
    const missing = [...fields]
      .filter(
        ([coordinate, field]) =>
          roots.has(coordinate.split(".")[0]) ||
          sizesOf(field).length > 0 ||
          isListOfObjects(field),
      )
      .filter(([, field]) => field.extensions["complexity"] === undefined);

    expect(fields.size).toBeGreaterThan(100);
    expect(missing.map(([coordinate]) => coordinate)).toEqual([]);
  });

  it("grow with each argument that requests more", () => {
    const sized = [...fields].flatMap(([coordinate, field]) =>
      sizesOf(field).map((name) => [coordinate, name, field] as const),
    );
    const few: Readonly<Record<string, unknown>> = {
      trackKeys: [1],
      representations: [1],
      ids: [1],
      fields: [1],
      compute: false,
    };
    const many: Readonly<Record<string, unknown>> = {
      trackKeys: [1, 2],
      representations: [1, 2],
      ids: [1, 2],
      fields: [1, 2],
      compute: true,
    };

    const flat = sized.filter(
      ([, name, field]) =>
        Number(costOf(field, { [name]: many[name] ?? 2 })) <=
        Number(costOf(field, { [name]: few[name] ?? 1 })),
    );

    expect(sized.length).toBeGreaterThan(10);
    expect(flat.map(([coordinate, name]) => `${coordinate}(${name})`)).toEqual([]);
  });

  it("are fifty more for an analysis that is started", () => {
    const computing = [...fields.values()].filter((field) => sizesOf(field).includes("compute"));

    const differences = computing.map(
      (field) =>
        Number(costOf(field, { compute: true })) - Number(costOf(field, { compute: false })),
    );

    expect(differences).toEqual([50, 50, 50]);
  });
});
