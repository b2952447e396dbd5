import { filterTextsOf, parseOrder } from "../catalogue/filter-texts.js";
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

/** What a playlist says beside its rows. */
export interface PlaylistContent {
  /** Unique among the playlists of an owner. */
  readonly name: string;
  /** Plain text, at most 1,000 characters; may be empty. */
  readonly note: string;
  /** What finds its tracks, or has found its rows before it was frozen; `null` where people chose the rows. */
  readonly recipe: PlaylistRecipe | null;
  /** Whether it is written into a folder after each scan. */
  readonly isWritten: boolean;
}

/** A playlist that stays, as its present revision has it. Times in milliseconds since 1970. */
export interface Playlist extends PlaylistContent {
  /** `pl_` and 16 hex characters. */
  readonly id: string;
  /** Lookup part of the API key that created it, or {@link OPERATOR}. */
  readonly owner: string;
  readonly createdAt: number;
  readonly changedAt: number;
  /** Counts the changes, from 1. */
  readonly revision: number;
  /** The revision whose content comes back when the last change is undone; `null` where there is none. */
  readonly undoRevision: number | null;
  /** What its rows amount to; `null` where its tracks are found anew. */
  readonly rows: RowTotals | null;
  /** The number of the next row that is added, from 1. */
  readonly nextRow: number;
}

/** What the rows of a playlist amount to. */
interface RowTotals {
  readonly count: number;
  /** Milliseconds, of the rows whose length is known. */
  readonly durationMs: number;
}

/** What a playlist is: a recipe, tracks in an order, or a recipe whose tracks were kept. */
export const playlistKinds = ["recipe", "tracks", "frozen"] as const;

export type PlaylistKind = (typeof playlistKinds)[number];

/** Returns what a playlist is, by what it keeps. */
export function kindOfPlaylist({ rows, recipe }: Pick<Playlist, "rows" | "recipe">): PlaylistKind {
  if (rows === null) return "recipe";
  return recipe === null ? "tracks" : "frozen";
}

/** Returns the recipe of a playlist as clients see it: of one without, nothing but the number of its rows. */
export const shownRecipeOf = ({
  recipe,
  rows,
}: Pick<Playlist, "rows" | "recipe">): PlaylistRecipe =>
  recipe ?? {
    ...{ filter: {}, order: null, length: rows?.count ?? 0 },
    ...{ seeds: [], exclude: [], path: null, spreadArtists: null },
  };

/** How many revisions of a playlist are kept, the present one included. */
export const KEPT_REVISIONS = 50;

/** How many deleted playlists of an owner are kept. */
export const KEPT_REMOVED = 20;

/** Returns the revision that undoing the last change brings back; `null` where none is kept. */
export const undoneRevisionOf = ({
  revision,
  undoRevision,
}: Pick<Playlist, "revision" | "undoRevision">): number | null =>
  undoRevision !== null && undoRevision > revision - KEPT_REVISIONS ? undoRevision : null;

/** The owner of the playlists of the command line; no API key has this lookup part. */
export const OPERATOR = "operator";

/** A playlist as a client writes it, before it is validated. */
export interface PlaylistParameters {
  readonly name?: unknown;
  readonly note?: unknown;
  /** What it keeps as rows, in this order; then it has no recipe. */
  readonly tracks?: readonly unknown[] | null | undefined;
  /** The revision that a change is of. */
  readonly revision?: unknown;
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
export const MAX_PLAYLIST_NOTE_CHARACTERS = 1_000;

/** The maximum number of tracks, or rows, that one request names. */
export const MAX_NAMED_ROWS = 2_000;

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
  return {
    name: parsePlaylistName(parameters.name),
    note: parseNote(parameters.note, "note", MAX_PLAYLIST_NOTE_CHARACTERS),
    recipe: isAbsent(parameters.tracks) ? parseRecipe(parameters) : noRecipe(parameters),
    isWritten: parameters.isWritten ?? false,
  };
}

/**
 * Validates the tracks that a playlist keeps; `undefined` where it keeps none.
 *
 * @throws {InvalidInputError} one is malformed, or there are too many
 */
export function parseKeptTracks({
  tracks,
}: Pick<PlaylistParameters, "tracks">): readonly TrackRef[] | undefined {
  return isAbsent(tracks) ? undefined : parseRefs(tracks ?? [], "tracks");
}

