import {
  isIntrospectionType,
  OperationTypeNode,
  separateOperations,
  TypeInfo,
  visit,
  visitWithTypeInfo,
  type DocumentNode,
  type FieldNode,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from "graphql";
import { keysToFields } from "../limits/fragments.js";
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
  const types = new TypeInfo(schema);
  let seconds = Infinity;
  let isPublic = true;
  const Field = ({ name: { value: name } }: FieldNode): void => {
    const [parent, field] = [types.getParentType(), types.getFieldDef()];
    if (name === "__typename" || !parent || isIntrospectionType(parent)) return;
    if (name.startsWith("__")) {
      seconds = Math.min(seconds, INTROSPECTION_SECONDS);
    } else {
      const inherited = parent === schema.getQueryType() ? NOT_CACHEABLE_SECONDS : Infinity;
      seconds = Math.min(seconds, (field && maxAgeOf(field)) ?? inherited);
      isPublic = false;
    }
  };
  const isAlone = document.definitions.length === 1;
  const separated = isAlone ? {} : separateOperations(document);
  const selected = separated[operation.name?.value ?? ""] ?? document;
  visit(selected, visitWithTypeInfo(types, { Field }), keysToFields);
  return Number.isFinite(seconds) ? { seconds, isPublic } : notCacheable;
}
