import { Kind, type DocumentNode, type FieldNode, type SelectionNode } from "graphql";
import { fragmentsOf, type Fragments } from "./fragments.js";

/**
 * How often the field is selected that is selected most often under one name in one place, here or
 * anywhere below. Fragments are followed: ask only where the selection is known to be small, and none
 * of its fragments to lie within itself.
 */
export function maxRepeats(selections: readonly SelectionNode[], document: DocumentNode): number {
  return maxRepeatsIn(selections, fragmentsOf(document));
}

function maxRepeatsIn(selections: readonly SelectionNode[], fragments: Fragments): number {
  const places = new Map<string, FieldNode[]>();
  for (const field of fieldsOf(selections, fragments)) {
    const name = (field.alias ?? field.name).value;
    places.set(name, [...(places.get(name) ?? []), field]);
  }
  return [...places.values()].reduce((most, fields) => {
    const below = fields.flatMap(({ selectionSet }) => selectionSet?.selections ?? []);
    return Math.max(most, fields.length, below.length === 0 ? 0 : maxRepeatsIn(below, fragments));
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
        : (fragments.get(selection.name.value)?.below ?? []);
    return fieldsOf(below, fragments);
  });
}
