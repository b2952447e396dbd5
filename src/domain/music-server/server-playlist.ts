import { InvalidInputError } from "../errors/request-errors.js";
import { parseOneOf } from "../parse-one-of.js";
import {
  parseMusicServerLogin,
  type MusicServer,
  type MusicServerKind,
  type MusicServerName,
} from "./music-server.js";

/** What a playlist becomes on a music server: a playlist there, or favourites of the user. */
export const serverPlaylistKinds = ["playlist", "favourites"] as const;

export type ServerPlaylistKind = (typeof serverPlaylistKinds)[number];

/**
 * How far a playlist is on a music server:
 *
 * - `waiting`: it is sent within seconds, or when the server answers;
 * - `sent`: the server has it as it was last sent;
 * - `changed`: somebody has changed it there, so that it is not sent any more;
 * - `removed`: somebody has removed it there, so that it is not sent any more;
 * - `failed`: it was not sent, for the reason beside; it is tried again.
 */
export const serverPlaylistStates = ["waiting", "sent", "changed", "removed", "failed"] as const;

export type ServerPlaylistState = (typeof serverPlaylistStates)[number];

/** Names a playlist, and the music server that it is kept on. */
export interface ServerPlaylistKey {
  readonly playlistId: string;
  readonly server: MusicServerName;
}

/** Who signs in to send a playlist, where that is not the user of the server. */
export interface PlaylistLogin {
  /** `null` where an API key says it. */
  readonly user: string | null;
  /** The password or the API key; `null` where what is stored cannot be decrypted. */
  readonly secret: string | null;
}

/** How a playlist is to be kept on a music server. */
export interface ServerPlaylistWish extends ServerPlaylistKey {
  readonly kind: ServerPlaylistKind;
  /** Whether all users of the server see it; of no meaning for favourites. */
  readonly isPublic: boolean;
  /** `null` where the user of the server owns it. */
  readonly login: PlaylistLogin | null;
}

/** Songs, as a music server has them or is to have them. */
export interface ServerPlaylistContent {
  readonly name: string;
  /** Ids of the server, in the order of the playlist. */
  readonly songIds: readonly string[];
}

/** What became of a playlist on a music server. */
export interface ServerPlaylistProgress {
  readonly state: ServerPlaylistState;
  /** What the server calls it; `null` where it is not there. */
  readonly remoteId: string | null;
  /** What the server had when it was last sent; of favourites, the songs that were made some. */
  readonly sent: ServerPlaylistContent | null;
  /** What is being sent, noted before; `null` where nothing is. */
  readonly sending: SendingContent | null;
  /** A digest of what was last sent, with everything that is settable of it. */
  readonly digest: string | null;
  /** The revision of the playlist that was last sent. */
  readonly revision: number | null;
  /** The number of its tracks that the server does not have, >= 0; `null` before it was sent. */
  readonly leftOut: number | null;
  /** When it was last compared with the server, milliseconds since 1970. */
  readonly triedAt: number | null;
  /** When its content there last changed, milliseconds since 1970. */
  readonly sentAt: number | null;
  /** Why it was not sent, a sentence. */
  readonly problem: string | null;
}

/** What is being sent, and which playlists of its name the server had before: none of these is the one that is made. */
export interface SendingContent extends ServerPlaylistContent {
  readonly othersBefore: readonly string[];
}

/** How a playlist is kept on a music server. */
export interface ServerPlaylist extends ServerPlaylistWish, ServerPlaylistProgress {
  /** Whether it is being taken back from the server. */
  readonly isEnding: boolean;
  /** Whether something is wanted of it that was not tried yet. */
  readonly isDue: boolean;
}

/** Returns how far a playlist is, as it is shown: what is due waits, and what is being sent. */
export const shownStateOf = ({ isDue, state, sending }: ServerPlaylist): ServerPlaylistState =>
  isDue || (state === "sent" && sending !== null) ? "waiting" : state;

/** What is known of a playlist that has not been sent. */
export const notSent: ServerPlaylistProgress = {
  ...{ state: "waiting", remoteId: null, sent: null, sending: null, digest: null, revision: null },
  ...{ leftOut: null, triedAt: null, sentAt: null, problem: null },
};

