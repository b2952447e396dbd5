import {
  DirectiveLocation,
  GraphQLDirective,
  GraphQLInt,
  GraphQLList,
  GraphQLNonNull,
  getNullableType,
  isNonNullType,
  isObjectType,
  printSchema,
  type GraphQLObjectType,
  type GraphQLSchema,
} from "graphql";
import { Extensions } from "type-graphql";

/**
 * The directive by which clients know that a nullable field is null only together with an error.
 *
 * Source: "nullability", version 0.4, Apollo Graph Inc., 2024; Relay, "Semantic Nullability".
 */
export const semanticNonNullDirective = new GraphQLDirective({
  name: "semanticNonNull",
  description:
    "The field is null only where there is an error of it. Clients that handle errors can take it for non-null.",
  locations: [DirectiveLocation.FIELD_DEFINITION],
  args: {
    levels: {
      type: new GraphQLNonNull(new GraphQLList(new GraphQLNonNull(GraphQLInt))),
      defaultValue: [0],
      description: "Where it holds: 0 is the field itself, 1 the items of its list.",
    },
  },
});

const MARK = "semanticNonNull";

/** Declares that a nullable field is null only together with an error, so that this does not fail its parent. */
export const NullOnError = (): MethodDecorator => Extensions({ [MARK]: true });

/**
 * Makes the fields of a root type null where they fail, so that the failure of one does not take the results of the
 * others: `data` would be null.
 *
 * @param strict the names of fields that stay as they are, because clients rely on their types
 */
export function nullFailedRoots(root: GraphQLObjectType, strict: readonly string[]): void {
  for (const field of Object.values(root.getFields())) {
    if (strict.includes(field.name) || !isNonNullType(field.type)) continue;
    field.type = getNullableType(field.type);
    field.extensions = { ...field.extensions, [MARK]: true };
  }
}

/** Prints a schema with the directive on the fields that have it, which `printSchema` leaves out. */
export function printWithNullability(schema: GraphQLSchema): string {
  const printed = printSchema(schema);
  return Object.values(schema.getTypeMap()).reduce((text, type) => {
    if (!isObjectType(type)) return text;
    const fields = Object.values(type.getFields()).filter(({ extensions }) => extensions[MARK]);
    return fields.reduce((marked, { name }) => withDirective(marked, type.name, name), text);
  }, printed);
}

/** Adds the directive behind the type of a field: in its line, or in the line that ends its arguments. */
function withDirective(printed: string, typeName: string, field: string): string {
  const lines = printed.split("\n");
  const typeLine = lines.findIndex((line) => new RegExp(`^type ${typeName}\\b`).test(line));
  const start = lines.findIndex(
    (line, n) => n > typeLine && new RegExp(`^  ${field}[(:]`).test(line),
  );
  const hasArguments = lines[start]?.endsWith("(") === true;
  const end = hasArguments
    ? lines.findIndex((line, n) => n > start && line.startsWith("  ): "))
    : start;
  lines[end] += " @semanticNonNull";
  return lines.join("\n");
}
