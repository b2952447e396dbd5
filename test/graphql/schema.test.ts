import { readFileSync } from "node:fs";
import {
  buildSchema,
  findBreakingChanges,
  getNamedType,
  GraphQLID,
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
  type GraphQLType,
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

  it("has the type ID for every id", async () => {
    const types = Object.values((await graphqlSchema()).getTypeMap());

    const fields = types
      .filter((type) => !isIntrospectionType(type))
      .flatMap((type) => ("getFields" in type ? Object.values(type.getFields()) : []))
      .flatMap((field) => [field, ...("args" in field ? field.args : [])])
      .filter(({ name, deprecationReason }) => !deprecationReason && /^ids?$|Ids?$/.test(name));

    const packed = ["recordingIds"];
    const others = fields.filter(({ type }) => getNamedType(type as GraphQLType) !== GraphQLID);
    expect(fields.length).toBeGreaterThan(30);
    expect(others.map(({ name }) => name)).toEqual(packed);
  });

  it("keeps everything that clients depend on", async () => {
    const schema = await graphqlSchema();

    const broken = findBreakingChanges(buildSchema(contractSdl), schema);

    expect(broken).toEqual([]);
  });
});

/** Whether a type is that of the operations of which each field fails alone. */
const isRoot = (name: string): boolean => ["Query", "Mutation"].includes(name);

describe("The description of a field that may be null", () => {
  it("says when it is null, or that of its type does", async () => {
    const types = Object.values((await graphqlSchema()).getTypeMap()).filter(
      (type) => isObjectType(type) && !isIntrospectionType(type),
    );

    const silent = types
      .filter(isObjectType)
      .filter(({ name, description }) => isRoot(name) || !/\bnull\b/i.test(description ?? ""))
      .flatMap((type) => Object.values(type.getFields()).map((field) => ({ type, field })))
      .filter(({ field }) => !isNonNullType(field.type) && !field.extensions["semanticNonNull"])
      .filter(({ field }) => !/\bnull\b/i.test(field.description ?? ""));

    expect(types.length).toBeGreaterThan(20);
    expect(silent.map(({ type, field }) => `${type.name}.${field.name}`)).toEqual([]);
  });
});

describe("The schema as it is published", () => {
  const published = readFileSync(new URL("../../schema/schema.graphql", import.meta.url), "utf8");

  const fields = parse(published).definitions.flatMap((definition) =>
    definition.kind === Kind.OBJECT_TYPE_DEFINITION
      ? (definition.fields ?? []).map((field) => ({ owner: definition.name.value, field }))
      : [],
  );

  it("marks fields that are null only on errors", () => {
    const marked = fields.filter(({ field: { directives } }) =>
      directives?.some(({ name }) => name.value === "semanticNonNull"),
    );

    const nested = marked.filter(({ owner }) => !isRoot(owner));
    expect(nested.map(({ owner, field }) => `${owner}.${field.name.value}`)).toEqual([
      ...["Recording.suggestions", "Track.similar", "TrackAnalysis.timeline"],
    ]);
    expect(marked.map(({ field }) => field.name.value)).toEqual(
      expect.arrayContaining(["apiKeys", "library", "nodes", "createApiKey", "savePlaylist"]),
    );
  });

  it("takes `data` along only where a query fails whose type clients rely on", () => {
    const strict = fields
      .filter(({ owner, field }) => isRoot(owner) && field.type.kind === Kind.NON_NULL_TYPE)
      .map(({ field }) => field.name.value);

    expect(strict).toEqual(["analyses", "analysis", "search", "trackKey", "tracks"]);
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
