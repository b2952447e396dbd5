import { ApolloServerValidationErrorCode } from "@apollo/server/errors";
import { GraphQLError, type GraphQLFormattedError, Kind, type ValidationRule } from "graphql";
import { DomainError, MASKED_MESSAGE } from "../../domain/errors/domain-error.js";

/**
 * Validation rule that refuses introspection. It replaces the rule of Apollo Server, whose message
 * names an option of Apollo Server that the operator of this service does not have.
 */
export const noIntrospection: ValidationRule = (context) => ({
  Field(node) {
    if (!["__schema", "__type"].includes(node.name.value)) return;
    const message =
      "GraphQL introspection is disabled on this server (GRAPHQL_INTROSPECTION is off).";
    const validationErrorCode = ApolloServerValidationErrorCode.INTROSPECTION_DISABLED;
    context.reportError(
      new GraphQLError(message, { nodes: [node], extensions: { validationErrorCode } }),
    );
  },
});

/**
 * Maps failures to GraphQL errors, without the suggestions of similar schema names that GraphQL
 * adds to its messages. Apollo Server can remove them from documents only, not from variables.
 */
export function formatErrorWithoutHints(
  formatted: GraphQLFormattedError,
  thrown: unknown,
): GraphQLFormattedError {
  const error = formatError(formatted, thrown);
  return { ...error, message: error.message.replace(/ Did you mean .+\?$/s, "") };
}

/**
 * Maps failures to GraphQL errors: domain errors with their code and facts, internal errors masked
 * as `INTERNAL`. Errors of GraphQL itself are returned unchanged.
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
    : { ...formatted, message: MASKED_MESSAGE, extensions: { code: "INTERNAL" } };
}

/**
 * Returns the error that GraphQL wrapped: a domain error or an internal error, or `undefined` where
 * GraphQL itself refused the document, its variables or its arguments.
 */
export function failureIn(thrown: unknown): unknown {
  let failure = thrown;
  while (failure instanceof GraphQLError && failure.originalError) failure = failure.originalError;
  if (failure instanceof DomainError) return failure;
  return isRefusal(thrown) || isRefusal(failure) ? undefined : failure;
}

/**
 * Returns whether GraphQL refused the operation. Errors with a code or a status come from Apollo
 * Server; errors that point into arguments come from graphql-js.
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

/** Adds the code of the innermost refusal; the errors around it only add a location. */
function refused(formatted: GraphQLFormattedError, thrown: unknown): GraphQLFormattedError {
  const { originalError } = thrown instanceof GraphQLError ? thrown : {};
  const code = originalError instanceof GraphQLError && originalError.extensions["code"];
  if (typeof code === "string") return { ...formatted, extensions: { code } };
  if (formatted.extensions?.["code"] !== "INTERNAL_SERVER_ERROR") return formatted;
  return { ...formatted, extensions: { code: "BAD_USER_INPUT" } };
}
