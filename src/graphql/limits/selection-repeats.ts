import { Kind, type DocumentNode, type FieldNode, type SelectionNode } from "graphql";
import { fragmentsOf, type Fragments } from "./fragments.js";

/**
 * Returns the maximum number of times that one field is selected under one name in one selection
 * set, here or anywhere below. Fragments are followed: the caller must have checked that the
 * selection is small and that no fragment contains itself.
 */
export function maxRepeats(selections: readonly SelectionNode[], document: DocumentNode): number {
  return maxRepeatsIn(selections, fragmentsOf(document));
}

function maxRepeatsIn(selections: readonly SelectionNode[], fragments: Fragments): number {
  const fieldsByName = new Map<string, FieldNode[]>();
  for (const field of fieldsOf(selections, fragments)) {
    const name = (field.alias ?? field.name).value;
    fieldsByName.set(name, [...(fieldsByName.get(name) ?? []), field]);
  }
  return [...fieldsByName.values()].reduce((max, fields) => {
    const below = fields.flatMap(({ selectionSet }) => selectionSet?.selections ?? []);
    return Math.max(max, fields.length, below.length === 0 ? 0 : maxRepeatsIn(below, fragments));
  }, 0);
}

function fieldsOf(
  selections: readonly SelectionNode[],
  fragments: Fragments,
): readonly FieldNode[] {
  return selections.flatMap((selection) => {
    if (selection.kind === Kind.FIELD) return [selection];
    const below =
      selection.kind === Kind.INLINE_FRAGMENT
        ? selection.selectionSet.selections
        : (fragments.get(selection.name.value)?.selectionSet.selections ?? []);
    return fieldsOf(below, fragments);
  });
}
