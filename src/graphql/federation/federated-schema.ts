import {
  extendSchema,
  GraphQLObjectType,
  isUnionType,
  parse,
  printSchema,
  GraphQLSchema,
} from "graphql";
import type { RequestContext } from "../request-context.js";
import type { ComplexityEstimatorArgs } from "graphql-query-complexity";
import { InvalidInputError } from "../../domain/errors/request-errors.js";
import { parseTrackKey } from "../../domain/track/track-key.js";
import { toTrackAnalysis } from "../analysis/analysis-result.js";
import { findReadyAnalysis } from "../analysis/read-analysis.js";
import { itemCount } from "../limits/costs.js";

/** The entity types of the supergraph; their key is the track key. */
const entityNames = ["Track", "TrackAnalysis"] as const;

/** The directives of types: keys of entities, and types that other subgraphs may define too. */
const DIRECTIVES: Readonly<Record<string, string>> = {
  ...Object.fromEntries(entityNames.map((name) => [name, '@key(fields: "trackKey")'])),
  PageInfo: "@shareable",
};

const LINK = `extend schema
  @link(url: "https://specs.apollo.dev/federation/v2.3", import: ["@key", "@shareable"])`;

/** Maximum number of representations in one operation. */
const MAX_ENTITIES = 500;

const ENTITIES = `
scalar _Any
union _Entity = ${entityNames.join(" | ")}
extend type Query {
  "The objects that the router of a supergraph refers to by their keys."
  _entities(representations: [_Any!]!): [_Entity]!
}`;

const SERVICE = `
type _Service { sdl: String! }
extend type Query {
  "The description of this subgraph, for composition."
  _service: _Service!
}`;

/** The subgraph of a schema, which describes itself or not. */
const subgraphs = new WeakMap<GraphQLSchema, Map<boolean, GraphQLSchema>>();

/**
 * Extends a schema to a subgraph of Apollo Federation: tracks and analyses are entities by their
 * track keys, and the schema describes itself. All servers of the process share one, as they share the schema.
 *
 * @param options.isDescribed whether clients may read the description; the same as for
 * introspection
 */
export function federatedSchema(
  schema: GraphQLSchema,
  { isDescribed }: { readonly isDescribed: boolean },
): GraphQLSchema {
  const known = subgraphs.get(schema) ?? new Map<boolean, GraphQLSchema>();
  const subgraph = known.get(isDescribed) ?? subgraphOf(schema, isDescribed);
  subgraphs.set(schema, known.set(isDescribed, subgraph));
  return subgraph;
}

function subgraphOf(schema: GraphQLSchema, isDescribed: boolean): GraphQLSchema {
  const federated = extendSchema(schema, parse(isDescribed ? ENTITIES + SERVICE : ENTITIES));
  const { _entities: entities, _service: service } = federated.getQueryType()?.getFields() ?? {};
  if (entities) {
    entities.extensions = { complexity: costOfEntities };
    entities.resolve = (_root, { representations }, context: RequestContext) =>
      findEntities(representations as readonly unknown[], context);
  }
  if (service) {
    service.extensions = { complexity: 1 };
    const sdl = subgraphDescription(schema);
    service.resolve = () => ({ sdl });
  }
  const entity = federated.getType("_Entity");
  if (isUnionType(entity)) {
    entity.resolveType = ({ __typename }: { readonly __typename: string }) => __typename;
  }
  return federated;
}

/** An entity with its type name. */
type Entity = { readonly __typename: string };

/** Returns the cost of the entities of a router's representations. */
function costOfEntities({ args, childComplexity }: ComplexityEstimatorArgs): number {
  return itemCount(args["representations"], 1, MAX_ENTITIES) * (1 + childComplexity);
}

/**
 * Finds the entities of a router's representations, in their order; `null` where there is none. All
 * entities of a type are read at once.
 *
 * @returns a promise for each representation, so that the failure of one does not fail the others
 * @throws {InvalidInputError} more than 500
 */
function findEntities(
  representations: readonly unknown[],
  context: RequestContext,
): readonly Promise<Entity | null>[] {
  if (representations.length > MAX_ENTITIES) {
    throw new InvalidInputError("representations", `must be at most ${MAX_ENTITIES}`);
  }
  return representations.map((representation) => findEntity(representation, context));
}

/**
 * @throws {InvalidInputError} the type is not Track or TrackAnalysis, or the track key is invalid
 */
async function findEntity(
  representation: unknown,
  context: RequestContext,
): Promise<Entity | null> {
  const { __typename, trackKey } = Object(representation) as Readonly<Record<string, unknown>>;
  const key = parseTrackKey(typeof trackKey === "string" ? trackKey : "");
  switch (__typename) {
    case "Track": {
      const track = await context.loaders.tracks.load(key);
      return track ? { __typename, ...track } : null;
    }
    case "TrackAnalysis": {
      const analysis = await findReadyAnalysis(key, context);
      return analysis ? { __typename, ...toTrackAnalysis(analysis) } : null;
    }
    default:
      throw new InvalidInputError("representations", "must be of type Track or TrackAnalysis");
  }
}

/**
 * Prints a schema as the description of a subgraph, with the directives that composition needs.
 *
 * Source: "Apollo Federation Subgraph Specification", version 2.3, Apollo Graph Inc., 2023.
 */
function subgraphDescription(schema: GraphQLSchema): string {
  const described = Object.entries(DIRECTIVES).reduce(
    (text, [name, directive]) =>
      text.replace(new RegExp(`\\ntype ${name}\\b[^{\\n]*`), (start) => `${start}${directive} `),
    // Composition does not know the directive; the server itself still requires one way.
    printSchema(withoutNodeQueries(schema)).replaceAll(" @oneOf {", " {"),
  );
  return `${LINK}\n\n${described}\n`;
}

/**
 * Returns a schema without `node` and `nodes`. In a supergraph, ids of other services would reach
 * them, and two services that both declare them do not compose; routers find objects by their track keys.
 */
function withoutNodeQueries(schema: GraphQLSchema): GraphQLSchema {
  const { query, types, ...others } = schema.toConfig();
  if (!query) return schema;
  const config = query.toConfig();
  const fields = Object.entries(config.fields).filter(([name]) => !/^nodes?$/.test(name));
  return new GraphQLSchema({
    ...others,
    query: new GraphQLObjectType({ ...config, fields: Object.fromEntries(fields) }),
    types: types.filter((type) => type !== query),
  });
}
