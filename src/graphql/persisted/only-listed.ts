import { GraphQLError, type ValidationRule } from "graphql";
import type { Safelist } from "./safelist.js";

/** What GraphQL clients know this refusal by. */
const notListedCode = "QUERY_NOT_IN_SAFELIST";

/** Refuses every document that is not in a list, before any other rule speaks of the schema. */
export function onlyListed(safelist: Safelist): ValidationRule {
  return (context) => ({
    Document(document) {
      if (safelist.has(document)) return undefined;
      const [nodes = null] = document.definitions;
      const message =
        "This server answers only the operations of its list, and this is none of them.";
      context.reportError(
        new GraphQLError(message, { nodes, extensions: { code: notListedCode } }),
      );
      // A visitor that takes a node away ends the visit below it, for all rules.
      return null;
    },
  });
}
