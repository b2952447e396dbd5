import { dirname } from "node:path";
import type { Check } from "../../ports/runtime/check.js";
import type { Clock } from "../../ports/runtime/clock.js";
import type { MetadataProvider } from "../../ports/metadata/metadata-provider.js";
import type { ProviderConfig, SoundDirectoryConfig } from "../../ports/metadata/provider-config.js";
import type { TrackDirectory } from "../../ports/metadata/track-directory.js";
import type { MusicServerSetting } from "../../domain/music-server/music-server-setting.js";
import type { DiskCalls } from "../files/disk-calls.js";
import { EmbeddedTagReader } from "../library/tags/embedded-tag-reader.js";
import { configuredProviders } from "../metadata/configured-providers.js";
import type { DatabaseInspection } from "./database-inspection.js";
import { postgresAddressOf } from "../../domain/operations/postgres-address.js";
import { inspectPostgres } from "./postgres-inspection.js";
import { inspectSqlite } from "./sqlite-inspection.js";
import {
  cacheCheck,
  databaseCheck,
  type Inspect,
  privateFilesCheck,
  serverDatabaseCheck,
  storedCheckCheck,
} from "./database-checks.js";
import { addedFoldersCheck, libraryFolderCheck } from "./library-folder-check.js";
import { musicServerCheck, type TryMusicServer } from "./music-server-check.js";
import { playlistPathsCheck, type PlaylistPathsSettings } from "./playlist-paths-check.js";
import { diskSpaceCheck, ffmpegCheck, nodeCheck } from "./machine-checks.js";
import { ProviderError, ProviderRateLimitedError } from "../../domain/errors/provider-errors.js";
import { createServer } from "node:net";
import type { FindingState } from "../../domain/operations/finding.js";
import { ownUrlAt } from "../../domain/operations/own-url-at.js";
import { systemCodeOf } from "../runtime/system-error.js";
import { isOvertoneAt } from "./is-overtone-at.js";

/** The query that is sent to every provider; any reply is accepted, also an empty one. */
const QUERY = { artist: "Pink Floyd", track: "Money", limit: 1 } as const;

/** The id that directories of sounds are asked for; any reply is accepted. */
const SOUND_ID = { kind: "acoustid", acoustId: "9ff43b6a-4f16-427c-93c2-92307ca505e0" } as const;

/** The settings that can be checked. */
export interface ConfiguredChecksOptions {
  readonly http: { readonly host: string; readonly port: number } & ProxySettings;
  readonly storage: {
    readonly databaseUrl: string;
    readonly dataFolder: string;
    /** As many as one server may open to a database on a server. */
    readonly connections: number;
    /** Absent where servers do not check what is stored by themselves. */
    readonly checkHour?: number | undefined;
  };
  readonly cache: { readonly ttlSeconds: number };
  readonly library: PlaylistPathsSettings & { readonly excluded?: readonly string[] };
  readonly musicServers: { readonly configured: readonly MusicServerSetting[] };
  readonly providers: readonly ProviderConfig[];
  readonly soundDirectories: readonly SoundDirectoryConfig[];
}

/** The checks of all settings, and a method that closes their connections. */
export interface ConfiguredChecks {
  readonly checks: readonly Check[];
  close(): Promise<void>;
}

