import {
  Kind,
  type ASTVisitorKeyMap,
  type DocumentNode,
  type FragmentDefinitionNode,
  type FragmentSpreadNode,
  type InlineFragmentNode,
} from "graphql";

/** The parts of nodes that lead to fields, for `visit`: names and arguments are left out. */
export const keysToFields: ASTVisitorKeyMap = {
  Document: ["definitions"],
  OperationDefinition: ["selectionSet"],
  FragmentDefinition: ["selectionSet"],
  SelectionSet: ["selections"],
  Field: ["selectionSet"],
  InlineFragment: ["selectionSet"],
};

/** The fragments of a document, by their names. */
export type Fragments = ReadonlyMap<string, FragmentDefinitionNode>;

/** Returns the fragments of a document. Another rule refuses two of one name. */
export function fragmentsOf({ definitions }: DocumentNode): Fragments {
  return new Map(
    definitions
      .filter((definition) => definition.kind === Kind.FRAGMENT_DEFINITION)
      .map((fragment) => [fragment.name.value, fragment]),
  );
}

/** Returns the fragment that a selection is or names; `undefined` where there is none. */
export function findFragment(
  selection: InlineFragmentNode | FragmentSpreadNode,
  fragments: Fragments,
): InlineFragmentNode | FragmentDefinitionNode | undefined {
  return selection.kind === Kind.INLINE_FRAGMENT ? selection : fragments.get(selection.name.value);
}
