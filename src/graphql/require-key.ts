import type { GraphQLRequestContextDidResolveOperation } from "@apollo/server";
import { Kind, type SelectionNode } from "graphql";
import type { Services } from "../services/services.js";
import { findFragment, fragmentsOf, type Fragments } from "./limits/fragments.js";
import type { RequestContext } from "./request-context.js";

/**
 * Requires an API key with the scope `read` for operations that select data. Operations that select
 * only `__schema`, `__type` and `__typename` need no key, but are rate limited; without one, their
 * documents are not stored as persisted queries.
 *
 * @throws {DomainError} the caller may not run the operation
 */
export async function requireKey(
  { access }: Services,
  {
    operation,
    document,
    contextValue,
    metrics,
  }: GraphQLRequestContextDidResolveOperation<RequestContext>,
): Promise<void> {
  const { identity, address } = contextValue;
  const selections = operation?.selectionSet.selections ?? [];
  if (selectsData(selections, fragmentsOf(document))) {
    access.requireScope(identity, "read");
  } else {
    await access.requireRate(identity, address);
  }
  // Apollo stores the document after this check, if this metric is true.
  if ("refusal" in identity) metrics.persistedQueryRegister = false;
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
