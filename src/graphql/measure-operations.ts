import type { ApolloServerPlugin } from "@apollo/server";
import type { Services } from "../services/services.js";
import type { RequestContext } from "./request-context.js";

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
