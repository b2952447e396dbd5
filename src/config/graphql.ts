import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { z } from "zod";

/** The configuration of the GraphQL API. */
export interface GraphqlConfig {
  /** Whether clients may read the schema. */
  readonly introspection: boolean;
  /** Whether the pages to explore the schema are served. */
  readonly explorer: boolean;
  readonly persistedQueries: PersistedQueriesConfig;
  /** Maximum cost of one operation, in the units of the cost table. */
  readonly costLimit: number;
}

/**
 * Whether clients may send the hash of an operation instead of its text: of any operation sent
 * before, or only of those in a safelist. A safelist is a folder of `.graphql` files, or a manifest
 * of persisted queries.
 */
export type PersistedQueriesConfig =
  | { readonly mode: "off" }
  | { readonly mode: "automatic" }
  | { readonly mode: "safelist"; readonly path: string };

const modes = ["off", "automatic", "safelist"] as const satisfies readonly Mode[];

type Mode = PersistedQueriesConfig["mode"];

const ownOperations = fileURLToPath(new URL("../../schema/operations", import.meta.url));

const onOrOff = z.enum(["on", "off"], "must be one of: on, off").transform((text) => text === "on");

/** The environment variables of the GraphQL API. */
export const graphqlVariables = {
  GRAPHQL_INTROSPECTION: onOrOff.default(true),
  GRAPHQL_EXPLORER: onOrOff.default(true),
  PERSISTED_QUERIES: z.enum(modes, `must be one of: ${modes.join(", ")}`).default("automatic"),
  SAFELIST_PATH: z.string().default(ownOperations),
  QUERY_COST_LIMIT: z
    .string()
    .regex(/^[1-9][0-9]{0,8}$/, "must be a whole number from 1 to 999999999")
    .transform(Number)
    .default(10_000),
};

type GraphqlVariables = z.output<z.ZodObject<typeof graphqlVariables>>;

/** Returns the configuration of the GraphQL API. */
export function graphqlConfigFrom(read: GraphqlVariables): GraphqlConfig {
  const mode = read.PERSISTED_QUERIES;
  return {
    introspection: read.GRAPHQL_INTROSPECTION,
    explorer: read.GRAPHQL_EXPLORER,
    persistedQueries: mode === "safelist" ? { mode, path: resolve(read.SAFELIST_PATH) } : { mode },
    costLimit: read.QUERY_COST_LIMIT,
  };
}
