import { packageFile } from "../build/package-file.js";
import type { AnalysisFields } from "../domain/analysis/required-version.js";
import { estimateFields } from "../domain/analysis/descriptors.js";
import { logLevels } from "../ports/runtime/logger.js";
import { availableParallelism, tmpdir } from "node:os";
import { delimiter, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import { databaseUrl } from "./database-url.js";
import {
  audioSourcesFrom,
  missingProviderKeys,
  providersFrom,
  providerVariables,
} from "./providers.js";
import { packageVersion } from "./package-version.js";
import { proxyVariables } from "./proxy.js";
import type { GraphqlOptions } from "../graphql/graphql-server.js";

const modes = ["off", "automatic", "safelist"] as const satisfies readonly Mode[];

const ownOperations = fileURLToPath(packageFile("schema/operations"));

/** A switch that is written as "on" or "off". */
const onOrOff = z.enum(["on", "off"], "must be one of: on, off").transform((text) => text === "on");

/** The environment variables of the GraphQL API. */
const graphqlVariables = {
  GRAPHQL_INTROSPECTION: onOrOff.default(true),
  GRAPHQL_EXPLORER: onOrOff.default(true),
  PERSISTED_QUERIES: z.enum(modes, `must be one of: ${modes.join(", ")}`).default("automatic"),
  SAFELIST_PATH: z.string().default(ownOperations),
  QUERY_COST_LIMIT: z
    .string()
    .regex(/^[1-9][0-9]{0,8}$/, "must be a whole number from 1 to 999999999")
    .transform(Number)
    .default(10000),
};

/** The configuration, parsed once and frozen. */
export type Config = Frozen<ReturnType<typeof configOf>>;

type Frozen<Value> = Value extends object
  ? { readonly [Key in keyof Value]: Frozen<Value[Key]> }
  : Value;

/** Mistakes in the environment; the message lists all of them, one per line. */
export class ConfigError extends Error {
  constructor(readonly mistakes: readonly string[]) {
    super(["The configuration has mistakes:", ...mistakes.map((line) => `  ${line}`)].join("\n"));
    this.name = "ConfigError";
  }
}

const MEGABYTE = 1024 * 1024;

/** The rate limit of an address without an API key is that of a key divided by this number. */
const ANONYMOUS_RATE_DIVISOR = 5;

const demoLibrary = fileURLToPath(packageFile("src/demo/library"));

const integer = (min: number, max: number): z.ZodType<number> =>
  z
    .string()
    .regex(/^[0-9]+$/, "must be a whole number")
    .transform(Number)
    .pipe(z.number().min(min, `must be at least ${min}`).max(max, `must be at most ${max}`));

const folderList = z
  .string()
  .transform((text) => text.split(delimiter).filter((folder) => folder !== ""))
  .refine(
    (folders) => folders.length > 0,
    "is set but names no folder; name one, or unset it to use the demo library",
  )
  .transform((folders) => folders.map((folder) => resolve(folder)));

/** Folders that operating systems and storage devices create, some of them unreadable. */
const SYSTEM_FOLDERS = "lost+found,@eaDir,#recycle,$RECYCLE.BIN,System Volume Information,.Trash-*";

const patternList = z
  .string()
  .max(10_000, "must have at most 10000 characters")
  .transform((text) => text.split(",").map((pattern) => pattern.trim()))
  .transform((patterns) => patterns.filter((pattern) => pattern !== ""));

/** "all", or fields of an analysis. */
const fieldList = z.string().transform((text, context): AnalysisFields => {
  if (text.trim() === "all") return "all";
  const names = text.split(",").map((name) => name.trim());
  const fields = estimateFields.filter((field) => names.includes(field));
  if (fields.length === new Set(names).size) return fields;
  context.addIssue(`must be "all", or fields such as "tempo,key" of: ${estimateFields.join(", ")}`);
  return z.NEVER;
});

const secretsKey = z
  .string()
  .regex(
    /^(?:[0-9a-f]{64}|[0-9a-z+/]{43}=?)$/iu,
    "must be 32 bytes, as base64 (44 characters) or 64 hex characters",
  )
  .transform((text) => Buffer.from(text, text.length === 64 ? "hex" : "base64").toString("base64"));

const apiKeyText = z
  .string()
  .regex(/^ot_live_[0-9a-f]{8}_[0-9a-f]{48}$/, "must be an API key, which begins with ot_live_");

const environmentSchema = z.object({
  HOST: z.string().default("127.0.0.1"),
  PORT: integer(0, 65_535).default(4000),
  REQUEST_TIMEOUT_MS: integer(100, 86_400_000).default(300_000),
  ...proxyVariables,
  DATA_DIR: z.string().default("./data"),
  DATABASE_URL: databaseUrl.optional(),
  DATABASE_CONNECTIONS: integer(2, 1_000).default(10),
  SECRETS_KEY: secretsKey.optional(),
  // Ignoring it would let an operator believe that a cache is used.
  CACHE_URL: z.undefined("is not supported: the cache is in the database; unset it").optional(),
  LIBRARY_DIRS: folderList.optional(),
  LIBRARY_EXCLUDE: patternList.prefault(SYSTEM_FOLDERS),
  LIBRARY_ANALYSIS: z
    .enum(["background", "off"], "must be background or off")
    .default("background"),
  LIBRARY_WATCH: onOrOff.default(true),
  LIBRARY_SCAN_MINUTES: integer(0, 43_200).default(60),
  PLAYLIST_DIR: z.string().optional(),
  ...providerVariables,
  CONTACT: z
    .string()
    .regex(/^[\x21-\x7e]{1,200}$/, "must be an address without spaces")
    .optional(),
  SEARCH_DEADLINE_MS: integer(1, 600_000).default(4_000),
  UPLOAD_LIMIT_MB: integer(1, 10_000).default(100),
  METADATA_TTL_SECONDS: integer(1, 31_536_000).default(86_400),
  ANALYSIS_WAIT_MS: integer(0, 600_000).default(20_000),
  ANALYSIS_CONCURRENCY: integer(0, 256).default(availableParallelism()),
  REANALYSIS_FIELDS: fieldList.default("all"),
  AUDIO_LIMIT_HOURS: integer(1, 1_000).default(6),
  ANALYSIS_LIMIT_SECONDS: integer(1, 86_400).optional(),
  RATE_LIMIT_PER_SECOND: integer(1, 1_000_000).default(50),
  ...graphqlVariables,
  REST_DOCS: onOrOff.default(true),
  WEBHOOK_PRIVATE_ADDRESSES: onOrOff.default(false),
  WORKER_KEY: apiKeyText.optional(),
  MCP_KEY: apiKeyText.optional(),
  WORKER_SPACE_MB: integer(1, 1_000_000).default(4_096),
  // As OpenTelemetry names them; its own modules read the other variables of OTLP.
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .url({ protocol: /^https?$/, error: "must be an http or https URL" })
    .optional(),
  OTEL_SERVICE_NAME: z.string().max(200).default("overtone"),
  LOG_LEVEL: z.enum(logLevels, `must be one of: ${logLevels.join(", ")}`).default("info"),
});

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
export function configFrom(environment: Readonly<Record<string, string | undefined>>): Config {
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
  return deepFrozen(configOf(parsed.data));
}

/** Builds the configuration from the variables. Its type, `Config`, follows from this value. */
const configOf = (read: z.output<typeof environmentSchema>) => ({
  http: {
    host: read.HOST,
    port: read.PORT,
    /** Maximum time for a request to arrive, from its first byte to the end of its body. */
    requestTimeoutMilliseconds: read.REQUEST_TIMEOUT_MS,
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
    /** The folder that playlists are written into; absent where none is. */
    playlistFolder: read.PLAYLIST_DIR === undefined ? undefined : resolve(read.PLAYLIST_DIR),
  },
  providers: providersFrom(read),
  /** Contact address of the operator, sent to external services. */
  contact: read.CONTACT,
  search: { deadlineMilliseconds: read.SEARCH_DEADLINE_MS },
  audioSources: audioSourcesFrom(read),
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
type Mode = GraphqlOptions["persistedQueries"]["mode"];
type GraphqlVariables = z.output<z.ZodObject<typeof graphqlVariables>>;

/** Returns the configuration of the GraphQL API. */
function graphqlConfigFrom(read: GraphqlVariables): GraphqlOptions {
  const mode = read.PERSISTED_QUERIES;
  return {
    introspection: read.GRAPHQL_INTROSPECTION,
    explorer: read.GRAPHQL_EXPLORER,
    persistedQueries: mode === "safelist" ? { mode, path: resolve(read.SAFELIST_PATH) } : { mode },
    costLimit: read.QUERY_COST_LIMIT,
  };
}
