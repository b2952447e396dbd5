import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import { packageFile } from "../build/package-file.js";
import type { GraphqlOptions } from "../graphql/graphql-server.js";

const modes = ["off", "automatic", "safelist"] as const satisfies readonly Mode[];

type Mode = GraphqlOptions["persistedQueries"]["mode"];

const ownOperations = fileURLToPath(packageFile("schema/operations"));

/** A switch that is written as "on" or "off". */
export const onOrOff = z
  .enum(["on", "off"], "must be one of: on, off")
  .transform((text) => text === "on");

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
export function graphqlConfigFrom(read: GraphqlVariables): GraphqlOptions {
  const mode = read.PERSISTED_QUERIES;
  return {
    introspection: read.GRAPHQL_INTROSPECTION,
    explorer: read.GRAPHQL_EXPLORER,
    persistedQueries: mode === "safelist" ? { mode, path: resolve(read.SAFELIST_PATH) } : { mode },
    costLimit: read.QUERY_COST_LIMIT,
  };
}
