import {
  getNamedType,
  Kind,
  OperationTypeNode,
  type DocumentNode,
  type FieldNode,
  type GraphQLNamedType,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from "graphql";
import { findField, findFragment, fragmentsOf } from "../limits/fragments.js";
import { maxAgeOf } from "./cache-for.js";

/** Maximum age of introspection responses: the schema changes only with the server. */
const INTROSPECTION_SECONDS = 300;

/** How long the response to an operation may be cached, and by whom. */
export interface ResponseAge {
  /** Seconds, >= 0: 0 requires revalidation on each use; null forbids caching. */
  readonly seconds: number | null;
  /** Whether shared caches may store it: it contains only the schema, which needs no key. */
  readonly isPublic: boolean;
}

/** The age of a response that must not be cached. */
export const notCacheable: ResponseAge = { seconds: null, isPublic: false };

/** The age of a field whose responses must not be cached: less than any other. */
const NOT_CACHEABLE_SECONDS = -Infinity;

/**
 * Returns how long the response to an operation may be cached: the minimum of the ages of its
 * fields. A field without an age of its own has that of its parent field; a root field without one
 * must not be cached. Fields that `@skip` or `@include` leave out count as well.
 */
export function responseAge(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
): ResponseAge {
  if (operation.operation !== OperationTypeNode.QUERY) return notCacheable;
  const queryType = schema.getQueryType();
  const fragments = fragmentsOf(document);
  let seconds = Infinity;
  let isPublic = true;

  function include({ selections }: SelectionSetNode, parent: GraphQLNamedType | null | undefined) {
    for (const selection of selections) {
      if (selection.kind === Kind.FIELD) {
        includeField(selection, parent);
        continue;
      }
      const fragment = findFragment(selection, fragments);
      const condition = fragment?.typeCondition;
      if (!fragment) continue;
      include(fragment.selectionSet, condition ? schema.getType(condition.name.value) : parent);
    }
  }

  function includeField(
    { name: { value: name }, selectionSet }: FieldNode,
    parent: GraphQLNamedType | null | undefined,
  ) {
    if (name === "__typename") return;
    if (name.startsWith("__")) {
      seconds = Math.min(seconds, INTROSPECTION_SECONDS);
      return;
    }
    const field = findField(parent, name);
    const inherited = parent === queryType ? NOT_CACHEABLE_SECONDS : Infinity;
    seconds = Math.min(seconds, (field && maxAgeOf(field)) ?? inherited);
    isPublic = false;
    if (selectionSet) include(selectionSet, getNamedType(field?.type));
  }

  include(operation.selectionSet, queryType);
  return Number.isFinite(seconds) ? { seconds, isPublic } : notCacheable;
}
