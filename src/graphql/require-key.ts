import type { ApolloServerPlugin } from "@apollo/server";
import { Kind, type SelectionNode } from "graphql";
import { DomainError } from "../domain/errors/domain-error.js";
import type { Services } from "../services/services.js";
import { refusalFrom } from "./errors/refusal.js";
import { findFragment, fragmentsOf, type Fragments } from "./limits/fragments.js";
import type { RequestContext } from "./request-context.js";

/**
 * Requires an API key with the scope `read` for operations that select data. Operations that select
 * only `__schema`, `__type` and `__typename` need no key, but are rate limited.
 */
export function requireKey({ access }: Services): ApolloServerPlugin<RequestContext> {
  return {
    requestDidStart: () =>
      Promise.resolve({
        async didResolveOperation({ operation, document, contextValue }) {
          const selections = operation?.selectionSet.selections ?? [];
          const needsKey = selectsData(selections, fragmentsOf(document));
          await admit(access, contextValue, needsKey);
        },
      }),
  };
}

/** @throws {GraphQLError} the caller is refused; with the HTTP status and headers */
async function admit(
  access: Services["access"],
  { identity, address }: RequestContext,
  needsKey: boolean,
): Promise<void> {
  try {
    if (needsKey) access.requireScope(identity, "read");
    else await access.requireRate(identity, address);
  } catch (error) {
    throw error instanceof DomainError ? refusalFrom(error) : error;
  }
}

/**
 * Returns whether any field is not introspection, including fields in fragments and skipped fields.
 */
function selectsData(selections: readonly SelectionNode[], fragments: Fragments): boolean {
  return selections.some((selection) => {
    if (selection.kind === Kind.FIELD) return !selection.name.value.startsWith("__");
    const fragment = findFragment(selection, fragments);
    return selectsData(fragment?.selectionSet.selections ?? [], fragments);
  });
}
