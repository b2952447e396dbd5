import type { ApolloServerPlugin } from "@apollo/server";
import { Kind, type DocumentNode, type SelectionNode } from "graphql";
import { DomainError } from "../domain/errors/domain-error.js";
import type { Services } from "../services/services.js";
import { refusalFrom } from "./errors/refusal.js";
import type { RequestContext } from "./request-context.js";

/**
 * Lets operations ask for data only with a key that may read. The schema itself is no secret:
 * operations that ask for `__schema`, `__type` and `__typename` alone need no key, but whoever asks
 * has to keep to a rate.
 */
export function requireKey({ access }: Services): ApolloServerPlugin<RequestContext> {
  return {
    requestDidStart: () =>
      Promise.resolve({
        async didResolveOperation({ operation, document, contextValue }) {
          const selections = operation?.selectionSet.selections ?? [];
          const needsKey = asksForData(selections, document);
          await admit(access, contextValue, needsKey);
        },
      }),
  };
}

/** @throws {GraphQLError} the caller may not; with what HTTP says of that */
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

/** Whether any field is more than introspection, in fragments too, whatever skips it. */
function asksForData(
  selections: readonly SelectionNode[],
  document: DocumentNode,
  seen = new Set<string>(),
): boolean {
  return selections.some((selection) => {
    if (selection.kind === Kind.FIELD) return !selection.name.value.startsWith("__");
    if (selection.kind === Kind.INLINE_FRAGMENT) {
      return asksForData(selection.selectionSet.selections, document, seen);
    }
    const name = selection.name.value;
    if (seen.has(name)) return false;
    seen.add(name);
    return document.definitions.some(
      (definition) =>
        definition.kind === Kind.FRAGMENT_DEFINITION &&
        definition.name.value === name &&
        asksForData(definition.selectionSet.selections, document, seen),
    );
  });
}
