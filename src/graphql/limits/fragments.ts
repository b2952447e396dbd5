import { Kind, type DocumentNode, type SelectionNode } from "graphql";

/**
 * The selections of a fragment, and its type condition; without one, the enclosing type applies.
 */
export interface Fragment {
  readonly condition: string | undefined;
  readonly below: readonly SelectionNode[];
}

/** The fragments of a document, by their names. */
export type Fragments = ReadonlyMap<string, Fragment>;

/**
 * Returns the fragments of a document. Of two with one name the first: another rule refuses such
 * documents.
 */
export function fragmentsOf({ definitions }: DocumentNode): Fragments {
  const fragments = new Map<string, Fragment>();
  for (const definition of definitions) {
    if (definition.kind !== Kind.FRAGMENT_DEFINITION) continue;
    const { name, typeCondition, selectionSet } = definition;
    const fragment = { condition: typeCondition.name.value, below: selectionSet.selections };
    if (!fragments.has(name.value)) fragments.set(name.value, fragment);
  }
  return fragments;
}
