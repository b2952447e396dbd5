import { parseOrder } from "../catalogue/filter-texts.js";
import { MAX_MIX_PATH_LENGTH } from "../catalogue/mix-path.js";
import { parseTrackFilter, type TrackFilterParameters } from "../catalogue/track-filter.js";
import { InvalidInputError } from "../errors/request-errors.js";
import { parseCount } from "../parse-count.js";
import { parseTrackRef, type TrackRef } from "../track/track-ref.js";

/** Characters that a system or a shell treats in a way of its own. */
const UNSAFE = /[/\\:*?"<>|\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** Names of devices on Windows, with or without an extension. */
const DEVICE = /^(con|prn|aux|nul|com[0-9]|lpt[0-9])(\.|$)/i;

/** Bytes of a name before its extension, so that all file systems take it, also behind a number. */
const MAX_BYTES = 200;

/** What a playlist is made of whenever somebody asks for it. */
export interface PlaylistRecipe {
  /** Conditions on its tracks, as the client wrote them; not of a path. */
  readonly filter: TrackFilterParameters;
  /** The field to order by, after a "-" descending; by default artist, or similarity to the seeds. */
  readonly order: string | null;
  /** Maximum number of tracks. */
  readonly length: number;
  /** Its tracks sound like one of these; may be empty. */
  readonly seeds: readonly TrackRef[];
  /** Tracks that it never contains; may be empty. */
  readonly exclude: readonly TrackRef[];
  /** The ends of a path that it follows; `null` where it follows none. */
  readonly path: { readonly from: TrackRef; readonly to: TrackRef } | null;
  /**
   * Whether no two tracks of one artist follow each other, where that can be; `null` or absent where that depends on the
   * order: it is kept where the client states one that is not random.
   */
  readonly spreadArtists?: boolean | null;
}

/** Returns whether no two tracks of one artist are to follow each other. */
export const areArtistsApart = ({ spreadArtists, order }: PlaylistRecipe): boolean =>
  spreadArtists ?? (order === null || parseOrder(order).field === "random");

/** What a client gives of a playlist. */
export interface PlaylistContent {
  /** Unique among the playlists of an owner. */
  readonly name: string;
  readonly recipe: PlaylistRecipe;
  /** Whether it is written into a folder after each scan. */
  readonly isWritten: boolean;
}

/** A playlist that stays. Times in milliseconds since 1970. */
export interface Playlist extends PlaylistContent {
  /** `pl_` and 16 hex characters. */
  readonly id: string;
  /** Lookup part of the API key that created it, or {@link OPERATOR}. */
  readonly owner: string;
  readonly createdAt: number;
  readonly changedAt: number;
}

/** The owner of the playlists of the command line; no API key has this lookup part. */
export const OPERATOR = "operator";

/** A playlist as a client writes it, before it is validated. */
export interface PlaylistParameters {
  readonly name?: unknown;
  readonly filter?: TrackFilterParameters | null | undefined;
  readonly order?: string | null | undefined;
  readonly length?: unknown;
  readonly seeds?: readonly unknown[] | null | undefined;
  readonly exclude?: readonly unknown[] | null | undefined;
  readonly from?: unknown;
  readonly to?: unknown;
  readonly spreadArtists?: boolean | null | undefined;
  readonly isWritten?: boolean | null | undefined;
}

export const MAX_PLAYLIST_NAME_CHARACTERS = 200;

/** The default and the maximum number of tracks. */
export const DEFAULT_PLAYLIST_LENGTH = 50;
export const MAX_PLAYLIST_LENGTH = 1_000;

const DEFAULT_PATH_LENGTH = 10;
export const MAX_PLAYLIST_SEEDS = 20;
export const MAX_PLAYLIST_EXCLUDED = 1_000;

/**
 * Validates a playlist of a client.
 *
 * @throws {InvalidInputError} names the member that is malformed, or cannot be combined
 */
export function parsePlaylist(parameters: PlaylistParameters): PlaylistContent {
  const { filter, order = null, from, to } = parameters;
  const path =
    isAbsent(from) && isAbsent(to)
      ? null
      : {
          from: parseTrackRef(from ?? undefined, "from"),
          to: parseTrackRef(to ?? undefined, "to"),
        };
  const seeds = parseKeys(parameters.seeds, "seeds", MAX_PLAYLIST_SEEDS);
  if (path) refuseBeside(path, { filter, order, seeds: seeds.length > 0 ? seeds : null });
  parseTrackFilter(filter ?? {}, "filter.");
  if (order !== null) parseOrder(order);
  return {
    name: parsePlaylistName(parameters.name),
    recipe: {
      filter: filter ?? {},
      order,
      length: parsePlaylistLength(parameters.length, path !== null),
      seeds,
      exclude: parseKeys(parameters.exclude, "exclude", MAX_PLAYLIST_EXCLUDED),
      path,
      spreadArtists: parameters.spreadArtists ?? null,
    },
    isWritten: parameters.isWritten ?? false,
  };
}

function parsePlaylistLength(value: unknown, isPath: boolean): number {
  const bounds = isPath
    ? { defaultValue: DEFAULT_PATH_LENGTH, min: 2, max: MAX_MIX_PATH_LENGTH }
    : { defaultValue: DEFAULT_PLAYLIST_LENGTH, min: 1, max: MAX_PLAYLIST_LENGTH };
  return parseCount(value, { parameter: "length", ...bounds });
}

function refuseBeside(path: object, others: Readonly<Record<string, unknown>>): void {
  const given = Object.entries(others).find(([, value]) => !isAbsent(value));
  if (given) throw new InvalidInputError(given[0], 'cannot be combined with "from" and "to"');
}

function parsePlaylistName(value: unknown): string {
  const name = typeof value === "string" ? value.trim() : "";
  const isPlain = !/\p{Cc}/u.test(name) && name.isWellFormed();
  if (name.length >= 1 && name.length <= MAX_PLAYLIST_NAME_CHARACTERS && isPlain) return name;
  const problem = `must be a text of 1 to ${MAX_PLAYLIST_NAME_CHARACTERS} characters without control characters`;
  throw new InvalidInputError("name", problem);
}

function parseKeys(
  values: readonly unknown[] | null | undefined,
  parameter: string,
  max: number,
): readonly TrackRef[] {
  const keys = [...new Set((values ?? []).map((value) => parseTrackRef(value, parameter)))];
  if (keys.length <= max) return keys;
  throw new InvalidInputError(parameter, `must have at most ${max} track keys`);
}

const isAbsent = (value: unknown): boolean => value === undefined || value === null;

/** Returns the name of the file of a playlist: its own name, made safe for every file system. */
export const playlistFileName = ({ name }: { readonly name: string }): string =>
  `${safeName(name)}.m3u8`;

function safeName(name: string): string {
  const plain = name.normalize("NFC").replace(UNSAFE, "_");
  const begun = plain.replace(/^[. -]+/, "_").replace(DEVICE, "_$&");
  let end = begun.length;
  while (new TextEncoder().encode(begun.slice(0, end)).length > MAX_BYTES) end--;
  // Half a surrogate pair is cut off, and Windows takes no dot or space at the end.
  return (
    begun
      .slice(0, end)
      .replace(/[\ud800-\udbff]$/, "")
      .replace(/[. ]+$/, "") || "playlist"
  );
}
