import {
  getNamedType,
  GraphQLID,
  GraphQLString,
  Kind,
  type NamedTypeNode,
  type TypeNode,
  type ValidationRule,
} from "graphql";

/**
 * Validation rule that takes variables of the type `String` where an `ID` is expected. It refuses nothing.
 *
 * Ids of this API are texts, so each such value is valid. Clients of earlier versions declare `$id: String!`, because
 * `TrackRef.id` was a `String`. The rule declares these variables as `ID` in the document, before the rule that compares types
 * reads them. A variable that stands for another text, too, stays as it is.
 */
export const textVariablesAsIds: ValidationRule = (context) => ({
  Document({ definitions }) {
    for (const operation of definitions) {
      if (operation.kind !== Kind.OPERATION_DEFINITION) continue;
      for (const { variable, type } of operation.variableDefinitions ?? []) {
        const named = innermost(type);
        if (named.name.value !== GraphQLString.name) continue;
        const usages = context
          .getRecursiveVariableUsages(operation)
          .filter(({ node }) => node.name.value === variable.name.value);
        const areIds = usages.every((usage) => getNamedType(usage.type) === GraphQLID);
        if (areIds) Object.assign(named, { name: { ...named.name, value: GraphQLID.name } });
      }
    }
  },
});

/** Returns the name in a type of lists and non-null values. */
function innermost(type: TypeNode): NamedTypeNode {
  return type.kind === Kind.NAMED_TYPE ? type : innermost(type.type);
}
