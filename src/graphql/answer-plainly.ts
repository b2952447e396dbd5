import type { ApolloServerPlugin } from "@apollo/server";
import type { RequestContext } from "./request-context.js";

/**
 * Answers 200 where GraphQL refused a document that came well, to clients that take plain JSON:
 * to them the status is HTTP's alone. Those that take `application/graphql-response+json` get 400.
 *
 * Source: GraphQL over HTTP, working draft, "Status codes", GraphQL Foundation, 2025.
 */
export function answerPlainly(): ApolloServerPlugin<RequestContext> {
  return {
    requestDidStart: () =>
      Promise.resolve({
        willSendResponse({ response: { http }, source, contextValue }) {
          const isRefused = http.status === 400 && (source as string | undefined) !== undefined;
          if (isRefused && contextValue.wantsPlainJson) http.status = 200;
          return Promise.resolve();
        },
      }),
  };
}
