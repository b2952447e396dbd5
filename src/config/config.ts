import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import type { z } from "zod";
import { packageFile } from "../build/package-file.js";
import { ConfigError } from "./config-error.js";
import { graphqlConfigFrom } from "./graphql.js";
import {
  audioSourcesFrom,
  missingProviderKeys,
  providersFrom,
  soundDirectoriesFrom,
} from "./providers.js";
import { packageVersion } from "./package-version.js";
import { environmentSchema } from "./settings.js";
import { type Environment, sharedSettingsOf } from "./shared-settings.js";

/** The configuration, parsed once and frozen. */
export type Config = Frozen<ReturnType<typeof configOf>>;

type Frozen<Value> = Value extends string
  ? Value
  : Value extends object
    ? { readonly [Key in keyof Value]: Frozen<Value[Key]> }
    : Value;

const MEGABYTE = 1024 * 1024;

const DAY_MILLISECONDS = 86_400_000;

/** The rate limit of an address without an API key is that of a key divided by this number. */
const ANONYMOUS_RATE_DIVISOR = 5;

/** That of an address for what needs no key is that of a key times this number: a page shows a hundred covers at once. */
const OPEN_RATE_FACTOR = 4;

const demoLibrary = fileURLToPath(packageFile("src/demo/library"));

/**
 * Variables that must not be set to an empty text: the demo library would replace the operator's
 * folders.
 */
const MUST_NOT_BE_EMPTY: readonly string[] = ["LIBRARY_DIRS"];

/**
 * Parses the configuration in an environment. A variable that is set to an empty text counts as
 * absent, except for LIBRARY_DIRS.
 *
 * @throws {ConfigError} lists every mistake
 */
export function configFrom(environment: Environment): Config {
  const given = Object.entries(environment).filter(
    ([name, value]) => value !== undefined && (value !== "" || MUST_NOT_BE_EMPTY.includes(name)),
  );
  const variables = Object.fromEntries(given);
  const parsed = environmentSchema.safeParse(variables);
  const mistakes = [
    ...(parsed.error?.issues ?? []).map(({ path, message }) => `${String(path[0])}: ${message}`),
    ...missingProviderKeys(variables),
  ];
  if (!parsed.success || mistakes.length > 0) throw new ConfigError(mistakes);
  return deepFrozen(configOf(parsed.data, variables));
}

