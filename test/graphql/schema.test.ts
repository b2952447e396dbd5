import { readFileSync } from "node:fs";
import { gql } from "@apollo/client/core";
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
  type GraphQLNamedType,
} from "graphql";
import { CriticalityLevel, diff } from "@graphql-inspector/core";
import { graphqlSchema } from "../../src/graphql/schema.js";

/** The part of the schema that clients depend on. */
const contract = buildSchema(`
  type Query {
    search(track: String!, artist: String, limit: Int = 30): SearchPayload!
    trackKey(artist: String!, track: String!): TrackKey!
    track(trackKey: TrackKey!): Track
    analysis(trackKey: TrackKey!, artist: String, track: String): AnalysisResult!
    analyses(trackKeys: [TrackKey!]!): [AnalysisResult!]!
    tracks(filter: TrackFilter, orderBy: TrackOrder, first: Int, after: String, last: Int, before: String): TrackConnection!
  }
  scalar TrackKey
  type SearchPayload { results: [SearchResult!]! unavailableProviders: [String!]! }
  type SearchResult {
    trackName: String! artist: String! thumbnailUrl: String! trackKey: TrackKey! matchScore: Float!
    analysis(compute: Boolean = false): AnalysisResult!
  }
  type Track { trackKey: TrackKey! trackName: String! artist: String! analysis(compute: Boolean = false): AnalysisResult! }
  union AnalysisResult = TrackAnalysis | AnalysisPending | AnalysisFailed
  type AnalysisPending { trackKey: TrackKey! state: AnalysisState! retryAfterSeconds: Int! }
  enum AnalysisState { NOT_REQUESTED QUEUED PROCESSING }
  type AnalysisFailed { trackKey: TrackKey! code: String! message: String! }
  type TrackAnalysis {
    trackKey: TrackKey! artist: String! trackName: String! durationMs: Int! tempo: Float key: Int keyString: String
    mode: Int timeSignature: Int energy: Float liveness: Float danceability: Float instrumentalness: Float
    speechiness: Float valence: Float arousal: Float approachability: Float engagement: Float mood: Mood!
    details: [Estimate!]!
  }
  type Mood { happy: Float sad: Float relaxed: Float aggressive: Float }
  type Estimate { field: String! value: Float confidence: Float! method: EstimateMethod! }
  enum EstimateMethod { MEASURED MODEL HEURISTIC }
  input TrackFilter { text: String }
  input TrackOrder { field: TrackOrderField! direction: OrderDirection! = ASC }
  enum TrackOrderField { TEMPO }
  enum OrderDirection { ASC DESC }
  type TrackConnection { edges: [TrackEdge!]! pageInfo: PageInfo! totalCount: Int! }
  type TrackEdge { cursor: String! node: Track }
  type PageInfo { hasNextPage: Boolean! hasPreviousPage: Boolean! startCursor: String endCursor: String }
`);

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

    const broken = findBreakingChanges(contract, schema);

    expect(broken).toEqual([]);
  });

  it("breaks nothing that clients depend on in the judgement of graphql-inspector", async () => {
    const changes = await diff(contract, await graphqlSchema());

    const breaking = changes.filter(
      ({ criticality }) => criticality.level === CriticalityLevel.Breaking,
    );
    expect(changes.length).toBeGreaterThan(100);
    expect(breaking.map(({ message }) => message)).toEqual([]);
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

  it("marks fields that are null only on errors, and Apollo's parser reads it", () => {
    const { definitions } = gql(published);

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
