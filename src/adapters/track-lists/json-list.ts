import { InvalidInputError } from "../../domain/errors/request-errors.js";
import type { ListedTexts } from "../../domain/list-import/listed-track-from.js";
import type { ListFormat, ReadList } from "../../domain/list-import/listed-row.js";
import type { SlicedWork } from "../../ports/analysis/sound-catalogue.js";
import { CollectedLists } from "./collected-lists.js";
import { pathFromLocation } from "./list-path.js";
import { eachLine } from "./text-lines.js";
import type { TextList } from "./text-list.js";

type JsonObject = Readonly<Record<string, unknown>>;

/** A track of Spotify's that was a file: artist, album, title and seconds, escaped as in the query of a URL. */
const LOCAL_URI = /^spotify:local:([^:]*):([^:]*):([^:]*):(\d*)$/u;

const ROWS_PER_STEP = 500;

/** Rows in these members are tracks. */
const ROW_MEMBERS = ["track", "tracks", "items", "songs"] as const;

/** Artists of one row that are read. */
const MAX_ARTISTS = 50;

/**
 * Reads lists in JSON: the data that Spotify exports (`Playlist1.json`, `YourLibrary.json`), its Web API, JSPF, and others that have
 * an array of tracks, each with a name and artists.
 *
 * Source: "JSPF Draft", xspf.org/jspf; "Understanding your data", support.spotify.com.
 *
 * @throws {InvalidInputError} no JSON, or without an array of tracks
 */
export function* readJson(file: TextList): SlicedWork<ReadList> {
  const value = findJson(file.text);
  const { lists: found, format } = listsIn(value);
  if (found.length === 0) {
    // A track in each line, or in the only one.
    const lines = isTrack(value) || value === undefined ? yield* readJsonLines(file) : undefined;
    if (lines) return lines;
    throw new InvalidInputError("file", "is no JSON with a list of tracks");
  }
  const lists = new CollectedLists(file.list);
  for (const { name, rows } of found) {
    const list = lists.begin(name);
    for (const [index, row] of rows.entries()) {
      if (index % ROWS_PER_STEP === 0) yield;
      lists.add(list, () => ({ raw: rawOf(row), ...textsOf(row, file.folder) }));
    }
  }
  return lists.result(format);
}

/** Reads an object in each line; `undefined` where the first line is none. */
function* readJsonLines({
  text,
  folder,
  list: wanted,
}: TextList): SlicedWork<ReadList | undefined> {
  const start = text.trimStart();
  const end = start.indexOf("\n");
  if (!isObject(findJson(end === -1 ? start : start.slice(0, end)))) return undefined;
  const lists = new CollectedLists(wanted);
  const list = lists.begin(undefined);
  yield* eachLine(text, (line) => {
    lists.add(list, () => ({ raw: line, ...textsOf(findJson(line), folder) }));
  });
  return lists.result("jsonl");
}

function findJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

interface FoundList {
  readonly name: string | undefined;
  readonly rows: readonly unknown[];
}

/** Returns the lists in a document: those of a member `playlists`, or else the document itself, or its member `playlist`. */
function listsIn(value: unknown): {
  readonly lists: readonly FoundList[];
  readonly format: ListFormat;
} {
  if (Array.isArray(value)) return { lists: [{ name: undefined, rows: value }], format: "json" };
  if (!isObject(value)) return { lists: [], format: "json" };
  const { playlist, playlists } = value;
  if (isObject(playlist)) {
    const format = Array.isArray(playlist["track"]) ? "jspf" : "json";
    return { lists: listOf(playlist), format };
  }
  if (Array.isArray(playlists)) {
    return { lists: playlists.filter(isObject).flatMap(listOf), format: "json" };
  }
  return { lists: listOf(value), format: "json" };
}

function listOf(value: JsonObject): readonly FoundList[] {
  const name = textIn(value, "name", "title");
  for (const member of ROW_MEMBERS) {
    const rows = value[member];
    if (Array.isArray(rows)) return [{ name, rows }];
    // The Web API has the items of a page in an object.
    if (isObject(rows) && Array.isArray(rows["items"])) return [{ name, rows: rows["items"] }];
  }
  return [];
}

function textsOf(row: unknown, folder: string | undefined): ListedTexts {
  if (!isObject(row)) return {};
  const local = row["localTrack"];
  const track = [row["track"], local, row["item"]].find(isObject) ?? row;
  const uri = textIn(track, "trackUri", "uri", "spotifyUri", "id", "url") ?? textIn(row, "uri");
  const localUri = LOCAL_URI.exec(uri ?? "");
  if (localUri) return textsOfLocal(localUri);
  const location = textIn(track, "location", "path", "file");
  const codes = track["external_ids"];
  return {
    title: textIn(track, "trackName", "name", "title", "track"),
    artist: artistIn(track),
    album: textIn(track, "albumName", "album"),
    durationMs: numberIn(track, "duration_ms", "durationMs", "duration") ?? secondsIn(track),
    isrc: textIn(track, "isrc") ?? (isObject(codes) ? textIn(codes, "isrc") : undefined),
    musicbrainzId: textIn(track, "musicbrainzId", "recording_mbid", "mbid", "identifier"),
    spotifyId: uri,
    trackKey: textIn(track, "trackKey"),
    recordingId: textIn(track, "recordingId"),
    path: location === undefined ? undefined : pathFromLocation(location, folder),
  };
}

function textsOfLocal([
  ,
  artist = "",
  album = "",
  title = "",
  seconds,
]: RegExpExecArray): ListedTexts {
  return {
    artist: fromQuery(artist),
    album: fromQuery(album),
    title: fromQuery(title),
    durationMs: 1_000 * Number(seconds),
  };
}

function fromQuery(text: string): string {
  const spaced = text.replaceAll("+", " ");
  try {
    return decodeURIComponent(spaced);
  } catch {
    return spaced;
  }
}

/** Returns the artists of a track: a text, or several, which may be objects with a name. */
function artistIn(track: JsonObject): string | undefined {
  const { artists } = track;
  if (Array.isArray(artists)) {
    const names = artists
      .slice(0, MAX_ARTISTS)
      .flatMap((artist: unknown) =>
        isObject(artist)
          ? (textIn(artist, "name") ?? [])
          : typeof artist === "string"
            ? artist
            : [],
      );
    if (names.length > 0) return names.join("; ");
  }
  return textIn(track, "artistName", "artist", "creator", "artists");
}

/** Returns the first of some members that is a text, the first text of an array, or an object with a name. */
function textIn(value: JsonObject, ...members: readonly string[]): string | undefined {
  for (const name of members) {
    const member = value[name];
    const [first] = Array.isArray(member) ? (member as readonly unknown[]) : [member];
    if (typeof first === "string" && first.trim() !== "") return first;
    if (isObject(first) && typeof first["name"] === "string") return first["name"];
  }
  return undefined;
}

function numberIn(value: JsonObject, ...members: readonly string[]): number | undefined {
  const found = members.map((name) => value[name]).find((member) => typeof member === "number");
  return typeof found === "number" && Number.isFinite(found) ? found : undefined;
}

function secondsIn(value: JsonObject): number | undefined {
  const seconds = numberIn(value, "durationSeconds");
  return seconds === undefined ? undefined : 1_000 * seconds;
}

const isTrack = (value: unknown): boolean => textsOf(value, undefined).title !== undefined;

const isObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Returns a row as the file has it, without white space between its parts; nothing of one with thousands of values within each other. */
function rawOf(row: unknown): string {
  try {
    return JSON.stringify(row);
  } catch {
    return "";
  }
}
