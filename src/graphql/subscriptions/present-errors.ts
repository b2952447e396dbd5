import type { GraphQLError, GraphQLFormattedError } from "graphql";
import type { Services } from "../../services/services.js";
import { failureIn, formatError } from "../errors/format-error.js";
import type { RequestContext } from "../request-context.js";

/**
 * Formats errors that occur after the response has begun, as the server formats earlier ones:
 * mapped, masked and recorded once, internal errors with their request id.
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

/** Adds the code that the server gives to errors without one before it formats them. */
function withCode(error: GraphQLFormattedError): GraphQLFormattedError {
  return { ...error, extensions: { code: "INTERNAL_SERVER_ERROR", ...error.extensions } };
}
