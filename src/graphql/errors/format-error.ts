import { ApolloServerValidationErrorCode } from "@apollo/server/errors";
import { GraphQLError, type GraphQLFormattedError, Kind, type ValidationRule } from "graphql";
import { DomainError, maskedMessage } from "../../domain/errors/domain-error.js";

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

/**
 * Maps failures to GraphQL: domain errors with their code and facts, bugs masked as `INTERNAL`.
 * What GraphQL itself refuses passes through.
 */
export function formatError(
  formatted: GraphQLFormattedError,
  thrown: unknown,
): GraphQLFormattedError {
  const failure = failureIn(thrown);
  if (failure === undefined) return refused(formatted, thrown);
  return failure instanceof DomainError
    ? {
        ...formatted,
        message: failure.message,
        extensions: { ...failure.facts, code: failure.code },
      }
    : { ...formatted, message: maskedMessage, extensions: { code: "INTERNAL" } };
}

/**
 * What really happened beneath GraphQL's wrappings: a domain error or a bug, or `undefined` where
 * GraphQL itself refused the document, its variables or its arguments.
 */
export function failureIn(thrown: unknown): unknown {
  let failure = thrown;
  while (failure instanceof GraphQLError && failure.originalError) failure = failure.originalError;
  if (failure instanceof DomainError) return failure;
  return isRefusal(thrown) || isRefusal(failure) ? undefined : failure;
}

/**
 * Errors with a code or a status come from the server itself; those that point into arguments, from
 * graphql.
 */
function isRefusal(error: unknown): boolean {
  if (!(error instanceof GraphQLError)) return false;
  const { code, http } = error.extensions;
  return (
    code !== undefined ||
    http !== undefined ||
    (error.nodes?.some(({ kind }) => kind !== Kind.FIELD) ?? false)
  );
}

/** The code of the innermost refusal: those around it only say where it was met. */
function refused(formatted: GraphQLFormattedError, thrown: unknown): GraphQLFormattedError {
  const { originalError } = thrown instanceof GraphQLError ? thrown : {};
  const code = originalError instanceof GraphQLError && originalError.extensions["code"];
  if (typeof code === "string") return { ...formatted, extensions: { code } };
  if (formatted.extensions?.["code"] !== "INTERNAL_SERVER_ERROR") return formatted;
  return { ...formatted, extensions: { code: "BAD_USER_INPUT" } };
}
