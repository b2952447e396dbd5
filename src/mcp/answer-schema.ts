import {
  getNamedType,
  getNullableType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  isAbstractType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from "graphql";
import { type JsonSchema, leafSchemaOf } from "./variable-schema.js";

/**
 * Returns the schema of the answers to an operation. Members may be absent where GraphQL would return null: answers
 * leave these out.
 */
export function answerSchemaOf(
  schema: GraphQLSchema,
  { operation, selectionSet }: OperationDefinitionNode,
): JsonSchema {
  const root = schema.getRootType(operation);
  if (!root) throw new Error(`The schema has no type for a ${operation}.`);
  return objectSchemaOf(schema, root, selectionSet);
}

interface Members {
  readonly properties: Record<string, JsonSchema>;
  readonly required: Set<string>;
}

function objectSchemaOf(
  schema: GraphQLSchema,
  type: GraphQLOutputType,
  selections: SelectionSetNode,
): JsonSchema {
  const members: Members = { properties: {}, required: new Set() };
  addMembers(schema, type, selections, members);
  const required = [...members.required];
  return {
    type: "object",
    properties: members.properties,
    ...(required.length > 0 && { required }),
  };
}

/** Adds the members of a selection; those of a union's types, of which an answer has only some, are all optional. */
function addMembers(
  schema: GraphQLSchema,
  type: GraphQLOutputType,
  { selections }: SelectionSetNode,
  members: Members,
): void {
  for (const selection of selections) {
    if (selection.kind === Kind.FRAGMENT_SPREAD) throw new Error("Tools have no named fragments.");
    if (selection.kind === Kind.INLINE_FRAGMENT) {
      const condition = schema.getType(selection.typeCondition?.name.value ?? "");
      if (!isObjectType(condition)) throw new Error("A fragment must name an object type.");
      addMembers(schema, condition, selection.selectionSet, { ...members, required: new Set() });
      continue;
    }
    const { name, alias, selectionSet } = selection;
    const key = (alias ?? name).value;
    if (name.value === "__typename" && isAbstractType(type)) {
      const names = schema.getPossibleTypes(type).map((possible) => possible.name);
      members.properties[key] = { type: "string", enum: names };
      members.required.add(key);
      continue;
    }
    const field = (type as GraphQLObjectType).getFields()[name.value];
    if (!field) throw new Error(`The schema has no field ${name.value}.`);
    members.properties[key] = valueSchemaOf(schema, field.type, selectionSet);
    if (isNonNullType(field.type)) members.required.add(key);
  }
}

function valueSchemaOf(
  schema: GraphQLSchema,
  type: GraphQLOutputType,
  selections: SelectionSetNode | undefined,
): JsonSchema {
  const plain = getNullableType(type);
  if (isListType(plain)) {
    const items = valueSchemaOf(schema, plain.ofType, selections);
    return { type: "array", items };
  }
  const named = getNamedType(plain);
  return selections ? objectSchemaOf(schema, named, selections) : leafSchemaOf(named);
}
