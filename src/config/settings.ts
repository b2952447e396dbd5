import { availableParallelism } from "node:os";
import { delimiter, resolve } from "node:path";
import { z } from "zod";
import { estimateFields } from "../domain/analysis/descriptors.js";
import type { AnalysisFields } from "../domain/analysis/required-version.js";
import { logLevels } from "../ports/runtime/logger.js";
import { databaseUrl } from "./database-url.js";
import { graphqlVariables } from "./graphql.js";
import { musicServers } from "./music-servers-setting.js";
import { playlistPaths } from "./playlist-path-setting.js";
import { providerVariables } from "./providers.js";
import { proxyVariables } from "./proxy.js";
import { integer, onOrOff, settingNotes } from "./setting-notes.js";

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

const serverVariables = {
  HOST: z.string().default("127.0.0.1").register(settingNotes, {
    isShared: true,
    meaning: "The address to listen at; `0.0.0.0` is all addresses of the machine.",
    values: "an address or a host name",
  }),
  PORT: integer(0, 65_535).default(4000).register(settingNotes, {
    isShared: true,
    meaning: "The port to listen at; 0 is one that is free.",
  }),
  REQUEST_TIMEOUT_MS: integer(100, 86_400_000).default(300_000).register(settingNotes, {
    meaning: "The maximum time for a request to arrive, milliseconds; then the response is `408`.",
  }),
  KEEP_ALIVE_SECONDS: integer(1, 86_400).default(75).register(settingNotes, {
    meaning:
      "How long an idle connection stays open, seconds: longer than a proxy before the server keeps it, or the proxy answers some requests `502`.",
  }),
  RATE_LIMIT_PER_SECOND: integer(1, 1_000_000).default(50).register(settingNotes, {
    meaning:
      "The maximum number of requests per second and key; an address without a key has a fifth of it. Waiting for a running analysis does not count.",
  }),
  PROCESSOR_PERCENT: integer(0, 100).default(50).register(settingNotes, {
    meaning:
      "How much of one processor an API key may use over ten minutes, per cent, for searches of the whole library and exports; then they are `429`. 0 is no limit. Analyses do not count.",
  }),
  UPLOAD_LIMIT_MB: integer(1, 10_000)
    .default(100)
    .register(settingNotes, { meaning: "The maximum size of an upload, MB." }),
  REST_DOCS: onOrOff
    .default(true)
    .register(settingNotes, { meaning: "Whether Swagger UI is served." }),
};

