import type { ApolloServerPlugin } from "@apollo/server";
import { TooCostlyError } from "../../domain/errors/request-errors.js";
import { refuseWhereThrown } from "../errors/refusal.js";
import type { RequestContext } from "../request-context.js";
import { operationCost } from "./operation-cost.js";
import { limitVariables } from "./variable-limits.js";

/** Checks the limits of every operation, and returns its cost in `Overtone-Operation-Cost`. */
export function limitOperations(costLimit: number): ApolloServerPlugin<RequestContext> {
  return {
    requestDidStart: () =>
      Promise.resolve({
        didResolveOperation: ({ schema, document, operation, request, response }) =>
          refuseWhereThrown(() => {
            if (!operation) return;
            const variables = request.variables ?? {};
            limitVariables(variables);
            const cost = operationCost({ schema, document, operation, variables });
            if (cost === undefined) return;
            if (cost > costLimit) throw new TooCostlyError(cost, costLimit);
            response.http.headers.set("overtone-operation-cost", String(cost));
          }),
      }),
  };
}
