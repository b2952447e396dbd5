import { GraphQLError, type ValidationRule } from "graphql";
import type { Safelist } from "./safelist.js";

/** The error code that GraphQL clients know for this refusal. */
const NOT_LISTED_CODE = "QUERY_NOT_IN_SAFELIST";

/**
 * Validation rule that refuses documents outside the safelist, before other rules reveal the
 * schema.
 */
export function onlyListed(safelist: Safelist): ValidationRule {
  return (context) => ({
    Document(document) {
      if (safelist.has(document)) return undefined;
      const [nodes = null] = document.definitions;
      const message =
        "This operation is not in the safelist of this server. Send an operation that is.";
      context.reportError(
        new GraphQLError(message, { nodes, extensions: { code: NOT_LISTED_CODE } }),
      );
      // A visitor that removes a node ends the traversal below it, for all rules.
      return null;
    },
  });
}
