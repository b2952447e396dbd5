import {
  getNamedType,
  isCompositeType,
  Kind,
  OperationTypeNode,
  type DocumentNode,
  type GraphQLCompositeType,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type SelectionNode,
} from "graphql";
import { fragmentsOf, type Fragments } from "../limits/fragments.js";
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
  const root = schema.getRootType(operation.operation);
  if (!root || operation.operation !== OperationTypeNode.QUERY) return notCacheable;
  const ages = new Ages(schema, fragmentsOf(document));
  const seconds = ages.of(root, operation.selectionSet.selections, NOT_CACHEABLE_SECONDS);
  const isPublic = !ages.holdsData;
  return Number.isFinite(seconds) ? { seconds, isPublic } : notCacheable;
}

class Ages {
  readonly #schema: GraphQLSchema;
  readonly #fragments: Fragments;
  holdsData = false;

  constructor(schema: GraphQLSchema, fragments: Fragments) {
    this.#schema = schema;
    this.#fragments = fragments;
  }

  /** @param defaultValue the age of fields without an age of their own, seconds */
  of(
    type: GraphQLCompositeType,
    selections: readonly SelectionNode[],
    defaultValue: number,
  ): number {
    return Math.min(...selections.map((selection) => this.#ofOne(type, selection, defaultValue)));
  }

  #ofOne(type: GraphQLCompositeType, selection: SelectionNode, defaultValue: number): number {
    if (selection.kind !== Kind.FIELD) {
      const { condition, below } = this.#fragment(selection);
      const narrowed = condition === undefined ? type : this.#schema.getType(condition);
      return isCompositeType(narrowed) ? this.of(narrowed, below, defaultValue) : defaultValue;
    }
    const name = selection.name.value;
    if (name === "__typename") return Infinity;
    if (name.startsWith("__")) return INTROSPECTION_SECONDS;
    this.holdsData = true;
    const field = "getFields" in type ? type.getFields()[name] : undefined;
    if (!field) return NOT_CACHEABLE_SECONDS;
    const own = maxAgeOf(field) ?? defaultValue;
    const below = selection.selectionSet?.selections;
    const fieldType = getNamedType(field.type);
    return below && isCompositeType(fieldType)
      ? Math.min(own, this.of(fieldType, below, own))
      : own;
  }

  #fragment(selection: Exclude<SelectionNode, { kind: Kind.FIELD }>) {
    if (selection.kind === Kind.INLINE_FRAGMENT) {
      const { typeCondition, selectionSet } = selection;
      return { condition: typeCondition?.name.value, below: selectionSet.selections };
    }
    return this.#fragments.get(selection.name.value) ?? { condition: undefined, below: [] };
  }
}
