import {
  Kind,
  TypeInfo,
  valueFromASTUntyped,
  visit,
  visitWithTypeInfo,
  type DocumentNode,
  type FieldNode,
  type GraphQLSchema,
  type InlineFragmentNode,
  type OperationDefinitionNode,
  type SelectionNode,
  type SelectionSetNode,
} from "graphql";
import { findFragment, fragmentsOf, keysToFields } from "./fragments.js";

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
  const types = new TypeInfo(schema);

  function merge({ selections }: SelectionSetNode, merged: Merged): Merged {
    const typeName = types.getParentType()?.name;
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
      if (!typeCondition || on === typeName) merge(selectionSet, merged);
      else add(merged, `... on ${on}`, { kind: Kind.INLINE_FRAGMENT, typeCondition, selectionSet });
    }
    return merged;
  }

  return visit(
    operation,
    visitWithTypeInfo(types, {
      SelectionSet: (set) => ({ ...set, selections: [...merge(set, new Map()).values()] }),
    }),
    keysToFields,
  );
}

/** Adds a node, and merges its selections with those of an equal node. */
function add(merged: Merged, key: string, node: FieldNode | InlineFragmentNode): void {
  const known = merged.get(key)?.selectionSet;
  const { selectionSet } = node;
  const selections = [...(known?.selections ?? []), ...(selectionSet?.selections ?? [])];
  merged.set(key, selectionSet ? { ...node, selectionSet: { ...selectionSet, selections } } : node);
}

function isSkipped({ directives = [] }: SelectionNode, variables: Variables): boolean {
  return directives.some(({ name, arguments: [condition] = [] }) => {
    const value = condition && valueFromASTUntyped(condition.value, variables);
    return name.value === "skip" ? value === true : name.value === "include" && value === false;
  });
}
