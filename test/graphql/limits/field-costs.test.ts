import {
  getNamedType,
  getNullableType,
  isCompositeType,
  isListType,
  isObjectType,
  type GraphQLField,
  type GraphQLSchema,
} from "graphql";
import { fieldCosts } from "../../../src/graphql/limits/field-costs.js";
import { describeSchema } from "../../../src/graphql/schema.js";

type Field = GraphQLField<unknown, unknown>;

/** The arguments that make an answer larger or dearer. */
const sizing = ["first", "last", "limit", "length", "trackKeys", "representations", "compute"];
/** Of introspection and of the federation's own description, which are not ours to walk. */
const isOurs = (name: string): boolean => !name.startsWith("_");

describe("The cost table", () => {
  let schema: GraphQLSchema;
  const fields = new Map<string, Field>();
  const held = new Set<string>();

  beforeAll(async () => {
    schema = await describeSchema();
    for (const type of Object.values(schema.getTypeMap()).filter(isObjectType)) {
      if (!isOurs(type.name)) continue;
      for (const field of Object.values(type.getFields())) {
        fields.set(`${type.name}.${field.name}`, field);
      }
    }
    for (const [coordinate, { holds }] of Object.entries(fieldCosts)) {
      const field = fields.get(coordinate);
      if (field && holds) held.add(`${getNamedType(field.type).name}.${holds}`);
    }
  });

  const isRoot = (coordinate: string): boolean =>
    [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()].some((root) =>
      coordinate.startsWith(`${root?.name}.`),
    );
  const isSized = ({ args }: Field): boolean => args.some(({ name }) => sizing.includes(name));
  const isListOfObjects = ({ type }: Field): boolean =>
    isListType(getNullableType(type)) && isCompositeType(getNamedType(type));

  it("has an entry for each root field, each list of objects and each field with a size argument", () => {
    const needed = [...fields]
      .filter(([at, field]) => isRoot(at) || isSized(field) || isListOfObjects(field))
      .map(([coordinate]) => coordinate)
      .filter((coordinate) => !held.has(coordinate) && isOurs(coordinate.split(".")[1] ?? ""));

    const missing = needed.filter((coordinate) => !(coordinate in fieldCosts));

    expect(missing).toEqual([]);
  });

  it("has no entry for a field that does not exist", () => {
    const lines = Object.entries(fieldCosts).filter(([at]) => isOurs(at.split(".")[1] ?? ""));

    const unlisted = lines.filter(([coordinate, { size, holds }]) => {
      const field = fields.get(coordinate);
      const names = field?.args.map(({ name }) => name) ?? [];
      const isSizedRight = size?.by.every((name) => names.includes(name)) ?? true;
      return (
        !field ||
        !isSizedRight ||
        (holds && !fields.has(`${getNamedType(field.type).name}.${holds}`))
      );
    });

    expect(unlisted).toEqual([]);
  });

  it("charges fifty times more for an analysis that is started", () => {
    const computing = Object.entries(fieldCosts).filter(([coordinate]) =>
      fields.get(coordinate)?.args.some(({ name }) => name === "compute"),
    );

    expect(computing.length).toBeGreaterThan(2);
    expect(computing.map(([, { computing }]) => computing)).toEqual(computing.map(() => 50));
  });
});
