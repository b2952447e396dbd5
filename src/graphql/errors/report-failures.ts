import type {
  GraphQLRequestContextDidEncounterErrors,
  GraphQLRequestContextWillSendResponse,
} from "@apollo/server";
import type { Services } from "../../services/services.js";
import { failureIn } from "./format-error.js";
import type { RequestContext } from "../request-context.js";

/**
 * Records each failure of an operation once, with its request id. Errors after the client has disconnected are not
 * recorded.
 */
export function recordFailures(
  { failures }: Services,
  {
    errors,
    operationName,
    contextValue: { requestId, signal },
  }: GraphQLRequestContextDidEncounterErrors<RequestContext>,
): void {
  if (signal().aborted) return;
  for (const failure of errors.map(failureIn)) {
    if (failure !== undefined) failures.record(failure, { requestId, operationName });
  }
}

/** Adds the request id to the internal errors in a response. */
export function addRequestId({
  response: { body },
  contextValue: { requestId },
}: GraphQLRequestContextWillSendResponse<RequestContext>): void {
  if (body.kind !== "single") return;
  const { singleResult } = body;
  const errors = singleResult.errors?.map((error) =>
    error.extensions?.["code"] === "INTERNAL"
      ? { ...error, extensions: { ...error.extensions, requestId } }
      : error,
  );
  if (errors) singleResult.errors = errors;
}
