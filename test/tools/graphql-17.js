// Makes a process load graphql 17 wherever it imports graphql: node --import ./test/tools/graphql-17.js …
// type-graphql refuses any version but 16 by its number alone; that check is left out.
import { register } from "node:module";
import { isMainThread } from "node:worker_threads";

// Hooks run in a thread of their own, which loads this file again.
if (isMainThread) register(import.meta.url);

const VERSION_CHECK = "/type-graphql/build/esm/utils/graphql-version.js";

/** @type {import("node:module").ResolveHook} */
export const resolve = (specifier, context, next) =>
  /^graphql(?:\/|$)/.test(specifier)
    ? next(specifier.replace("graphql", "graphql-17"), { ...context, parentURL: import.meta.url })
    : next(specifier, context);

/** @type {import("node:module").LoadHook} */
export const load = (url, context, next) =>
  url.endsWith(VERSION_CHECK)
    ? {
        format: "module",
        source: "export const ensureInstalledCorrectGraphQLPackage = () => undefined;",
        shortCircuit: true,
      }
    : next(url, context);