/** Builds the checks. Nothing is checked yet. */
export function configuredChecks(
  { http, storage, cache, library, musicServers, ...services }: ConfiguredChecksOptions,
  {
    clock,
    userAgent,
    disk,
    tryServer,
  }: {
    readonly clock: Clock;
    readonly userAgent: string;
    readonly disk: DiskCalls;
    readonly tryServer: TryMusicServer;
  },
): ConfiguredChecks {
  const kept = /^postgres/.test(storage.databaseUrl)
    ? serverChecks(storage, clock)
    : fileChecks(storage, clock);
  const { inspect } = kept;
  const remote = services.providers.filter(({ name }) => name !== "library");
  const configs = { ...services, providers: remote };
  const catalogues = configuredProviders(configs, { library: noLibrary, clock, userAgent });
  const embedded = new EmbeddedTagReader();
  const folderNeeds = { excluded: library.excluded, inspect, embedded };
  return {
    checks: [
      nodeCheck(),
      ...kept.checks,
      storedCheckCheck(inspect, () => clock.now(), storage.checkHour !== undefined),
      cacheCheck(inspect, cache.ttlSeconds),
      ...kept.diskChecks,
      ffmpegCheck(),
      ...library.folders.map((folder) => libraryFolderCheck(folder, folderNeeds)),
      addedFoldersCheck(folderNeeds),
      ...musicServers.configured.map((server) => musicServerCheck(server, { disk, tryServer })),
      ...(library.playlistPaths.mappings.length > 0 ? [playlistPathsCheck(library, inspect)] : []),
      ...catalogues.providers.map((provider) => providerCheck(provider, clock)),
      ...catalogues.soundDirectories.map((directory) => soundDirectoryCheck(directory, clock)),
      portCheck(http),
      ...(isBehindProxy(http) ? [proxyCheck(http)] : []),
    ],
    close: async () => {
      catalogues.close();
      await embedded.close();
    },
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
function serverChecks(
  { databaseUrl, dataFolder, connections }: Storage,
  clock: Clock,
): StorageChecks {
  let inspected: Promise<DatabaseInspection> | undefined;
  const inspect: Inspect = () => (inspected ??= inspectPostgres(databaseUrl, clock.now()));
  return {
    inspect,
    checks: [serverDatabaseCheck(postgresAddressOf(databaseUrl), inspect, connections)],
    diskChecks: [diskSpaceCheck(dataFolder)],
  };
}

/** Leaves out the library, because its folders have checks of their own. */
const noLibrary: MetadataProvider = {
  name: "library",
  isCacheable: false,
  searchTracks: () => Promise.resolve({ candidates: [], hasMore: false }),
};

/** Checks whether a metadata provider replies to a simple query. */
export const providerCheck = (provider: MetadataProvider, clock: Clock): Check =>
  replyCheck(provider.name, (signal) => provider.searchTracks(QUERY, signal), {
    clock,
    withoutIt: "Searches continue without it.",
    howToRemove: "remove it from METADATA_PROVIDERS",
  });

/** Checks whether a directory of sounds replies to a look-up by an id. */
export const soundDirectoryCheck = (directory: TrackDirectory, clock: Clock): Check =>
  replyCheck(directory.name, (signal) => directory.find(SOUND_ID, signal), {
    clock,
    withoutIt: "No names are suggested without it.",
    howToRemove: "remove its key",
  });

/** Checks whether a provider replies. */
function replyCheck(
  name: string,
  ask: (signal: AbortSignal) => Promise<unknown>,
  { clock, ...texts }: { readonly clock: Clock } & AdviceTexts,
): Check {
  return {
    what: `provider ${name}`,
    async run(signal) {
      const startedAt = clock.now();
      try {
        await ask(signal);
        return { state: "ok", message: `answered in ${clock.now() - startedAt} ms` };
      } catch (error) {
        if (!(error instanceof ProviderError)) throw error;
        return { state: "warn", message: detailOf(error), advice: adviceOn(error, texts) };
      }
    },
  };
}

/** What the advice says of a provider. */
interface AdviceTexts {
  /** A sentence: what happens while it does not reply. */
  readonly withoutIt: string;
  /** How it is no longer asked. */
  readonly howToRemove: string;
}

function detailOf({ message, cause }: ProviderError): string {
  return cause instanceof Error ? `${message} (${cause.message})` : message;
}

function adviceOn(error: ProviderError, { withoutIt, howToRemove }: AdviceTexts): string {
  if (error instanceof ProviderRateLimitedError) return `Wait a few minutes. ${withoutIt}`;
  return (
    `${withoutIt} Check whether this machine reaches the internet and whether the ` +
    `provider's key and base URL are right, or ${howToRemove}.`
  );
}

/** Where the server listens. */
interface Address {
  readonly host: string;
  readonly port: number;
}

/** Checks whether the server's port is free, or Overtone listens there already. */
export const portCheck = ({ host, port }: Address): Check => ({
  what: `port ${port}`,
  async run(signal) {
    const problem = await problemListening(host, port);
    if (problem === undefined) return { state: "ok", message: `free on ${host}` };
    if (problem === "EADDRINUSE" && (await isOvertone({ host, port }, signal))) {
      return { state: "ok", message: `Overtone is running on ${host}` };
    }
    return findingOf(problem, host);
  },
});

/** Whether the server that listens there is Overtone. */
function isOvertone({ host, port }: Address, signal: AbortSignal): Promise<boolean> {
  return isOvertoneAt(ownUrlAt(host, port), signal);
}

/** Returns the system's error code where a server cannot listen; `undefined` where it can. */
function problemListening(host: string, port: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", (error) => resolve(systemCodeOf(error) ?? error.message));
    server.listen({ host, port, exclusive: true }, () => server.close(() => resolve(undefined)));
  });
}

function findingOf(problem: string, host: string): FindingState {
  switch (problem) {
    case "EADDRINUSE":
      return {
        state: "fail",
        message: `used on ${host} by another program`,
        advice: "Stop that program, or set another port in PORT.",
      };
    case "EACCES":
      return {
        state: "fail",
        message: "may not be used by this user",
        advice: "Set a port above 1023 in PORT.",
      };
    default:
      return {
        state: "fail",
        message: `cannot be opened on ${host} (${problem})`,
        advice: "Set HOST to an address of this machine, such as 127.0.0.1.",
      };
  }
}

/** The settings of a server behind a reverse proxy. */
export interface ProxySettings {
  readonly trustedProxies: { readonly hops: number; readonly networks: readonly string[] };
  readonly publicUrl: string | undefined;
}

/** Returns whether a server is configured for a reverse proxy. */
export const isBehindProxy = ({ trustedProxies, publicUrl }: ProxySettings): boolean =>
  publicUrl !== undefined || !isNoneTrusted(trustedProxies);

/** Checks whether Overtone is reached at its public URL, and shows which proxies are trusted. */
export const proxyCheck = ({ trustedProxies, publicUrl }: ProxySettings): Check => ({
  what: "proxy",
  async run(signal): Promise<FindingState> {
    const trust = `trusted: ${textOf(trustedProxies)}`;
    if (publicUrl === undefined) {
      return { state: "ok", message: `${trust}; the public URL is that of each request` };
    }
    if (!(await isOvertoneAt(publicUrl, signal))) {
      return {
        state: "warn",
        message: `no Overtone responds at ${publicUrl}; ${trust}`,
        advice: "Start the server and the proxy, and check PUBLIC_URL and the proxy's target.",
      };
    }
    const message = `Overtone responds at ${publicUrl}; ${trust}`;
    if (!isNoneTrusted(trustedProxies)) return { state: "ok", message };
    const advice =
      "All clients of the proxy share one rate limit for requests without a key. Name the proxy in TRUST_PROXY.";
    return { state: "warn", message, advice };
  },
});

const isNoneTrusted = ({ hops, networks }: ProxySettings["trustedProxies"]): boolean =>
  hops === 0 && networks.length === 0;
function textOf({ hops, networks }: ProxySettings["trustedProxies"]): string {
  if (networks.length > 0) return networks.join(", ");
  return hops === 0 ? "no proxy" : `the nearest ${hops === 1 ? "hop" : `${hops} hops`}`;
}