/**
 * Validates tracks that become rows, which may be the same several times.
 *
 * @throws {InvalidInputError} one is malformed, or there are too many
 */
export function parseRefs(values: readonly unknown[], parameter: string): readonly TrackRef[] {
  requireFewRows(values, parameter);
  return values.map((value) => parseTrackRef(value, parameter));
}

/** @throws {InvalidInputError} a request names too many tracks that become rows */
export function requireFewRows(values: readonly unknown[], parameter: string): void {
  if (values.length <= MAX_NAMED_ROWS) return;
  throw new InvalidInputError(parameter, `must have at most ${MAX_NAMED_ROWS} tracks`);
}

function parseRecipe(parameters: PlaylistParameters): PlaylistRecipe {
  const { filter, order = null, from, to } = parameters;
  const path =
    isAbsent(from) && isAbsent(to)
      ? null
      : {
          from: parseTrackRef(from ?? undefined, "from"),
          to: parseTrackRef(to ?? undefined, "to"),
        };
  const seeds = parseKeys(parameters.seeds, "seeds", MAX_PLAYLIST_SEEDS);
  if (path) {
    const others = { filter: givenFilter(filter), order, seeds: givenKeys(seeds) };
    refuseBeside('"from" and "to"', others);
  }
  parseTrackFilter(filter ?? {}, "filter.");
  if (order !== null) parseOrder(order);
  return {
    filter: filter ?? {},
    order,
    length: parsePlaylistLength(parameters.length, path !== null),
    seeds,
    exclude: parseKeys(parameters.exclude, "exclude", MAX_PLAYLIST_EXCLUDED),
    path,
    spreadArtists: parameters.spreadArtists ?? null,
  };
}

/** @throws {InvalidInputError} a member of a recipe is given */
function noRecipe(parameters: PlaylistParameters): null {
  const { filter, order, length, seeds, exclude, from, to, spreadArtists } = parameters;
  refuseBeside('"tracks"', {
    ...{ filter: givenFilter(filter), order, length, from, to, spreadArtists },
    ...{ seeds: givenKeys(seeds), exclude: givenKeys(exclude) },
  });
  return null;
}

/** Returns conditions where there are any: an object may have members that are all `null`. */
const givenFilter = (filter: PlaylistParameters["filter"]) =>
  filter && filterTextsOf(filter).length > 0 ? filter : null;

const givenKeys = (keys: readonly unknown[] | null | undefined) =>
  keys && keys.length > 0 ? keys : null;

function parsePlaylistLength(value: unknown, isPath: boolean): number {
  const bounds = isPath
    ? { defaultValue: DEFAULT_PATH_LENGTH, min: 2, max: MAX_MIX_PATH_LENGTH }
    : { defaultValue: DEFAULT_PLAYLIST_LENGTH, min: 1, max: MAX_PLAYLIST_LENGTH };
  return parseCount(value, { parameter: "length", ...bounds });
}

function refuseBeside(members: string, others: Readonly<Record<string, unknown>>): void {
  const given = Object.entries(others).find(([, value]) => !isAbsent(value));
  if (given) throw new InvalidInputError(given[0], `cannot be combined with ${members}`);
}

/** @throws {InvalidInputError} it is empty, too long, or has control characters */
export function parsePlaylistName(value: unknown, parameter = "name"): string {
  const name = typeof value === "string" ? value.trim() : "";
  const isPlain = !/\p{Cc}/u.test(name) && name.isWellFormed();
  if (name.length >= 1 && name.length <= MAX_PLAYLIST_NAME_CHARACTERS && isPlain) return name;
  const problem = `must be a text of 1 to ${MAX_PLAYLIST_NAME_CHARACTERS} characters without control characters`;
  throw new InvalidInputError(parameter, problem);
}

/**
 * Validates a note, whose lines may be several; empty where absent.
 *
 * @throws {InvalidInputError} it is too long, or has other control characters than ends of lines and tabs
 */
export function parseNote(value: unknown, parameter: string, maxCharacters: number): string {
  if (isAbsent(value)) return "";
  const note = typeof value === "string" ? value.trim().replaceAll("\r\n", "\n") : undefined;
  const isPlain = note !== undefined && !/[^\P{Cc}\n\t]/u.test(note) && note.isWellFormed();
  if (isPlain && note.length <= maxCharacters) return note;
  const problem = `must be a text of at most ${maxCharacters} characters without control characters`;
  throw new InvalidInputError(parameter, problem);
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
