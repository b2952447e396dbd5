import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import { packageFile } from "../build/package-file.js";
import type { GraphqlOptions } from "../graphql/graphql-server.js";
import { onOrOff, settingNotes } from "./setting-notes.js";

const modes = ["off", "automatic", "safelist"] as const satisfies readonly Mode[];

type Mode = GraphqlOptions["persistedQueries"]["mode"];

const ownOperations = fileURLToPath(packageFile("schema/operations"));

/** The environment variables of the GraphQL API. */
export const graphqlVariables = {
  GRAPHQL_INTROSPECTION: onOrOff.default(true).register(settingNotes, {
    meaning: "Whether clients may read the schema; `off` also hides suggestions of its names.",
  }),
  GRAPHQL_EXPLORER: onOrOff
    .default(true)
    .register(settingNotes, { meaning: "Whether Apollo Sandbox and Altair are served." }),
  PERSISTED_QUERIES: z
    .enum(modes, `must be one of: ${modes.join(", ")}`)
    .default("automatic")
    .register(settingNotes, {
      meaning:
        "Operations that clients name instead of sending them: `automatic` by Apollo's protocol; `safelist` accepts only listed operations.",
    }),
  SAFELIST_PATH: z.string().default(ownOperations).register(settingNotes, {
    meaning: "The operations that `PERSISTED_QUERIES=safelist` accepts.",
    default: "`schema/operations`",
    values: 'a folder of `.graphql` files, Apollo\'s manifest, or a file of `{"id": "document"}`',
  }),
  QUERY_COST_LIMIT: z
    .string()
    .regex(/^[1-9][0-9]{0,8}$/, "must be a whole number from 1 to 999999999")
    .transform(Number)
    .default(10_000)
    .register(settingNotes, {
      meaning: "The maximum cost of one GraphQL operation.",
      values: "1 to 999999999",
    }),
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
