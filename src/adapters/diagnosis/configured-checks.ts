import { dirname } from "node:path";
import type { Check } from "../../ports/runtime/check.js";
import type { Clock } from "../../ports/runtime/clock.js";
import type { MetadataProvider } from "../../ports/metadata/metadata-provider.js";
import type { ProviderConfig } from "../../ports/metadata/provider-config.js";
import { EmbeddedTagReader } from "../library/tags/embedded-tag-reader.js";
import { configuredProviders } from "../metadata/configured-providers.js";
import { inspectSqlite } from "../storage/sqlite/sqlite-inspection.js";
import { cacheCheck, databaseCheck, privateFilesCheck, type Inspect } from "./database-checks.js";
import { libraryFolderCheck } from "./library-folder-check.js";
import { diskSpaceCheck, ffmpegCheck, nodeCheck } from "./machine-checks.js";
import { portCheck } from "./port-check.js";
import { providerCheck } from "./provider-check.js";

/** The settings that can be checked. */
export interface ConfiguredChecksOptions {
  readonly http: { readonly host: string; readonly port: number };
  readonly storage: { readonly databaseUrl: string };
  readonly cache: { readonly ttlSeconds: number };
  readonly library: { readonly folders: readonly string[]; readonly excluded?: readonly string[] };
  readonly providers: readonly ProviderConfig[];
}

/** The checks of all settings, and a method that closes their connections. */
export interface ConfiguredChecks {
  readonly checks: readonly Check[];
  close(): Promise<void>;
}

/** Builds the checks. Nothing is checked yet. */
export function configuredChecks(
  { http, storage, cache, library, providers }: ConfiguredChecksOptions,
  { clock, userAgent }: { readonly clock: Clock; readonly userAgent: string },
): ConfiguredChecks {
  const path = storage.databaseUrl.replace(/^sqlite:/, "");
  const inspect: Inspect = () => inspectSqlite(path, clock.now());
  const remote = providers.filter(({ name }) => name !== "library");
  const catalogues = configuredProviders(remote, { library: noLibrary, clock, userAgent });
  const embedded = new EmbeddedTagReader();
  const folderNeeds = { excluded: library.excluded, inspect, embedded };
  return {
    checks: [
      nodeCheck(),
      databaseCheck(path, inspect),
      ...(path === ":memory:" ? [] : [privateFilesCheck(path)]),
      cacheCheck(inspect, cache.ttlSeconds),
      ...(path === ":memory:" ? [] : [diskSpaceCheck(dirname(path))]),
      ffmpegCheck(),
      ...library.folders.map((folder) => libraryFolderCheck(folder, folderNeeds)),
      ...catalogues.providers.map((provider) => providerCheck(provider, clock)),
      portCheck(http),
    ],
    close: async () => void (await Promise.all([catalogues.close(), embedded.close()])),
  };
}

/** Leaves out the library, because its folders have checks of their own. */
const noLibrary: MetadataProvider = {
  name: "library",
  isCacheable: false,
  searchTracks: () => Promise.resolve([]),
};
