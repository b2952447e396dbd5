import type { ApolloServerPlugin } from "@apollo/server";
import type { Services } from "../../services/services.js";
import { failureIn } from "./format-error.js";
import type { RequestContext } from "../request-context.js";

/**
 * Records failures once, under the name of their request, and tells that name to clients that hit
 * a bug. What fails because the client went away is no failure.
 */
export function reportFailures({ failures }: Services): ApolloServerPlugin<RequestContext> {
  return {
    unexpectedErrorProcessingRequest({ error, requestContext: { contextValue } }) {
      failures.record(error, { requestId: contextValue.requestId });
      // Else Apollo throws another error in its place, which knows neither stack nor request.
      return Promise.reject(error);
    },
    requestDidStart: ({ contextValue: { requestId, signal } }) =>
      Promise.resolve({
        didEncounterErrors({ errors, operationName }) {
          if (signal.aborted) return Promise.resolve();
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
