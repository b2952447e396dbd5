import { dirname } from "node:path";
import type { Check } from "../../ports/runtime/check.js";
import type { Clock } from "../../ports/runtime/clock.js";
import type { MetadataProvider } from "../../ports/metadata/metadata-provider.js";
import type { ProviderConfig } from "../../ports/metadata/provider-config.js";
import { EmbeddedTagReader } from "../library/tags/embedded-tag-reader.js";
import { configuredProviders } from "../metadata/configured-providers.js";
import type { DatabaseInspection } from "./database-inspection.js";
import { postgresAddressOf } from "../storage/postgres/postgres-address.js";
import { inspectPostgres } from "./postgres-inspection.js";
import { inspectSqlite } from "./sqlite-inspection.js";
import {
  cacheCheck,
  databaseCheck,
  type Inspect,
  privateFilesCheck,
  serverDatabaseCheck,
} from "./database-checks.js";
import { libraryFolderCheck } from "./library-folder-check.js";
import { diskSpaceCheck, ffmpegCheck, nodeCheck } from "./machine-checks.js";
import { portCheck } from "./port-check.js";
import { providerCheck } from "./provider-check.js";
import { isBehindProxy, proxyCheck, type ProxySettings } from "./proxy-check.js";

/** The settings that can be checked. */
export interface ConfiguredChecksOptions {
  readonly http: { readonly host: string; readonly port: number } & ProxySettings;
  readonly storage: { readonly databaseUrl: string; readonly dataFolder: string };
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
  const kept = /^postgres/.test(storage.databaseUrl)
    ? serverChecks(storage, clock)
    : fileChecks(storage, clock);
  const { inspect } = kept;
  const remote = providers.filter(({ name }) => name !== "library");
  const catalogues = configuredProviders(remote, { library: noLibrary, clock, userAgent });
  const embedded = new EmbeddedTagReader();
  const folderNeeds = { excluded: library.excluded, inspect, embedded };
  return {
    checks: [
      nodeCheck(),
      ...kept.checks,
      cacheCheck(inspect, cache.ttlSeconds),
      ...kept.diskChecks,
      ffmpegCheck(),
      ...library.folders.map((folder) => libraryFolderCheck(folder, folderNeeds)),
      ...catalogues.providers.map((provider) => providerCheck(provider, clock)),
      portCheck(http),
      ...(isBehindProxy(http) ? [proxyCheck(http)] : []),
    ],
    close: async () => void (await Promise.all([catalogues.close(), embedded.close()])),
  };
}

/** The checks of where values are kept. */
interface StorageChecks {
  readonly inspect: Inspect;
  readonly checks: readonly Check[];
  readonly diskChecks: readonly Check[];
}

type Storage = ConfiguredChecksOptions["storage"];

function fileChecks({ databaseUrl }: Storage, clock: Clock): StorageChecks {
  const path = databaseUrl.replace(/^sqlite:/, "");
  const inspect: Inspect = () => inspectSqlite(path, clock.now());
  const check = databaseCheck(path, inspect);
  if (path === ":memory:") return { inspect, checks: [check], diskChecks: [] };
  return {
    inspect,
    checks: [check, privateFilesCheck(path)],
    diskChecks: [diskSpaceCheck(dirname(path))],
  };
}

/** The disk is that of the uploads, which the server does not have. */
function serverChecks({ databaseUrl, dataFolder }: Storage, clock: Clock): StorageChecks {
  let inspected: Promise<DatabaseInspection> | undefined;
  const inspect: Inspect = () => (inspected ??= inspectPostgres(databaseUrl, clock.now()));
  return {
    inspect,
    checks: [serverDatabaseCheck(postgresAddressOf(databaseUrl), inspect)],
    diskChecks: [diskSpaceCheck(dataFolder)],
  };
}

/** Leaves out the library, because its folders have checks of their own. */
const noLibrary: MetadataProvider = {
  name: "library",
  isCacheable: false,
  searchTracks: () => Promise.resolve({ candidates: [], hasMore: false }),
};