/** How a playlist is to be kept on a music server, as a client writes it. */
export interface ServerPlaylistParameters {
  readonly kind?: string | null | undefined;
  readonly isPublic?: boolean | null | undefined;
  readonly user?: unknown;
  readonly password?: unknown;
  readonly apiKey?: unknown;
}

/**
 * Validates how a playlist is to be kept on a music server; as a playlist of the user of the server that others do not see where
 * absent.
 *
 * @throws {InvalidInputError} names the member that is malformed, cannot be combined, or is not there on servers of the kind
 */
export function parseServerPlaylist(
  { kind, isPublic, ...login }: ServerPlaylistParameters,
  server: Pick<MusicServer, "kind" | "user">,
): Omit<ServerPlaylistWish, keyof ServerPlaylistKey> {
  const wanted = parseOneOf(kind ?? undefined, serverPlaylistKinds, "kind") ?? "playlist";
  if (wanted === "favourites" && isPublic === true) {
    throw new InvalidInputError("isPublic", "cannot be combined with favourites");
  }
  requireKnown(server.kind, { kind: wanted, isPublic: isPublic ?? false });
  const hasLogin = Object.values(login).some((value) => value !== undefined && value !== null);
  const parsed = hasLogin ? parseMusicServerLogin(login, server.kind) : null;
  if ((parsed ?? server).user === null && KINDS_WITH_KEYS_OF_NO_USER.includes(server.kind)) {
    const problem = "is required, with a password: an API key of this server belongs to nobody";
    throw new InvalidInputError("user", problem);
  }
  return { kind: wanted, isPublic: isPublic ?? false, login: parsed };
}

/** The kinds of servers whose API keys stand for no user, and so cannot own a playlist. */
const KINDS_WITH_KEYS_OF_NO_USER: readonly MusicServerKind[] = ["jellyfin", "emby"];

/** @throws {InvalidInputError} servers of a kind do not have what is wanted */
function requireKnown(
  server: MusicServerKind,
  { kind, isPublic }: Pick<ServerPlaylistWish, "kind" | "isPublic">,
): void {
  if (server !== "plex") return;
  if (kind === "favourites") {
    throw new InvalidInputError("kind", "cannot be favourites on Plex, which has ratings only");
  }
  if (isPublic) {
    throw new InvalidInputError(
      "isPublic",
      "cannot be true on Plex, where playlists are their user's",
    );
  }
}

/**
 * Whether what a server has under the id of a playlist is what was sent there, so that it may be replaced: the same name and
 * songs, without those that the server does not have any more; or, where sending it broke off, the beginning of either.
 *
 * @param there what the server has
 * @param isKnown whether the server has a song of an id
 */
export function isAsSent(
  there: ServerPlaylistContent,
  { sent, sending }: Pick<ServerPlaylistProgress, "sent" | "sending">,
  isKnown: (songId: string) => boolean,
): boolean {
  if (sending && isSameName(there, sending) && isBegun(there.songIds, sending.songIds)) return true;
  const names = [sent, sending].flatMap((content) => content ?? []);
  if (sent === null || !names.some((content) => isSameName(there, content))) return false;
  // Some servers take songs out, from the end on, before they get others.
  if (sending && isBeginning(there.songIds, sent.songIds)) return true;
  return isWithout(there.songIds, sent.songIds, isKnown);
}

/** Servers may change white space and the form of letters. */
const isSameName = (
  one: Pick<ServerPlaylistContent, "name">,
  other: Pick<ServerPlaylistContent, "name">,
): boolean => plain(one.name) === plain(other.name);

const plain = (name: string): string => name.normalize("NFC").replaceAll(/\s+/gu, " ").trim();

/** Whether songs are what a server may have while it gets others: some servers leave out what is there twice. */
export const isBegun = (there: readonly string[], sending: readonly string[]): boolean =>
  isBeginning(there, sending) || isBeginning(there, [...new Set(sending)]);

/** Whether songs are the first of others, or all of them. */
const isBeginning = (some: readonly string[], all: readonly string[]): boolean =>
  some.every((songId, index) => songId === all[index]);

/** Whether a list is another one without songs that are not known any more. */
function isWithout(
  some: readonly string[],
  all: readonly string[],
  isKnown: (songId: string) => boolean,
): boolean {
  let at = 0;
  for (const songId of all) {
    if (songId === some[at]) at++;
    else if (isKnown(songId)) return false;
  }
  return at === some.length;
}
