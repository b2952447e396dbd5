import { InvalidInputError } from "../errors/request-errors.js";
import { parseOneOf } from "../parse-one-of.js";
import { isTooLong, parseName } from "../track/name-text.js";
import type { MountedFolder } from "./mounted-folder.js";

/** The kinds of music servers, by the API that they have. */
export const musicServerKinds = ["opensubsonic", "jellyfin", "emby", "plex"] as const;

export type MusicServerKind = (typeof musicServerKinds)[number];

/** Names a server here: 1 to 32 lower-case letters, digits and hyphens, a letter or digit first. */
export type MusicServerName = string & { readonly __brand: "MusicServerName" };

/** The limits of what a server is asked for. */
export interface MusicServerLimits {
  /** Requests that begin in one second, an integer from 1 to 1,000. */
  readonly requestsPerSecond: number;
  /** Bytes of audio in one second, of all songs together, an integer >= 10,000; `null` for as many as there are. */
  readonly bytesPerSecond: number | null;
}

/** A server that serves a library over an API, whose songs are files of the library here. */
export interface MusicServer extends MusicServerLimits {
  readonly name: MusicServerName;
  readonly kind: MusicServerKind;
  /** Where its API begins; http or https, without a slash at the end. */
  readonly url: string;
  /** Who is signed in; `null` where an API key says it. */
  readonly user: string | null;
  /** Whether the password itself is sent, because the server takes no token that is made of it; `null` until that is found out. */
  readonly sendsPassword: boolean | null;
  /** The folders of this machine in which its files lie, too; may be empty. */
  readonly mounted: readonly MountedFolder[];
  /** When it was added, milliseconds since 1970; `null` for one of the setting `MUSIC_SERVERS`. */
  readonly addedAt: number | null;
}

/** A server with its password or API key; `null` where that cannot be had. */
export interface StoredMusicServer extends MusicServer {
  readonly secret: string | null;
  /** Why it cannot be had, in words that follow "The server"; absent where what is stored cannot be decrypted. */
  readonly secretProblem?: string;
}

/** A server that can be signed in to. */
export interface NewMusicServer extends MusicServer {
  readonly secret: string;
}

/** A server that is added, and not one of the setting. */
export interface SavedMusicServer extends NewMusicServer {
  readonly sendsPassword: boolean;
  readonly addedAt: number;
}

/** Returns whether the setting `MUSIC_SERVERS` names a server, and alone changes it. */
export const isOfSetting = ({ addedAt }: Pick<MusicServer, "addedAt">): boolean => addedAt === null;

/** The problem of a server whose password or key cannot be decrypted. */
export const UNREADABLE_LOGIN =
  "has a password that cannot be decrypted: restore secrets.key or SECRETS_KEY, or add the server again";

/** Returns why a server without its password or key cannot be used, in words that follow "The server". */
export const secretProblemOf = ({ secretProblem }: StoredMusicServer): string =>
  secretProblem ?? UNREADABLE_LOGIN;

/** The limits of a server that states none. */
export const defaultMusicServerLimits: MusicServerLimits = {
  requestsPerSecond: 20,
  bytesPerSecond: null,
};

const FOLDER_PREFIX = "server:";
const NAME = /^[a-z0-9][a-z0-9-]{0,31}$/;
const MAX_URL_CHARACTERS = 2_000;
const MAX_SECRET_CHARACTERS = 2_048;
const MAX_REQUESTS_PER_SECOND = 1_000;
/** Slower, a connection looks as one that has broken. */
const MIN_BYTES_PER_SECOND = 10_000;

/** Returns the library folder in which the songs of a server are. No path of a disk that is absolute is such a text. */
export const folderOfMusicServer = (name: MusicServerName): string => FOLDER_PREFIX + name;

/** Returns whether a library folder, or a path in one, is that of a music server. */
export const isOnMusicServer = (folder: string): boolean => folder.startsWith(FOLDER_PREFIX);

/** Returns the name of the server of a library folder, or of a path in one; `undefined` for those of disks. */
export function findMusicServerName(folder: string): MusicServerName | undefined {
  if (!isOnMusicServer(folder)) return undefined;
  const [name = ""] = folder.slice(FOLDER_PREFIX.length).split("/");
  return NAME.test(name) ? (name as MusicServerName) : undefined;
}

/** @throws {InvalidInputError} the value is no name of a server */
export function parseMusicServerName(value: unknown, parameter = "name"): MusicServerName {
  if (value === undefined || value === null) throw new InvalidInputError(parameter, "is required");
  if (typeof value === "string" && NAME.test(value)) return value as MusicServerName;
  const problem =
    "must be 1 to 32 lower-case letters, digits and hyphens, and must not begin with a hyphen";
  throw new InvalidInputError(parameter, problem);
}

