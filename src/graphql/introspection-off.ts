import { ApolloServerValidationErrorCode } from "@apollo/server/errors";
import { GraphQLError, type GraphQLFormattedError, type ValidationRule } from "graphql";
import { formatError } from "./errors/format-error.js";

/**
 * Refuses to describe the schema. Apollo Server has a rule of its own, whose message tells clients
 * what only an operator can do, and by another name than ours.
 */
export const noIntrospection: ValidationRule = (context) => ({
  Field(node) {
    if (!["__schema", "__type"].includes(node.name.value)) return;
    const message = "GraphQL introspection is not allowed here: GRAPHQL_INTROSPECTION is off.";
    const validationErrorCode = ApolloServerValidationErrorCode.INTROSPECTION_DISABLED;
    context.reportError(
      new GraphQLError(message, { nodes: [node], extensions: { validationErrorCode } }),
    );
  },
});

/**
 * Maps failures to GraphQL without the names of the schema that GraphQL offers to those that misspell
 * one: in documents, and in variables, where Apollo Server leaves them.
 */
export function formatErrorWithoutHints(
  formatted: GraphQLFormattedError,
  thrown: unknown,
): GraphQLFormattedError {
  const error = formatError(formatted, thrown);
  return { ...error, message: error.message.replace(/ Did you mean .+\?$/s, "") };
}
