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

/** The schema changes only with the server. */
const INTROSPECTION_SECONDS = 300;

/** How long the answer to an operation may be kept, and by whom. */
export interface AnswerAge {
  /** Seconds, >= 0: 0 for as long as the server says that it is still the same; null for not at all. */
  readonly seconds: number | null;
  /** Whether it holds nothing but the schema, which is no secret. */
  readonly isPublic: boolean;
}

/** Of an answer that may not be kept at all. */
export const notKept: AnswerAge = { seconds: null, isPublic: false };

/** Less than any age. */
const NEVER = -Infinity;

/**
 * How long the answer to an operation may be kept, by what it asks for: as long as the field of it
 * that may be kept the shortest. Fields say it themselves, or else the field above them; those of the
 * root that do not say it may not be kept. What is skipped counts, too.
 */
export function answerAge(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
): AnswerAge {
  const root = schema.getRootType(operation.operation);
  if (!root || operation.operation !== OperationTypeNode.QUERY) return notKept;
  const ages = new Ages(schema, fragmentsOf(document));
  const seconds = ages.of(root, operation.selectionSet.selections, NEVER);
  const isPublic = !ages.holdsData;
  return Number.isFinite(seconds) ? { seconds, isPublic } : notKept;
}

class Ages {
  readonly #schema: GraphQLSchema;
  readonly #fragments: Fragments;
  holdsData = false;

  constructor(schema: GraphQLSchema, fragments: Fragments) {
    this.#schema = schema;
    this.#fragments = fragments;
  }

  /** @param defaultValue of the fields that do not say it, seconds */
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
    if (!field) return NEVER;
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
