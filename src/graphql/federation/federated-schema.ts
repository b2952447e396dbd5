import { extendSchema, isUnionType, parse, type GraphQLSchema } from "graphql";
import type { RequestContext } from "../request-context.js";
import { costOfEntities, findEntities } from "./entities.js";
import { entityNames, subgraphDescription } from "./subgraph-description.js";

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

/**
 * Extends a schema to a subgraph of Apollo Federation: tracks and analyses are entities by their
 * track keys, and the schema describes itself.
 *
 * @param options.isDescribed whether clients may read the description; the same as for
 * introspection
 */
export function federatedSchema(
  schema: GraphQLSchema,
  { isDescribed }: { readonly isDescribed: boolean },
): GraphQLSchema {
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