/**
 * Parses the kind of a server; where absent, that which its name is, or else OpenSubsonic, which most of them speak.
 *
 * @param name what the server is called here
 * @throws {InvalidInputError} another kind
 */
export function parseMusicServerKind(text: string | undefined, name: string): MusicServerKind {
  const stated = parseOneOf(text, musicServerKinds, "kind");
  return stated ?? musicServerKinds.find((kind) => kind === name) ?? "opensubsonic";
}

/**
 * Parses the address of a server. What is behind `/rest` is left out, since some programs show that as the address.
 *
 * @throws {InvalidInputError} it is absent, not http or https, or has a user, a password, a query or a fragment
 */
export function parseMusicServerUrl(value: unknown): string {
  if (value === undefined || value === null) throw new InvalidInputError("url", "is required");
  if (typeof value !== "string" || value.length > MAX_URL_CHARACTERS || !URL.canParse(value)) {
    const problem = `must be a URL of at most ${MAX_URL_CHARACTERS} characters, such as "http://nas:4533"`;
    throw new InvalidInputError("url", problem);
  }
  const { protocol, origin, username, password, search, hash, pathname } = new URL(value);
  if (protocol !== "http:" && protocol !== "https:") {
    throw new InvalidInputError("url", 'must begin with "http://" or "https://"');
  }
  if (username + password + search + hash !== "") {
    throw new InvalidInputError(
      "url",
      "must not contain a user, a password, a query or a fragment",
    );
  }
  return origin + pathname.replace(/(?:\/rest)?\/*$/, "");
}

/** Returns whether servers of a kind are signed in to with a token only, which is given as an API key is. */
export const takesTokensOnly = (kind: MusicServerKind): boolean => kind === "plex";

/**
 * Parses who signs in, and with what.
 *
 * @param login a user and a password, or an API key alone; a key for a server that takes nothing else
 * @throws {InvalidInputError} both or neither are given, or a text is empty or too long
 */
export function parseMusicServerLogin(
  login: {
    readonly user?: unknown;
    readonly password?: unknown;
    readonly apiKey?: unknown;
  },
  kind: MusicServerKind,
): { readonly user: string | null; readonly secret: string } {
  const { user, password, apiKey } = login;
  const isGiven = (value: unknown): boolean => value !== undefined && value !== null;
  if (!isGiven(apiKey) && takesTokensOnly(kind)) {
    const problem = `is required: a server of the kind ${kind} takes a token, and no user and password`;
    throw new InvalidInputError("apiKey", problem);
  }
  if (!isGiven(apiKey)) {
    return { user: parseName(user, "user", 256), secret: parseSecret(password, "password") };
  }
  if (isGiven(user) || isGiven(password)) {
    throw new InvalidInputError("apiKey", "must be given without a user and a password");
  }
  return { user: null, secret: parseSecret(apiKey, "apiKey") };
}

function parseSecret(value: unknown, parameter: string): string {
  if (value === undefined || value === null) throw new InvalidInputError(parameter, "is required");
  if (typeof value !== "string" || value === "" || !value.isWellFormed()) {
    throw new InvalidInputError(parameter, "must be text that is not empty");
  }
  if (isTooLong(value, MAX_SECRET_CHARACTERS)) {
    throw new InvalidInputError(parameter, `must be at most ${MAX_SECRET_CHARACTERS} characters`);
  }
  return value;
}

/**
 * Parses the limits of a server; the defaults for those that are absent.
 *
 * @throws {InvalidInputError} a number is out of its range
 */
export function parseMusicServerLimits(limits: {
  readonly requestsPerSecond?: number | null | undefined;
  readonly bytesPerSecond?: number | null | undefined;
}): MusicServerLimits {
  const requestsPerSecond = limits.requestsPerSecond ?? defaultMusicServerLimits.requestsPerSecond;
  const bytesPerSecond = limits.bytesPerSecond ?? defaultMusicServerLimits.bytesPerSecond;
  const isPace = Number.isInteger(requestsPerSecond) && requestsPerSecond >= 1;
  if (!isPace || requestsPerSecond > MAX_REQUESTS_PER_SECOND) {
    const problem = `must be an integer from 1 to ${MAX_REQUESTS_PER_SECOND}`;
    throw new InvalidInputError("requestsPerSecond", problem);
  }
  const isSlow = bytesPerSecond !== null && !(bytesPerSecond >= MIN_BYTES_PER_SECOND);
  if (isSlow || (bytesPerSecond !== null && !Number.isSafeInteger(bytesPerSecond))) {
    const problem = `must be an integer of at least ${MIN_BYTES_PER_SECOND}`;
    throw new InvalidInputError("bytesPerSecond", problem);
  }
  return { requestsPerSecond, bytesPerSecond };
}
