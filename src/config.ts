import { availableParallelism } from "node:os";
import { delimiter, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { z } from "zod";

/** Everything that the operator decides, parsed once and frozen. */
export interface Config {
  readonly http: { readonly host: string; readonly port: number };
  readonly storage: { readonly databaseUrl: string };
  readonly cache: { readonly ttlSeconds: number };
  readonly library: { readonly folders: readonly string[] };
  readonly providers: readonly ProviderName[];
  readonly audioSources: readonly AudioSourceName[];
  readonly analysis: { readonly waitMilliseconds: number; readonly concurrency: number };
  readonly access: { readonly requestsPerSecond: number };
  readonly log: { readonly level: LogLevel };
}

const providerNames = ["library"] as const;
const audioSourceNames = ["library"] as const;
const logLevels = ["silent", "error", "warn", "info", "debug"] as const;

export type ProviderName = (typeof providerNames)[number];
export type AudioSourceName = (typeof audioSourceNames)[number];
export type LogLevel = (typeof logLevels)[number];

/** The environment holds mistakes; the message lists all of them, a line each. */
export class ConfigError extends Error {
  constructor(readonly mistakes: readonly string[]) {
    super(["The configuration has mistakes:", ...mistakes.map((line) => `  ${line}`)].join("\n"));
    this.name = "ConfigError";
  }
}

const demoLibrary = fileURLToPath(new URL("../src/demo/library", import.meta.url));

const integer = (least: number, most: number): z.ZodType<number> =>
  z
    .string()
    .regex(/^[0-9]+$/, "must be a whole number")
    .transform(Number)
    .pipe(z.number().min(least, `must be at least ${least}`).max(most, `must be at most ${most}`));

function namesOf<Name extends string>(known: readonly Name[]): z.ZodType<readonly Name[]> {
  return z
    .string()
    .transform((text) => [...new Set(text.split(",").map((name) => name.trim()))])
    .pipe(z.array(z.enum(known, `must be of: ${known.join(", ")}`)));
}

const folderList = z
  .string()
  .transform((text) => text.split(delimiter).filter((folder) => folder !== ""))
  .transform((folders) => folders.map((folder) => resolve(folder)));

const environmentSchema = z.object({
  HOST: z.string().default("127.0.0.1"),
  PORT: integer(0, 65_535).default(4000),
  DATA_DIR: z.string().default("./data"),
  DATABASE_URL: z
    .string()
    .regex(/^sqlite:/, 'must be like "sqlite:/path/to/file.db"')
    .optional(),
  LIBRARY_DIRS: folderList.default([demoLibrary]),
  METADATA_PROVIDERS: namesOf(providerNames).default([...providerNames]),
  AUDIO_SOURCES: namesOf(audioSourceNames).default([...audioSourceNames]),
  METADATA_TTL_SECONDS: integer(1, 31_536_000).default(86_400),
  ANALYSIS_WAIT_MS: integer(0, 600_000).default(20_000),
  ANALYSIS_CONCURRENCY: integer(1, 256).default(availableParallelism()),
  RATE_LIMIT_PER_SECOND: integer(1, 1_000_000).default(50),
  LOG_LEVEL: z.enum(logLevels, `must be of: ${logLevels.join(", ")}`).default("info"),
});

/**
 * The configuration in an environment. A variable that is set to nothing counts as absent.
 *
 * @throws {ConfigError} lists every mistake
 */
export function configFrom(environment: Readonly<Record<string, string | undefined>>): Config {
  const given = Object.entries(environment).filter(
    ([, value]) => value !== undefined && value !== "",
  );
  const parsed = environmentSchema.safeParse(Object.fromEntries(given));
  if (!parsed.success) {
    throw new ConfigError(
      parsed.error.issues.map(({ path, message }) => `${String(path[0])}: ${message}`),
    );
  }
  const read = parsed.data;
  return deepFrozen({
    http: { host: read.HOST, port: read.PORT },
    storage: {
      databaseUrl: read.DATABASE_URL ?? `sqlite:${join(resolve(read.DATA_DIR), "overtone.db")}`,
    },
    cache: { ttlSeconds: read.METADATA_TTL_SECONDS },
    library: { folders: read.LIBRARY_DIRS },
    providers: read.METADATA_PROVIDERS,
    audioSources: read.AUDIO_SOURCES,
    analysis: {
      waitMilliseconds: read.ANALYSIS_WAIT_MS,
      concurrency: read.ANALYSIS_CONCURRENCY,
    },
    access: { requestsPerSecond: read.RATE_LIMIT_PER_SECOND },
    log: { level: read.LOG_LEVEL },
  });
}

function deepFrozen<Value extends object>(value: Value): Value {
  for (const part of Object.values(value)) {
    if (typeof part === "object" && part !== null) deepFrozen(part as object);
  }
  return Object.freeze(value);
}
