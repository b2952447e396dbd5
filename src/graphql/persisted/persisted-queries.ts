import type { ApolloServerOptions, ApolloServerPlugin } from "@apollo/server";
import { InMemoryLRUCache } from "@apollo/utils.keyvaluecache";
import type { ValidationRule } from "graphql";
import type { RequestContext } from "../request-context.js";
import { onlyListed } from "./only-listed.js";
import { registerWithKey } from "./register-with-key.js";
import { openSafelist, type Safelist } from "./safelist.js";

/** Whether clients may name operations by their hash: any that they have sent, or those of a list. */
export type PersistedQueriesOptions =
  | { readonly mode: "off" }
  | { readonly mode: "automatic" }
  | { readonly mode: "safelist"; readonly path: string };

/** What persisted queries ask of a GraphQL server. */
export interface PersistedQueries {
  /** For Apollo, which speaks the protocol of automatic persisted queries. */
  readonly apollo: NonNullable<ApolloServerOptions<RequestContext>["persistedQueries"]>;
  /** What every document has to keep to. */
  readonly rules: readonly ValidationRule[];
  readonly plugins: readonly ApolloServerPlugin<RequestContext>[];
}

/** How much text of automatic persisted queries is kept, characters; the least recently used goes first. */
const MAX_KEPT_LENGTH = 8 * 1024 * 1024;

/** @throws {SafelistError} there is to be a list, and it cannot be read */
export async function openPersistedQueries(
  options: PersistedQueriesOptions,
): Promise<PersistedQueries> {
  if (options.mode === "off") return { apollo: false, rules: [], plugins: [] };
  if (options.mode === "automatic") {
    const cache = new InMemoryLRUCache<string>({ maxSize: MAX_KEPT_LENGTH });
    return { apollo: { cache }, rules: [], plugins: [registerWithKey()] };
  }
  const safelist = await openSafelist(options.path);
  return {
    apollo: { cache: readOnlyCache(safelist), ttl: null },
    rules: [onlyListed(safelist)],
    plugins: [],
  };
}

type Cache = NonNullable<Exclude<PersistedQueries["apollo"], false>["cache"]>;

/** What Apollo puts before every hash. */
const PREFIX = "apq:";

function readOnlyCache(safelist: Safelist): Cache {
  return {
    get: (key) => Promise.resolve(safelist.find(key.slice(PREFIX.length))),
    set: () => Promise.resolve(),
    delete: () => Promise.resolve(),
  };
}
