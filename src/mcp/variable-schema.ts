import {
  getNullableType,
  type GraphQLInputType,
  type GraphQLSchema,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isRequiredInputField,
  Kind,
  type OperationDefinitionNode,
  typeFromAST,
  TypeInfo,
  valueFromASTUntyped,
  visit,
  visitWithTypeInfo,
} from "graphql";

/** A JSON Schema, of the few keywords that the tools need. */
export interface JsonSchema {
  readonly type: string;
  readonly description?: string;
  readonly default?: unknown;
  readonly enum?: readonly string[];
  readonly items?: JsonSchema;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: false;
}

/** The JSON types of the built-in scalars; all others are texts. */
const SCALARS: ReadonlyMap<string, string> = new Map([
  ["Int", "integer"],
  ["Float", "number"],
  ["Boolean", "boolean"],
]);

/** Returns the schema of a leaf type: a scalar or an enumeration. */
export function leafSchemaOf(type: { readonly name: string }): JsonSchema {
  if (isEnumType(type)) {
    return { type: "string", enum: type.getValues().map(({ name }) => name) };
  }
  return { type: SCALARS.get(type.name) ?? "string" };
}

/**
 * Returns the schema of the variables of an operation, as an object. Each is described by the argument or the input
 * field that it is the value of.
 */
export function variableSchemaOf(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
): JsonSchema {
  const descriptions = descriptionsIn(schema, operation);
  const variables = (operation.variableDefinitions ?? []).map((definition) => {
    const name = definition.variable.name.value;
    const type = typeFromAST(schema, definition.type) as GraphQLInputType;
    const { defaultValue } = definition;
    const member: JsonSchema = {
      ...inputSchemaOf(type),
      ...described(descriptions.get(name)),
      ...(defaultValue && { default: valueFromASTUntyped(defaultValue) }),
    };
    return { name, member, isRequired: isNonNullType(type) && defaultValue === undefined };
  });
  return objectSchema(variables);
}

function inputSchemaOf(type: GraphQLInputType): JsonSchema {
  const plain = getNullableType(type);
  if (isListType(plain)) {
    return { type: "array", items: inputSchemaOf(plain.ofType) };
  }
  if (!isInputObjectType(plain)) return leafSchemaOf(plain);
  const fields = Object.values(plain.getFields());
  return objectSchema(
    fields.map((field) => ({
      name: field.name,
      member: inputSchemaOf(field.type),
      isRequired: isRequiredInputField(field),
    })),
  );
}

function objectSchema(
  members: readonly { readonly name: string; readonly member: JsonSchema; isRequired: boolean }[],
): JsonSchema {
  const required = members.filter(({ isRequired }) => isRequired).map(({ name }) => name);
  return {
    type: "object",
    properties: Object.fromEntries(members.map(({ name, member }) => [name, member])),
    ...(required.length > 0 && { required }),
    additionalProperties: false,
  };
}

/** Returns what the schema says about the places where the variables of an operation stand. */
function descriptionsIn(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
): ReadonlyMap<string, string> {
  const descriptions = new Map<string, string>();
  const types = new TypeInfo(schema);
  const describe = (variable: string, description: string | null | undefined): void => {
    if (description) descriptions.set(variable, description);
  };
  const visitor = visitWithTypeInfo(types, {
    Argument({ value }) {
      if (value.kind !== Kind.VARIABLE) return;
      describe(value.name.value, types.getArgument()?.description);
    },
    ObjectField({ name, value }) {
      const parent = getNullableType(types.getParentInputType());
      if (value.kind !== Kind.VARIABLE || !isInputObjectType(parent)) return;
      describe(value.name.value, parent.getFields()[name.value]?.description);
    },
  });
  visit(operation, visitor);
  return descriptions;
}

const described = (description: string | undefined): Pick<JsonSchema, "description"> =>
  description === undefined ? {} : { description };
