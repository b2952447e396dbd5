import type { ApolloServerPlugin } from "@apollo/server";
import type { Services } from "../services/services.js";
import { cacheHeaders } from "./caching/cache-responses.js";
import { refuseWhereThrown, setPlainJsonStatus } from "./errors/refusal.js";
import { addRequestId, recordFailures } from "./errors/report-failures.js";
import { limitOperation } from "./limits/limit-operations.js";
import type { RequestContext } from "./request-context.js";
import { requireKey } from "./require-key.js";
import { OpenCount } from "./subscriptions/open-count.js";
import {
  explainRefusalByGet,
  openSubscription,
  requireTransport,
} from "./subscriptions/open-subscriptions.js";

/** Maximum number of open subscriptions of each API key, over all its sockets and streams. */
const MAX_SUBSCRIPTIONS = 100;

/**
 * Does what the service adds to each operation: checks before it, subscriptions in its place, and records and headers
 * after it.
 *
 * It is one plugin, because Apollo Server waits for promises of each plugin at each of five steps.
 *
 * @param costLimit maximum cost of one operation, in the units of `limits/costs.ts`
 */
export function operationPlugin(
  services: Services,
  costLimit: number,
): ApolloServerPlugin<RequestContext> {
  const { failures, metrics } = services;
  const subscriptions = new OpenCount("subscriptions", MAX_SUBSCRIPTIONS);
  const setCacheHeaders = cacheHeaders();
  return {
    unexpectedErrorProcessingRequest({ error, requestContext: { contextValue } }) {
      failures.record(error, { requestId: contextValue.requestId });
      // Otherwise Apollo throws another error instead, without the stack and the request.
      return Promise.reject(error);
    },
    requestDidStart() {
      const startedAt = performance.now();
      return Promise.resolve({
        didResolveOperation: (request) =>
          refuseWhereThrown(async () => {
            try {
              limitOperation(costLimit, request);
              requireTransport(request);
            } finally {
              // A refusal of the caller is told before others, with the cost of the operation.
              await requireKey(services, request);
            }
          }),
        responseForOperation: (request) => openSubscription(services, subscriptions, request),
        didEncounterErrors(request) {
          recordFailures(services, request);
          return Promise.resolve();
        },
        willSendResponse(request) {
          const { operation, errors = [] } = request;
          addRequestId(request);
          // Names are not recorded, because clients choose them freely.
          metrics.recordOperation({
            type: operation?.operation ?? "none",
            isComplete: errors.length === 0,
            milliseconds: performance.now() - startedAt,
          });
          explainRefusalByGet(request);
          setPlainJsonStatus(request);
          setCacheHeaders(request);
          return Promise.resolve();
        },
      });
    },
  };
}
