import type { ApolloServerPlugin } from "@apollo/server";
import type { RequestContext } from "../request-context.js";

/**
 * Allows only callers with a valid key to register a persisted query. Operations that need no key
 * still run without one, but their documents are not stored.
 */
export function registerWithKey(): ApolloServerPlugin<RequestContext> {
  return {
    requestDidStart: () =>
      Promise.resolve({
        // Apollo stores the document after this hook, if this metric is true.
        didResolveOperation({ metrics, contextValue: { identity } }) {
          if ("refusal" in identity) metrics.persistedQueryRegister = false;
          return Promise.resolve();
        },
      }),
  };
}
