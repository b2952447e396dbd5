import { readFileSync } from "node:fs";
import { delimiter, join, resolve } from "node:path";
import { z } from "zod";
import { ConfigError } from "./config-error.js";
import { withoutPassword } from "../domain/operations/database-hosts.js";
import { settingNotes } from "./setting-notes.js";
import { keylessProviders, withoutProviders, type KeylessProvider } from "./providers.js";
import { environmentSchema } from "./settings.js";

/** Environment variables by their names. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** The settings that commands share with a server, by their names. */
export type SharedSettings = Readonly<Record<string, string>>;

/** The names of the settings that commands share with a server. */
export const sharedNames: readonly string[] = Object.entries(environmentSchema.shape)
  .filter(([, schema]) => settingNotes.get(schema)?.isShared)
  .map(([name]) => name);

/** The file in `DATA_DIR` with the settings of the server that was last started on it. */
const FILE_NAME = "server.json";

const fileShape = z.object({ settings: z.record(z.string(), z.string()) });

/**
 * Returns the shared settings among those that were given, in a form that means the same in every working directory.
 * The password of a database is left out, because it would be in one more file, and so is an address that has one.
 *
 * @param given the variables that are set
 * @param read their values
 */
export function sharedSettingsOf(
  given: Environment,
  read: z.output<typeof environmentSchema>,
): SharedSettings {
  const shared = sharedNames.flatMap((name) => {
    const text = given[name];
    return text === undefined || isAddressWithPassword(text) ? [] : [[name, text] as const];
  });
  return {
    ...Object.fromEntries(shared),
    ...(read.LIBRARY_DIRS && { LIBRARY_DIRS: read.LIBRARY_DIRS.join(delimiter) }),
    ...(read.PLAYLIST_DIR !== undefined && { PLAYLIST_DIR: resolve(read.PLAYLIST_DIR) }),
    ...(read.DATABASE_URL !== undefined && { DATABASE_URL: withoutPassword(read.DATABASE_URL) }),
  };
}

/** What is not of the web, such as the URL of a database, is none. */
const isAddressWithPassword = (text: string): boolean =>
  URL.canParse(text) && /^https?:$/.test(new URL(text).protocol) && new URL(text).password !== "";

/** Returns the file with the settings of a server, which `withSharedSettings` reads, and its content. */
export const sharedSettingsFile = (
  dataFolder: string,
  settings: SharedSettings,
): { readonly path: string; readonly text: string } => ({
  path: join(dataFolder, FILE_NAME),
  text: `${JSON.stringify({ settings }, null, 2)}\n`,
});

/**
 * Returns an environment with the settings of the server that was last started on its `DATA_DIR`, where it does not set
 * them itself. It takes none where it sets another database, and no provider whose key it does not set: keys are not shared.
 *
 * @returns also the names of the settings that were taken, and the providers that were not
 * @throws {ConfigError} the file with those settings is damaged or cannot be read
 */
export function withSharedSettings(environment: Environment): {
  readonly environment: Environment;
  readonly taken: readonly string[];
  readonly keyless: readonly KeylessProvider[];
} {
  const dataFolder = resolve(environment["DATA_DIR"] || DEFAULT_DATA_DIR);
  const stored = readSharedSettings(join(dataFolder, FILE_NAME));
  const own = environment["DATABASE_URL"];
  const ofServer = stored["DATABASE_URL"] ?? `sqlite:${join(dataFolder, "overtone.db")}`;
  if (own && withoutPassword(own) !== ofServer) return { environment, taken: [], keyless: [] };
  const taken = sharedNames.filter((name) => !environment[name] && stored[name] !== undefined);
  const added = Object.fromEntries(taken.map((name) => [name, stored[name]]));
  const providers = added[PROVIDERS] ?? "";
  const keyless = keylessProviders(providers, environment);
  const usable = keyless.length > 0 && { [PROVIDERS]: withoutProviders(providers, keyless) };
  return { environment: { ...environment, ...added, ...usable }, taken, keyless };
}

const PROVIDERS = "METADATA_PROVIDERS";

const DEFAULT_DATA_DIR = environmentSchema.shape.DATA_DIR.parse(undefined);

/** Returns the settings in a file; none where there is no file. */
function readSharedSettings(path: string): SharedSettings {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ENOTDIR") return {};
    throw new ConfigError([`DATA_DIR: ${path} cannot be read (${code})`]);
  }
  const parsed = fileShape.safeParse(parsedJson(text));
  if (parsed.success) return parsed.data.settings;
  throw new ConfigError([
    `DATA_DIR: ${path} is damaged; remove it, or start the server, which writes it anew`,
  ]);
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
