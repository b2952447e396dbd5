import type { GraphQLError, GraphQLFormattedError } from "graphql";
import type { Services } from "../../services/services.js";
import { failureIn, formatError } from "../errors/format-error.js";
import type { RequestContext } from "../request-context.js";

/**
 * Errors that come after the answer has begun, as the server presents those that come before: mapped
 * and masked, recorded once, bugs under the name of their request.
 */
export function presentErrors(
  errors: readonly GraphQLError[],
  { failures }: Services,
  { requestId, signal }: RequestContext,
): readonly GraphQLFormattedError[] {
  return errors.map((error) => {
    const failure = failureIn(error);
    if (failure !== undefined && !signal.aborted) failures.record(failure, { requestId });
    const formatted = formatError(withCode(error.toJSON()), error);
    const isBug = formatted.extensions?.["code"] === "INTERNAL";
    return isBug ? { ...formatted, extensions: { ...formatted.extensions, requestId } } : formatted;
  });
}

/** The server gives errors without a code this one before it has them formatted. */
function withCode(error: GraphQLFormattedError): GraphQLFormattedError {
  return { ...error, extensions: { code: "INTERNAL_SERVER_ERROR", ...error.extensions } };
}
