import {
  isInterfaceType,
  isObjectType,
  Kind,
  type DocumentNode,
  type FragmentDefinitionNode,
  type FragmentSpreadNode,
  type GraphQLField,
  type GraphQLNamedType,
  type InlineFragmentNode,
} from "graphql";

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

/**
 * Returns a field of a type; `undefined` where the type has no such field, and for `__schema`,
 * `__type` and `__typename`, which every document can select.
 */
export function findField(
  type: GraphQLNamedType | null | undefined,
  name: string,
): GraphQLField<unknown, unknown> | undefined {
  return isObjectType(type) || isInterfaceType(type) ? type.getFields()[name] : undefined;
}