/** Builds the configuration from the variables. Its type, `Config`, follows from this value. */
const configOf = (read: z.output<typeof environmentSchema>, given: Environment) => ({
  /** What commands beside a server with this configuration share with it. */
  shared: sharedSettingsOf(given, read),
  http: {
    host: read.HOST,
    port: read.PORT,
    /** Maximum time for a request to arrive, from its first byte to the end of its body. */
    requestTimeoutMilliseconds: read.REQUEST_TIMEOUT_MS,
    /** How long an idle connection stays open. */
    keepAliveMilliseconds: read.KEEP_ALIVE_SECONDS * 1_000,
    /** The proxies whose headers about the client are believed. */
    trustedProxies: read.TRUST_PROXY,
    /** The URL by which clients reach the server, without a trailing slash. */
    publicUrl: read.PUBLIC_URL,
  },
  storage: {
    databaseUrl: read.DATABASE_URL ?? `sqlite:${join(resolve(read.DATA_DIR), "overtone.db")}`,
    /** Maximum number of connections to a database server. */
    connections: read.DATABASE_CONNECTIONS,
    /** The folder of the key file where the database is on a server. */
    dataFolder: resolve(read.DATA_DIR),
    /** The hour of the day in which a check of what is stored begins; absent where none does. */
    checkHour: read.STORED_CHECK_HOUR === "off" ? undefined : read.STORED_CHECK_HOUR,
    /** Encrypts the secrets of webhooks, 32 bytes in base 64; read from a file when absent. */
    secretsKey: read.SECRETS_KEY,
  },
  cache: { ttlSeconds: read.METADATA_TTL_SECONDS },
  library: {
    folders: read.LIBRARY_DIRS ?? [demoLibrary],
    /** Whether the folder is the demo library because no other is configured. */
    isDemo: read.LIBRARY_DIRS === undefined,
    /** Names and glob patterns of files and folders that scans ignore. */
    excluded: read.LIBRARY_EXCLUDE,
    /** Whether a server analyses its library by itself. */
    isAnalysed: read.LIBRARY_ANALYSIS === "background",
    /** Whether a server scans what the operating system reports as changed. */
    isWatched: read.LIBRARY_WATCH,
    /** Interval of whole scans; 0 for none. */
    scanIntervalMilliseconds: read.LIBRARY_SCAN_MINUTES * 60_000,
    /** How long analyses are kept that no file holds any more; absent where forever. */
    goneMilliseconds:
      read.KEEP_GONE_DAYS === "forever" ? undefined : read.KEEP_GONE_DAYS * DAY_MILLISECONDS,
    /** Whether tags are also written to files that lose links or attributes by it. */
    mayTagsLose: read.TAG_LOSSES === "allow",
    /** Maximum time of one call to a disk that people mount and unplug. */
    diskTimeoutMilliseconds: read.DISK_TIMEOUT_MS,
    /** The folder that playlists are written into; absent where none is. */
    playlistFolder: read.PLAYLIST_DIR === undefined ? undefined : resolve(read.PLAYLIST_DIR),
    /** How they name files. */
    playlistPaths: read.PLAYLIST_PATHS,
  },
  musicServers: {
    /** Those of the setting. */
    configured: (read.MUSIC_SERVERS ?? []).map(({ secret, ...server }) => ({
      ...server,
      secret: "variable" in secret ? { ...secret, text: given[secret.variable] } : secret,
    })),
    /** The folder of songs that were received. */
    folder: join(resolve(read.DATA_DIR), "received-songs"),
    /** Maximum size of these songs together. */
    spaceBytes: read.MUSIC_SERVER_SPACE_MB * MEGABYTE,
  },
  providers: providersFrom(read),
  /** Contact address of the operator, sent to external services. */
  contact: read.CONTACT,
  search: { deadlineMilliseconds: read.SEARCH_DEADLINE_MS },
  audioSources: audioSourcesFrom(read),
  /** What finds the names of recordings by their sound. */
  soundDirectories: soundDirectoriesFrom(read),
  uploads: {
    /** The folder of uploaded files until they are analysed. */
    folder: join(resolve(read.DATA_DIR), "uploads"),
    limitBytes: read.UPLOAD_LIMIT_MB * MEGABYTE,
  },
  analysis: {
    waitMilliseconds: read.ANALYSIS_WAIT_MS,
    /** How many analyses a server runs at once; 0 where only workers analyse. */
    concurrency: read.ANALYSIS_CONCURRENCY,
    /** An analysis of an older version is repeated where its numbers of these fields are outdated. */
    repeatedFields: read.REANALYSIS_FIELDS,
    /** Maximum duration of a recording. */
    maxDurationSeconds: read.AUDIO_LIMIT_HOURS * 3_600,
    /** Maximum time that one analysis may use a thread. */
    timeoutMilliseconds:
      1_000 * (read.ANALYSIS_LIMIT_SECONDS ?? processingSeconds(read.AUDIO_LIMIT_HOURS)),
  },
  access: {
    /** Maximum number of requests per second and key. */
    requestsPerSecond: read.RATE_LIMIT_PER_SECOND,
    /** The same for an address without a key. */
    anonymousPerSecond: Math.ceil(read.RATE_LIMIT_PER_SECOND / ANONYMOUS_RATE_DIVISOR),
    /** The same for what needs no key, such as the pictures of a page. */
    openPerSecond: read.RATE_LIMIT_PER_SECOND * OPEN_RATE_FACTOR,
    /** How much of one processor a key may use, [0, 1]; 0 where there is no limit. */
    processorShare: read.PROCESSOR_PERCENT / 100,
  },
  graphql: graphqlConfigFrom(read),
  /** Whether the documentation page of the REST API is served. */
  docs: { isEnabled: read.REST_DOCS },
  /** Whether webhooks may have addresses that are not on the public internet. */
  webhooks: { mayBePrivate: read.WEBHOOK_PRIVATE_ADDRESSES },
  worker: {
    /** The API key by which a worker claims jobs of a server. */
    key: read.WORKER_KEY,
    /** The folder of the audio that workers receive, until it is analysed. */
    folder: join(tmpdir(), "overtone-worker"),
    /** Maximum size of the audio that one worker stores at once. */
    spaceBytes: read.WORKER_SPACE_MB * MEGABYTE,
  },
  /** The API key by which `overtone mcp` calls another server. */
  mcp: { key: read.MCP_KEY },
  /** Where spans are sent; none are recorded without an endpoint. */
  tracing: {
    endpoint: read.OTEL_EXPORTER_OTLP_ENDPOINT,
    serviceName: read.OTEL_SERVICE_NAME,
    version: packageVersion(),
  },
  log: { level: read.LOG_LEVEL },
});

/**
 * Returns the default maximum processing time for recordings of the maximum duration: a twentieth
 * of the duration. That is several times what they take, because the thread may share its
 * processor.
 */
const processingSeconds = (hours: number): number => Math.min(86_400, (hours * 3_600) / 20);

function deepFrozen<Value extends object>(value: Value): Value {
  for (const part of Object.values(value)) {
    if (typeof part === "object" && part !== null) deepFrozen(part as object);
  }
  return Object.freeze(value);
}

/** Settings of analyses with at least one thread: a server that analyses nothing itself still has a command line that does. */
export const threadsOf = (analysis: Config["analysis"]): Config["analysis"] => ({
  ...analysis,
  concurrency: Math.max(1, analysis.concurrency),
});
