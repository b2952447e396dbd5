import type { ApolloServerPlugin } from "@apollo/server";
import type { RequestContext } from "../request-context.js";

/**
 * Lets only callers with a valid key register a persisted query. Operations that need no key are
 * answered without one as before; their documents are not kept.
 */
export function registerWithKey(): ApolloServerPlugin<RequestContext> {
  return {
    requestDidStart: () =>
      Promise.resolve({
        // Apollo keeps the document after this hook, where this metric says so.
        didResolveOperation({ metrics, contextValue: { identity } }) {
          if ("refusal" in identity) metrics.persistedQueryRegister = false;
          return Promise.resolve();
        },
      }),
  };
}
