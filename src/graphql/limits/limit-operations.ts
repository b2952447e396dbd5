import type { ApolloServerPlugin } from "@apollo/server";
import { DomainError } from "../../domain/errors/domain-error.js";
import { TooCostlyError } from "../../domain/errors/request-errors.js";
import { refusalFrom } from "../errors/refusal.js";
import type { RequestContext } from "../request-context.js";
import { operationCost } from "./operation-cost.js";
import { limitVariables } from "./variable-limits.js";

/** Checks the limits of every operation, and returns its cost in `Overtone-Operation-Cost`. */
export function limitOperations(costLimit: number): ApolloServerPlugin<RequestContext> {
  return {
    requestDidStart: () =>
      Promise.resolve({
        // Apollo requires an async function: a hook that rejects fails the request.
        // eslint-disable-next-line @typescript-eslint/require-await
        async didResolveOperation({ schema, document, operation, request, response }) {
          if (!operation) return;
          const variables = request.variables ?? {};
          try {
            limitVariables(variables);
            const cost = operationCost({ schema, document, operation, variables });
            if (cost === undefined) return;
            if (cost > costLimit) throw new TooCostlyError(cost, costLimit);
            response.http.headers.set("overtone-operation-cost", String(cost));
          } catch (error) {
            throw error instanceof DomainError ? refusalFrom(error) : error;
          }
        },
      }),
  };
}
