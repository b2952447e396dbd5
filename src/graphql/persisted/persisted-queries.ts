import type { ApolloServerOptions } from "@apollo/server";
import { InMemoryLRUCache } from "@apollo/utils.keyvaluecache";
import type { ValidationRule } from "graphql";
import type { RequestContext } from "../request-context.js";
import { onlyListed, openSafelist, type Safelist } from "./safelist.js";

/**
 * Whether clients may send the hash of an operation instead of its text: of any operation sent
 * before, or only of those in a safelist. A safelist is a folder of `.graphql` files, or a manifest
 * of persisted queries.
 */
export type PersistedQueriesOptions =
  | { readonly mode: "off" }
  | { readonly mode: "automatic" }
  | { readonly mode: "safelist"; readonly path: string };

/** The options of a GraphQL server for persisted queries. */
export interface PersistedQueries {
  /** The option of Apollo Server, which implements the protocol of automatic persisted queries. */
  readonly apollo: NonNullable<ApolloServerOptions<RequestContext>["persistedQueries"]>;
  /** Validation rules for every document. */
  readonly rules: readonly ValidationRule[];
}

/** Maximum size of the cache of automatic persisted queries, characters. */
const MAX_CACHE_LENGTH = 8 * 1024 * 1024;

/**
 * @param ownDocuments returns the documents of this server, which every safelist allows
 *
 * @throws {SafelistError} a safelist is configured and cannot be read
 */
export async function openPersistedQueries(
  options: PersistedQueriesOptions,
  ownDocuments: () => readonly string[] = () => [],
): Promise<PersistedQueries> {
  if (options.mode === "off") return { apollo: false, rules: [] };
  if (options.mode === "automatic") {
    const cache = new InMemoryLRUCache<string>({ maxSize: MAX_CACHE_LENGTH });
    return { apollo: { cache }, rules: [] };
  }
  const safelist = await openSafelist(options.path, ownDocuments());
  return {
    apollo: { cache: readOnlyCache(safelist), ttl: null },
    rules: [onlyListed(safelist)],
  };
}

type Cache = NonNullable<Exclude<PersistedQueries["apollo"], false>["cache"]>;

/** The prefix that Apollo adds to every hash. */
const PREFIX = "apq:";

function readOnlyCache(safelist: Safelist): Cache {
  return {
    get: (key) => Promise.resolve(safelist.find(key.slice(PREFIX.length))),
    set: () => Promise.resolve(),
    delete: () => Promise.resolve(),
  };
}
