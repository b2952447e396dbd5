import { HeaderMap, type ApolloServerPlugin } from "@apollo/server";
import { GraphQLError, Kind, type DocumentNode, type SelectionNode } from "graphql";
import { DomainError, type ErrorCode } from "../domain/errors.js";
import type { Services } from "../services/services.js";
import type { RequestContext } from "./request-context.js";

const STATUS_BY_CODE: Partial<Readonly<Record<ErrorCode, number>>> = {
  UNAUTHENTICATED: 401,
  FORBIDDEN: 403,
  RATE_LIMITED: 429,
};

/**
 * Lets operations ask for data only with a key that may read. The schema itself is no secret:
 * operations that ask for `__schema`, `__type` and `__typename` alone need no key.
 */
export function requireKey({ access }: Services): ApolloServerPlugin<RequestContext> {
  return {
    requestDidStart: () =>
      Promise.resolve({
        // Apollo takes a hook's throwing for the request's failure, and waits for nothing.
        // eslint-disable-next-line @typescript-eslint/require-await
        async didResolveOperation({ operation, document, contextValue }) {
          const selections = operation?.selectionSet.selections ?? [];
          if (asksForData(selections, document)) requireRead(access, contextValue);
        },
      }),
  };
}

/** @throws {GraphQLError} the key may not read; with what HTTP says of that */
function requireRead(access: Services["access"], { identity }: RequestContext): void {
  try {
    access.requireScope(identity, "read");
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

/** The same failure, with what HTTP says of it. */
function refusalFrom(error: DomainError): GraphQLError {
  const { retryAfterSeconds } = error.facts;
  const headers = new HeaderMap();
  if (error.code === "UNAUTHENTICATED") headers.set("www-authenticate", "Bearer");
  if (typeof retryAfterSeconds === "number") {
    headers.set("retry-after", String(Math.ceil(retryAfterSeconds)));
  }
  const http = { status: STATUS_BY_CODE[error.code] ?? 200, headers };
  return new GraphQLError(error.message, { originalError: error, extensions: { http } });
}
