import { FRAMES_PER_SECOND } from "../audio-range.js";
import { findName } from "../track/name-text.js";

/** Maximum length of a sheet, characters or bytes: one of 99 tracks has some 10 kB. */
export const MAX_CUE_LENGTH = 1024 * 1024;

/** Maximum number of tracks; CDs have at most 99, sheets of mixes sometimes more. */
const MAX_CUE_TRACKS = 999;

/** What a sheet says of a disc or a track; names as they are written. */
export interface CueNames {
  readonly title?: string;
  readonly performer?: string;
  readonly songwriter?: string;
  /** Of `REM GENRE`. */
  readonly genre?: string;
  /** Of `REM DATE`, e.g. "1973" or "1973-03-01". */
  readonly date?: string;
  /** Of `REM DISCNUMBER`. */
  readonly discNumber?: string;
  readonly isrc?: string;
}

/** A track of a sheet. */
export interface CueTrack {
  /** 1..999. */
  readonly number: number;
  /** Whether it is sound: discs may also have tracks of data. */
  readonly isAudio: boolean;
  /** Of its INDEX 01, in the file that it is listed under; 1/75 s. */
  readonly startFrame: number;
  readonly names: CueNames;
}

/** A file of a sheet, with the tracks that begin in it, in the order of their starts. */
export interface CueFile {
  /** As the sheet writes it. */
  readonly name: string;
  readonly tracks: readonly CueTrack[];
}

/** A cue sheet: at least one file, each with at least one track. */
export interface CueSheet {
  readonly names: CueNames;
  readonly files: readonly CueFile[];
}

/** Why a sheet is not used, in words that follow its path. */
export interface CueProblem {
  readonly problem: string;
}

/** The commands that name something, and what they name; those of REM are written behind it. */
const NAMING: Readonly<Record<string, keyof CueNames>> = {
  TITLE: "title",
  PERFORMER: "performer",
  SONGWRITER: "songwriter",
  ISRC: "isrc",
  "REM GENRE": "genre",
  "REM DATE": "date",
  "REM DISCNUMBER": "discNumber",
};

/** A track whose INDEX 01 may not have been read yet. */
interface ReadTrack {
  readonly number: number;
  readonly isAudio: boolean;
  readonly names: { -readonly [Name in keyof CueNames]: string };
  startFrame?: number;
}

/**
 * Parses a cue sheet. A track begins at its INDEX 01, in the file whose FILE command stands before that. What precedes
 * it from INDEX 00 on is the gap behind the track before. Commands without effect on the ranges and names of tracks are
 * passed over: CATALOG, CDTEXTFILE, FLAGS, PREGAP, POSTGAP and other REM.
 *
 * Source: "CDRWIN User's Guide", version 3.8, Golden Hawk Technology, appendix A.
 *
 * @returns why it is not used, where it has no track, is too long, or contradicts itself
 */
export function parseCueSheet(text: string): CueSheet | CueProblem {
  if (text.length > MAX_CUE_LENGTH) return { problem: "is longer than a megabyte" };
  const names: ReadTrack["names"] = {};
  const files: { name: string; tracks: ReadTrack[] }[] = [];
  const tracks: ReadTrack[] = [];
  for (const line of text.split(/\r\n?|\n/u)) {
    const { command, rest } = commandOf(line);
    const track = tracks.at(-1);
    const file = files.at(-1);
    const naming = NAMING[command];
    if (naming !== undefined) {
      const name = findName(unquoted(rest));
      const named = track?.names ?? names;
      if (name !== undefined) named[naming] ??= name;
    } else if (command === "FILE") {
      files.push({ name: fileNameOf(rest), tracks: [] });
    } else if (command === "TRACK") {
      const [, digits, mode] = /^(\d{1,4})\s+(\S+)/u.exec(rest) ?? [];
      const number = Number(digits);
      if (digits === undefined || number < 1) return { problem: "has a track without a number" };
      if (number > MAX_CUE_TRACKS) return { problem: `has more than ${MAX_CUE_TRACKS} tracks` };
      if (number <= (track?.number ?? 0)) return { problem: `has track ${number} out of order` };
      tracks.push({ number, isAudio: mode?.toUpperCase() === "AUDIO", names: {} });
    } else if (command === "INDEX") {
      const index = indexFrom(rest);
      if (index === undefined) return { problem: "has an index that is no position" };
      if (index.number !== 1) continue;
      if (!file || !track) return { problem: "has an index before its first file or track" };
      const before = file.tracks.at(-1);
      if (track.startFrame !== undefined || index.frame <= (before?.startFrame ?? -1)) {
        return { problem: `has track ${track.number} begin before the end of the one before it` };
      }
      track.startFrame = index.frame;
      file.tracks.push(track);
    }
  }
  const unplaced = tracks.find(({ startFrame }) => startFrame === undefined);
  if (unplaced) return { problem: `does not say where track ${unplaced.number} begins` };
  if (tracks.length === 0) return { problem: "has no track" };
  const used = files.filter((file) => file.tracks.length > 0);
  return {
    names,
    files: used.map(({ name, tracks: read }) => ({ name, tracks: read.map(placed) })),
  };
}

const placed = ({ startFrame = 0, ...track }: ReadTrack): CueTrack => ({ ...track, startFrame });

/** Splits a line into its command, in upper case and with the word behind REM, and what follows. */
function commandOf(line: string): { readonly command: string; readonly rest: string } {
  const [, command = "", rest = ""] = /^\s*((?:REM\s+)?\S+)\s*(.*)$/isu.exec(line) ?? [];
  return { command: command.toUpperCase().replace(/\s+/u, " "), rest: rest.trim() };
}

/** Returns what is between the first and the last quotation mark, or the text itself without them. */
function unquoted(text: string): string {
  const [, inner] = /^"(.*)"/su.exec(text) ?? [];
  return inner ?? text;
}

/** Returns the name in a FILE command, which has a type behind it. */
const fileNameOf = (rest: string): string =>
  rest.startsWith('"') ? unquoted(rest) : rest.replace(/\s+\S+$/u, "");

/** Reads "01 12:34:56": the number of an index, and its position in minutes, seconds and frames. */
function indexFrom(rest: string): { readonly number: number; readonly frame: number } | undefined {
  const parts = /^(\d{1,2})\s+(\d{1,5}):(\d{1,2}):(\d{1,2})$/u.exec(rest);
  if (!parts) return undefined;
  const [number = 0, minutes = 0, seconds = 0, frames = 0] = parts.slice(1).map(Number);
  if (seconds >= 60 || frames >= FRAMES_PER_SECOND) return undefined;
  return { number, frame: (minutes * 60 + seconds) * FRAMES_PER_SECOND + frames };
}
