import type { GraphQLRequestContextDidResolveOperation } from "@apollo/server";
import { type DocumentNode, Kind, parse, type SelectionNode } from "graphql";
import type { Services } from "../services/services.js";
import type { Identity } from "../services/access/access-service.js";
import { findFragment, fragmentsOf, type Fragments } from "./limits/fragments.js";
import { parseLimits } from "./limits/query-limits.js";
import type { RequestContext } from "./request-context.js";

/**
 * Requires an API key with the scope `read` for operations that select data. Operations that select
 * only `__schema`, `__type` and `__typename` need no key, but are rate limited; without one, their
 * documents are not stored as persisted queries.
 *
 * @throws {DomainError} the caller may not run the operation
 */
export function requireKey(
  { access }: Services,
  {
    operation,
    document,
    contextValue,
    metrics,
  }: GraphQLRequestContextDidResolveOperation<RequestContext>,
): void {
  const { identity } = contextValue;
  const selections = operation?.selectionSet.selections ?? [];
  if (selectsData(selections, fragmentsOf(document))) {
    access.requireScope(identity, "read");
  } else {
    access.requireRate(identity);
  }
  // Apollo stores the document after this check, if this metric is true.
  if ("refusal" in identity) metrics.persistedQueryRegister = false;
}

/**
 * Refuses a document of a caller without a valid key, where any of its operations selects data, before it is validated:
 * the suggestions for hundreds of unknown fields take a hundred times as long as this.
 *
 * @param text the document as it was sent, if any; one that cannot be parsed is refused later
 *
 * @throws {DomainError} the caller may not run the operation
 */
export function refuseDataOfStranger(identity: Identity, text: unknown): void {
  if (!("refusal" in identity) || typeof text !== "string") return;
  const document = findDocument(text);
  if (document === undefined) return;
  const fragments = fragmentsOf(document);
  for (const definition of document.definitions) {
    if (definition.kind !== Kind.OPERATION_DEFINITION) continue;
    if (selectsData(definition.selectionSet.selections, fragments)) throw identity.refusal;
  }
}

function findDocument(text: string): DocumentNode | undefined {
  try {
    return parse(text, { ...parseLimits, noLocation: true });
  } catch {
    return undefined;
  }
}

/**
 * Returns whether any field is not introspection, including fields in fragments and skipped fields. A document that was
 * not validated may have fragments that spread each other; each is looked at once.
 */
function selectsData(
  selections: readonly SelectionNode[],
  fragments: Fragments,
  seen = new Set<unknown>(),
): boolean {
  return selections.some((selection) => {
    if (selection.kind === Kind.FIELD) return !selection.name.value.startsWith("__");
    const fragment = findFragment(selection, fragments);
    if (fragment === undefined || seen.has(fragment)) return false;
    seen.add(fragment);
    return selectsData(fragment.selectionSet.selections, fragments, seen);
  });
}
