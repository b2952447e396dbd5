import { textOfCell } from "../../domain/export/csv-cell.js";
import { InvalidInputError } from "../../domain/errors/request-errors.js";
import { durationMsFrom, type ListedTexts } from "../../domain/list-import/listed-track-from.js";
import type { ReadList } from "../../domain/list-import/listed-row.js";
import { foldLetters } from "../../domain/track/folded-text.js";
import type { SlicedWork } from "../../ports/analysis/sound-catalogue.js";
import { CollectedLists } from "./collected-lists.js";
import { csvRecordAt, separators, type FieldSeparator } from "./csv-records.js";
import { pathFromLocation } from "./list-path.js";
import type { TextList } from "./text-list.js";

/** The names that programs give to columns, in lower case and with letters alone; the first one with a value counts. */
const COLUMNS = {
  title: [
    "trackname",
    "tracktitle",
    "songname",
    "songtitle",
    "title",
    "track",
    "song",
    "name",
    "titel",
  ],
  artist: [
    ...["artistnames", "artistname", "trackartist", "trackartists", "artists", "artist"],
    ...["performer", "creator", "interpret", "kunstler", "albumartistnames", "albumartistname"],
    ...["albumartists", "albumartist"],
  ],
  album: ["albumname", "albumtitle", "album", "release"],
  milliseconds: ["trackdurationms", "durationms", "lengthms", "trackdurationmilliseconds"],
  seconds: ["durationseconds", "lengthseconds", "durations"],
  length: ["duration", "trackduration", "length", "time", "dauer"],
  isrc: ["isrc", "isrccode", "isrcnumber"],
  mbid: ["mbid", "recordingmbid", "musicbrainzid", "musicbrainzrecordingid"],
  spotify: [
    "trackuri",
    "spotifyid",
    "spotifyuri",
    "spotifyurl",
    "spotifytrackid",
    "uri",
    "trackurl",
    "url",
    "trackid",
    "id",
  ],
  trackKey: ["trackkey"],
  recordingId: ["recordingid"],
  path: ["path", "filepath", "location", "file", "filename"],
  list: ["playlistname", "playlist"],
} as const;

type Column = keyof typeof COLUMNS;

/** Columns of which a table needs one. */
const NEEDED: readonly Column[] = ["title", "isrc", "mbid", "spotify", "recordingId", "path"];

/** A line in which a spreadsheet is told the separator. */
const SEPARATOR_LINE = /^sep=(.)\r?\n/u;

const ROWS_PER_STEP = 200;

/** Characters in which the names of columns are looked for, and those of one name. */
const MAX_HEADER_CHARACTERS = 20_000;
const MAX_COLUMN_CHARACTERS = 100;

/** Where the columns of a table are. */
type Places = Readonly<Record<Column, readonly number[]>>;

/** The beginning of a table: its columns, and where its rows begin. */
interface Header {
  readonly separator: FieldSeparator;
  readonly places: Places;
  readonly end: number;
}

/** Returns whether a text begins with a line of column names that lead to tracks. */
export const isCsvList = (text: string): boolean => findHeader(text) !== undefined;

/**
 * Reads a table with a line of column names, as Exportify, TuneMyMusic, Soundiiz and other programs write them. Where it has a column
 * of playlists, each of them is a list.
 *
 * @throws {InvalidInputError} no column has titles, ids or paths
 */
export function* readCsv({ text, folder, list: wanted }: TextList): SlicedWork<ReadList> {
  const header = findHeader(text);
  if (header === undefined) {
    const problem =
      'must begin with the names of columns, of which one is "title", "isrc", "spotify id" or "path"';
    throw new InvalidInputError("file", problem);
  }
  const lists = new CollectedLists(wanted);
  const { separator, places } = header;
  let count = 0;
  for (let start = header.end; start < text.length; count += 1) {
    if (count % ROWS_PER_STEP === 0) yield;
    const { fields, end } = csvRecordAt(text, start, separator);
    const begin = start;
    start = end;
    if (fields.every((field) => field.trim() === "")) continue;
    const valueOf = (column: Column): string | undefined => valueIn(fields, places[column]);
    const list = lists.named(valueOf("list") ?? "");
    lists.add(list, () => ({ raw: text.slice(begin, end), ...textsOf(valueOf, folder) }));
  }
  return lists.result("csv");
}

function findHeader(whole: string): Header | undefined {
  const text = whole.slice(0, MAX_HEADER_CHARACTERS);
  const begin = SEPARATOR_LINE.exec(text.slice(0, 10))?.[0].length ?? 0;
  const [best] = separators
    .map((separator) => {
      const { fields, end } = csvRecordAt(text, begin, separator);
      return { separator, end, places: placesOf(fields) };
    })
    .filter(({ places }) => NEEDED.some((column) => places[column].length > 0))
    .sort((one, other) => knownIn(other.places) - knownIn(one.places));
  return best;
}

const knownIn = (places: Places): number => Object.values(places).flat().length;

function placesOf(names: readonly string[]): Places {
  const byName = new Map<string, number>();
  for (const [place, name] of names.entries()) {
    const plain = foldLetters(name.slice(0, MAX_COLUMN_CHARACTERS)).replace(/[^a-z]/gu, "");
    if (!byName.has(plain)) byName.set(plain, place);
  }
  const found = Object.entries(COLUMNS).map(([column, known]) => [
    column,
    known.flatMap((name) => byName.get(name) ?? []),
  ]);
  return Object.fromEntries(found) as Places;
}

/** Returns the first value of a record in some places; `undefined` where all are blank. */
function valueIn(fields: readonly string[], places: readonly number[]): string | undefined {
  const values = places.map((place) => textOfCell(fields[place]?.trim() ?? ""));
  return values.find((value) => value !== "");
}

function textsOf(
  valueOf: (column: Column) => string | undefined,
  folder: string | undefined,
): ListedTexts {
  const path = valueOf("path");
  return {
    title: valueOf("title"),
    artist: valueOf("artist"),
    album: valueOf("album"),
    durationMs:
      durationMsFrom(valueOf("milliseconds"), "ms") ??
      durationMsFrom(valueOf("seconds"), "s") ??
      durationMsFrom(valueOf("length"), "guessed"),
    isrc: valueOf("isrc"),
    musicbrainzId: valueOf("mbid"),
    spotifyId: valueOf("spotify"),
    trackKey: valueOf("trackKey"),
    recordingId: valueOf("recordingId"),
    path: path === undefined ? undefined : pathFromLocation(path, folder),
  };
}
