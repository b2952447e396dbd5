import { dirname } from "node:path";
import type { Check } from "../../ports/runtime/check.js";
import type { Clock } from "../../ports/runtime/clock.js";
import type { MetadataProvider } from "../../ports/metadata/metadata-provider.js";
import type { ProviderConfig } from "../../ports/metadata/provider-config.js";
import { EmbeddedTagReader } from "../library/tags/embedded-tag-reader.js";
import { configuredProviders } from "../metadata/configured-providers.js";
import { inspectSqlite } from "../storage/sqlite/sqlite-inspection.js";
import { CacheCheck } from "./cache-check.js";
import { DatabaseCheck, type Inspect } from "./database-check.js";
import { DiskSpaceCheck } from "./disk-space-check.js";
import { FfmpegCheck } from "./ffmpeg-check.js";
import { LibraryFolderCheck } from "./library-folder-check.js";
import { NodeCheck } from "./node-check.js";
import { PrivateFilesCheck } from "./private-files-check.js";
import { PortCheck } from "./port-check.js";
import { ProviderCheck } from "./provider-check.js";

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
  const folderNeeds = { excluded: library.excluded ?? [], inspect, embedded };
  return {
    checks: [
      new NodeCheck(),
      new DatabaseCheck({ path, inspect }),
      ...(path === ":memory:" ? [] : [new PrivateFilesCheck({ path })]),
      new CacheCheck({ inspect, ...cache }),
      ...(path === ":memory:" ? [] : [new DiskSpaceCheck({ folder: dirname(path) })]),
      new FfmpegCheck(),
      ...library.folders.map((folder) => new LibraryFolderCheck({ ...folderNeeds, folder })),
      ...catalogues.providers.map((provider) => new ProviderCheck({ provider, clock })),
      new PortCheck(http),
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
