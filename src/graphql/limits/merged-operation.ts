import {
  getNamedType,
  Kind,
  valueFromASTUntyped,
  type DocumentNode,
  type FieldNode,
  type GraphQLNamedType,
  type GraphQLSchema,
  type InlineFragmentNode,
  type OperationDefinitionNode,
  type SelectionNode,
  type SelectionSetNode,
} from "graphql";
import { findField, findFragment, fragmentsOf } from "./fragments.js";

/** An operation whose cost is computed before it runs. */
export interface PricedOperation {
  readonly schema: GraphQLSchema;
  /** Valid, and within the limits. */
  readonly document: DocumentNode;
  readonly operation: OperationDefinitionNode;
  /** As the client sent them. */
  readonly variables: Readonly<Record<string, unknown>>;
}

type Variables = PricedOperation["variables"];
type Type = GraphQLNamedType | null | undefined;
type Merged = Map<string, FieldNode | InlineFragmentNode>;

/**
 * Returns an operation in which each selection set selects a field once under one name, without
 * skipped fields, named fragments and directives. Selections for one of several types are in one
 * inline fragment.
 *
 * @param operation.variables the values of all variables, including defaults
 */
export function mergedOperation({
  schema,
  document,
  operation,
  variables,
}: PricedOperation): OperationDefinitionNode {
  const fragments = fragmentsOf(document);

  function gather({ selections }: SelectionSetNode, type: Type, merged: Merged): Merged {
    for (const selection of selections) {
      if (isSkipped(selection, variables)) continue;
      if (selection.kind === Kind.FIELD) {
        add(merged, (selection.alias ?? selection.name).value, { ...selection, directives: [] });
        continue;
      }
      const fragment = findFragment(selection, fragments);
      if (!fragment) continue;
      const { typeCondition, selectionSet } = fragment;
      const on = typeCondition?.name.value;
      if (!typeCondition || on === type?.name) gather(selectionSet, type, merged);
      else add(merged, `... on ${on}`, { kind: Kind.INLINE_FRAGMENT, typeCondition, selectionSet });
    }
    return merged;
  }

  function merge(selectionSet: SelectionSetNode, type: Type): SelectionSetNode {
    const gathered = [...gather(selectionSet, type, new Map()).values()];
    const selections = gathered.map((node) =>
      node.selectionSet
        ? { ...node, selectionSet: merge(node.selectionSet, typeBelow(node, type)) }
        : node,
    );
    return { ...selectionSet, selections };
  }

  function typeBelow(node: FieldNode | InlineFragmentNode, type: Type): Type {
    if (node.kind === Kind.FIELD) return getNamedType(findField(type, node.name.value)?.type);
    return node.typeCondition && schema.getType(node.typeCondition.name.value);
  }

  const rootType = schema.getRootType(operation.operation);
  return { ...operation, selectionSet: merge(operation.selectionSet, rootType) };
}

/** Adds a node, and merges its selections with those of an equal node. */
function add(merged: Merged, key: string, node: FieldNode | InlineFragmentNode): void {
  const known = merged.get(key)?.selectionSet?.selections;
  const { selectionSet } = node;
  const isRepeated = known !== undefined && selectionSet !== undefined;
  const selections = isRepeated ? [...known, ...selectionSet.selections] : [];
  merged.set(key, isRepeated ? { ...node, selectionSet: { ...selectionSet, selections } } : node);
}

function isSkipped({ directives = [] }: SelectionNode, variables: Variables): boolean {
  return directives.some(({ name, arguments: [condition] = [] }) => {
    const value = condition && valueFromASTUntyped(condition.value, variables);
    return name.value === "skip" ? value === true : name.value === "include" && value === false;
  });
}
