import type { ApolloServerPlugin } from "@apollo/server";
import type { Services } from "../../services/services.js";
import { failureIn } from "./format-error.js";
import type { RequestContext } from "../request-context.js";

/**
 * Records each failure once, with its request id, and adds the request id to internal errors in the
 * response. Errors after the client has disconnected are not recorded.
 */
export function reportFailures({ failures }: Services): ApolloServerPlugin<RequestContext> {
  return {
    unexpectedErrorProcessingRequest({ error, requestContext: { contextValue } }) {
      failures.record(error, { requestId: contextValue.requestId });
      // Otherwise Apollo throws another error instead, without the stack and the request.
      return Promise.reject(error);
    },
    requestDidStart: ({ contextValue: { requestId, signal } }) =>
      Promise.resolve({
        didEncounterErrors({ errors, operationName }) {
          if (signal().aborted) return Promise.resolve();
          for (const failure of errors.map(failureIn)) {
            if (failure !== undefined) failures.record(failure, { requestId, operationName });
          }
          return Promise.resolve();
        },
        willSendResponse({ response: { body } }) {
          if (body.kind !== "single") return Promise.resolve();
          const { singleResult } = body;
          const errors = singleResult.errors?.map((error) =>
            error.extensions?.["code"] === "INTERNAL"
              ? { ...error, extensions: { ...error.extensions, requestId } }
              : error,
          );
          if (errors) singleResult.errors = errors;
          return Promise.resolve();
        },
      }),
  };
}

/**
 * Records the duration of operations by type. Names are not recorded, because clients choose them
 * freely.
 */
export function measureOperations({ metrics }: Services): ApolloServerPlugin<RequestContext> {
  return {
    requestDidStart: () => {
      const startedAt = performance.now();
      return Promise.resolve({
        willSendResponse({ operation, errors = [] }) {
          metrics.recordOperation({
            type: operation?.operation ?? "none",
            isComplete: errors.length === 0,
            milliseconds: performance.now() - startedAt,
          });
          return Promise.resolve();
        },
      });
    },
  };
}
