import { readFileSync } from "node:fs";
import {
  buildSchema,
  findBreakingChanges,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isIntrospectionType,
  isNonNullType,
  isObjectType,
  isSpecifiedScalarType,
  Kind,
  parse,
  type GraphQLNamedType,
} from "graphql";
import { graphqlSchema } from "../../src/graphql/schema.js";
import { contractSdl } from "./schema-contract.js";

describe("The GraphQL schema", () => {
  it("describes every type, field, argument and enum value", async () => {
    const schema = await graphqlSchema();
    const own = Object.values(schema.getTypeMap()).filter(
      (type) => !isIntrospectionType(type) && !isSpecifiedScalarType(type),
    );

    const silent = own.flatMap(partsOf).filter(([, description]) => !description?.trim());

    expect(own.length).toBeGreaterThan(20);
    expect(silent).toEqual([]);
  });

  it("keeps everything that clients depend on", async () => {
    const schema = await graphqlSchema();

    const broken = findBreakingChanges(buildSchema(contractSdl), schema);

    expect(broken).toEqual([]);
  });
});

describe("The description of a field that may be null", () => {
  it("says when it is null, or that of its type does", async () => {
    const types = Object.values((await graphqlSchema()).getTypeMap()).filter(
      (type) => isObjectType(type) && !isIntrospectionType(type),
    );

    const silent = types
      .filter(isObjectType)
      .filter(({ description }) => !/\bnull\b/i.test(description ?? ""))
      .flatMap((type) => Object.values(type.getFields()).map((field) => ({ type, field })))
      .filter(({ field }) => !isNonNullType(field.type))
      .filter(({ field }) => !/\bnull\b/i.test(field.description ?? ""));

    expect(types.length).toBeGreaterThan(20);
    expect(silent.map(({ type, field }) => `${type.name}.${field.name}`)).toEqual([]);
  });
});

describe("The schema as it is published", () => {
  const published = readFileSync(new URL("../../schema/schema.graphql", import.meta.url), "utf8");

  it("marks fields that are null only on errors", () => {
    const { definitions } = parse(published);

    const marked = definitions.flatMap((definition) =>
      definition.kind === Kind.OBJECT_TYPE_DEFINITION
        ? (definition.fields ?? [])
            .filter(({ directives }) =>
              directives?.some(({ name }) => name.value === "semanticNonNull"),
            )
            .map((field) => `${definition.name.value}.${field.name.value}`)
        : [],
    );
    expect(marked).toEqual(["Track.similar", "TrackAnalysis.timeline"]);
  });
});

/** Returns the parts of a type that can have a description, by their paths. */
function partsOf(type: GraphQLNamedType): [path: string, description: string | null | undefined][] {
  const itself: [string, string | null | undefined][] = [[type.name, type.description]];
  if (isEnumType(type)) {
    return itself.concat(
      type.getValues().map(({ name, description }) => [`${type.name}.${name}`, description]),
    );
  }
  if (isInputObjectType(type)) {
    const fields = Object.values(type.getFields());
    return itself.concat(
      fields.map(({ name, description }) => [`${type.name}.${name}`, description]),
    );
  }
  if (!isObjectType(type) && !isInterfaceType(type)) return itself;
  return itself.concat(
    Object.values(type.getFields()).flatMap(({ name, description, args }) => [
      [`${type.name}.${name}`, description] as [string, string | null | undefined],
      ...args.map((argument): [string, string | null | undefined] => [
        `${type.name}.${name}(${argument.name})`,
        argument.description,
      ]),
    ]),
  );
}