const libraryVariables = {
  LIBRARY_DIRS: folderList.optional().register(settingNotes, {
    isShared: true,
    meaning: "The folders of your music. It must not be empty.",
    default: "the demo library",
    values: "folders, separated by `:` (`;` on Windows)",
  }),
  LIBRARY_EXCLUDE: patternList.prefault(SYSTEM_FOLDERS).register(settingNotes, {
    isShared: true,
    meaning: "What scans ignore; `,` alone excludes nothing.",
    values: "names or glob patterns of files and folders, separated by `,`",
  }),
  LIBRARY_ANALYSIS: z
    .enum(["background", "off"], "must be background or off")
    .default("background")
    .register(settingNotes, {
      meaning: "Whether the library is analysed by itself, behind what clients request.",
    }),
  LIBRARY_WATCH: onOrOff.default(true).register(settingNotes, {
    meaning: "Whether changes in the folders are scanned within seconds.",
  }),
  LIBRARY_SCAN_MINUTES: integer(0, 43_200).default(60).register(settingNotes, {
    meaning:
      "The interval of whole scans, which find what network mounts do not report; 0 is none.",
  }),
  MUSIC_SERVERS: musicServers.optional().register(settingNotes, {
    isShared: true,
    meaning:
      "The music servers whose songs belong to the library, beside those that are added; see [Music servers](music-servers.md#by-a-setting).",
    default: "none",
    values:
      "`navidrome http://nas:4533 user=ann password-file=/run/secrets/navidrome`, several separated by `;` or lines",
  }),
  MUSIC_SERVER_SPACE_MB: integer(1, 1_000_000).default(1_024).register(settingNotes, {
    meaning:
      "The maximum size of the songs that a server has received from music servers and keeps at once, MB.",
  }),
  KEEP_GONE_DAYS: z
    .union(
      [z.literal("forever"), integer(0, 36_500)],
      "must be forever, or an integer from 0 to 36500",
    )
    .default(90)
    .register(settingNotes, {
      meaning:
        "How long analyses are kept of what is gone, days: its last file is deleted, its folder is removed, or it was forgotten. What returns is not measured again.",
      values: "`forever`, or 0 to 36,500",
    }),
  TAG_LOSSES: z
    .enum(["refuse", "allow"], "must be refuse or allow")
    .default("refuse")
    .register(settingNotes, {
      isShared: true,
      meaning:
        "Whether `overtone tag --write` also writes files of which something is lost: other names (hard links), or, where they cannot be kept, access control lists and extended attributes.",
    }),
  DISK_TIMEOUT_MS: integer(100, 600_000).default(30_000).register(settingNotes, {
    isShared: true,
    meaning:
      "The maximum time of one call to a disk with music or playlists, milliseconds; then it counts as one that does not respond.",
  }),
  PLAYLIST_DIR: z.string().optional().register(settingNotes, {
    isShared: true,
    meaning: "Where kept playlists are written after each scan.",
    default: "none are written",
    values: "a folder",
  }),
  PLAYLIST_PATHS: playlistPaths.prefault("relative").register(settingNotes, {
    isShared: true,
    meaning:
      "How written playlists name files: from their own folder, by absolute paths, or as another machine has the folders; see [Exports and playlists](export-and-playlists.md#playlists-as-files).",
    values: "`relative`, `absolute`, or mappings `/music=/mnt/nas/music`, separated by `;`",
  }),
};

const storageVariables = {
  DATA_DIR: z.string().default("./data").register(settingNotes, {
    meaning: "Where the database, uploads and keys are stored.",
    values: "a folder",
  }),
  DATABASE_URL: databaseUrl.optional().register(settingNotes, {
    isShared: true,
    meaning: "The database; see [PostgreSQL](postgresql.md).",
    default: "a file in `DATA_DIR`",
    values:
      "`sqlite:/path/to/file.db` or `postgres://user:password@host:5432/name`, with several hosts separated by `,`",
  }),
  DATABASE_CONNECTIONS: integer(2, 1_000).default(10).register(settingNotes, {
    meaning: "The maximum number of connections of one server to PostgreSQL.",
  }),
  STORED_CHECK_HOUR: z
    .union([z.literal("off"), integer(0, 23)], "must be off, or an integer from 0 to 23")
    .default(3)
    .register(settingNotes, {
      meaning:
        "The hour of the night in which a share of what is stored is checked: rows, audio files and written playlists; see [Operating a server](operating.md#what-was-stored-stays-right).",
      values: "`off`, or 0 to 23",
    }),
  SECRETS_KEY: secretsKey.optional().register(settingNotes, {
    meaning: "Encrypts the secrets of webhooks, and the passwords of music servers.",
    default: "in `secrets.key` beside the database",
    values: "32 bytes as base64, or 64 hex characters",
  }),
  // Ignoring it would let an operator believe that a cache is used.
  CACHE_URL: z.undefined("is not supported: the cache is in the database; unset it").optional(),
};

const searchVariables = {
  ...providerVariables,
  SEARCH_DEADLINE_MS: integer(1, 600_000).default(4_000).register(settingNotes, {
    meaning: "The maximum time of a search for all providers together, milliseconds.",
  }),
  METADATA_TTL_SECONDS: integer(1, 31_536_000)
    .default(86_400)
    .register(settingNotes, { meaning: "How long metadata of found tracks is cached, seconds." }),
  CONTACT: z
    .string()
    .regex(/^[\x21-\x7e]{1,200}$/, "must be an address without spaces")
    .optional()
    .register(settingNotes, {
      meaning: "Your contact address, which external services receive in `User-Agent`.",
      values: "an address without spaces",
    }),
};

const analysisVariables = {
  ANALYSIS_CONCURRENCY: integer(0, 256).default(availableParallelism()).register(settingNotes, {
    meaning:
      "The maximum number of simultaneous analyses; 0 leaves them to workers and other servers.",
    default: "processor cores",
  }),
  ANALYSIS_WAIT_MS: integer(0, 600_000).default(20_000).register(settingNotes, {
    meaning: "The maximum time that a request waits for an analysis, milliseconds.",
  }),
  AUDIO_LIMIT_HOURS: integer(1, 1_000).default(6).register(settingNotes, {
    isShared: true,
    meaning: "The maximum duration of a recording, hours; a longer one is `AUDIO_TOO_LONG`.",
  }),
  ANALYSIS_LIMIT_SECONDS: integer(1, 86_400).optional().register(settingNotes, {
    isShared: true,
    meaning: "The maximum processing time of one analysis, seconds; more is `ANALYSIS_TOO_COSTLY`.",
    default: "a twentieth of `AUDIO_LIMIT_HOURS`",
  }),
  REANALYSIS_FIELDS: fieldList.default("all").register(settingNotes, {
    isShared: true,
    meaning: "An analysis of an older version is repeated where its values of these have changed.",
    values: "`all`, or fields of an analysis such as `tempo,key`",
  }),
};

const otherProgramVariables = {
  WEBHOOK_PRIVATE_ADDRESSES: onOrOff.default(false).register(settingNotes, {
    meaning: "Whether webhooks may be in private networks, also without https.",
  }),
  WORKER_KEY: apiKeyText.optional().register(settingNotes, {
    meaning: "The key of `overtone worker`, of the scope `work`.",
    values: "an API key",
  }),
  WORKER_SPACE_MB: integer(1, 1_000_000).default(4_096).register(settingNotes, {
    meaning: "The maximum size of the received audio that a worker stores at once, MB.",
  }),
  MCP_KEY: apiKeyText.optional().register(settingNotes, {
    meaning: "The key of `overtone mcp --server`.",
    values: "an API key",
  }),
};

const operationVariables = {
  LOG_LEVEL: z
    .enum(logLevels, `must be one of: ${logLevels.join(", ")}`)
    .default("info")
    .register(settingNotes, { meaning: "The least important lines that are logged." }),
  // As OpenTelemetry names them; its own modules read the other variables of OTLP.
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .url({ protocol: /^https?$/, error: "must be an http or https URL" })
    .optional()
    .register(settingNotes, {
      meaning: "Where traces are sent, such as `http://127.0.0.1:4318`.",
      default: "none are recorded",
      values: "a URL",
    }),
  OTEL_SERVICE_NAME: z.string().max(200).default("overtone").register(settingNotes, {
    meaning: "The name of this server or worker in traces.",
    values: "up to 200 characters",
  }),
};

/** The settings by subject, in the order of the guide. */
export const settingGroups: readonly {
  readonly title: string;
  readonly variables: Readonly<Record<string, z.ZodType>>;
}[] = [
  { title: "Server", variables: { ...serverVariables, ...proxyVariables } },
  { title: "Library", variables: libraryVariables },
  { title: "Storage", variables: storageVariables },
  { title: "Search", variables: searchVariables },
  { title: "Analyses", variables: analysisVariables },
  { title: "GraphQL", variables: graphqlVariables },
  { title: "Webhooks, workers and assistants", variables: otherProgramVariables },
  { title: "Logs and traces", variables: operationVariables },
];

/** The environment variables. */
export const environmentSchema = z.object({
  ...serverVariables,
  ...proxyVariables,
  ...libraryVariables,
  ...storageVariables,
  ...searchVariables,
  ...analysisVariables,
  ...graphqlVariables,
  ...otherProgramVariables,
  ...operationVariables,
});
