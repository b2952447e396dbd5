import type { Analysis, AnalysisValues } from "../analysis/analysis.js";
import type { Section } from "../analysis/timeline.js";
import type { TrackRange } from "../audio-range.js";
import type { AudioTags, LibraryFile } from "../library/library-file.js";
import type { ReleaseDetails } from "../track/release-details.js";

/** A file of the library, with its absolute path. */
export interface LocatedFile extends LibraryFile {
  readonly path: string;
}

/** What exports say of the file of a track. */
export interface ExportedFile extends ReleaseDetails, Pick<AudioTags, "isrc" | "musicbrainzId"> {
  /** Absolute. */
  readonly path: string;
  /** The part of the file that is the track; absent where that is the whole file. */
  readonly range?: TrackRange;
  /** Absent for files outside the library. */
  readonly sizeBytes?: number;
}

/** When in a track what happens; all of it may be empty. */
export interface TrackTimes extends Pick<Analysis, "beats" | "downbeats" | "downbeatConfidence"> {
  /** In order. */
  readonly sections: readonly Section[];
}

/** The times of a track in a format that has none. */
export const NO_TIMES: TrackTimes = {
  beats: [],
  downbeats: [],
  downbeatConfidence: 0,
  sections: [],
};

/** A track of an export. */
export interface ExportedTrack {
  readonly analysis: AnalysisValues;
  /** The file of the track; always present in an export that needs files. */
  readonly file?: ExportedFile | undefined;
  /** Empty where the format does not ask for them. */
  readonly times: TrackTimes;
}

/** The tracks of an export, a page at a time. */
export interface ExportedTracks {
  readonly pages: AsyncIterable<readonly ExportedTrack[]>;
  /** How many there are; present where the format asks for it. */
  readonly count?: number;
  /** How many tracks were left out up to now. */
  leftOut(this: void): number;
}

/** What an export says of itself. */
export interface ExportDescription {
  readonly title: string;
  /** Name and version of the program, e.g. "Overtone 0.1.0". */
  readonly software: string;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  /** Returns how M3U8 names the file at an absolute path; by that path where absent. */
  readonly pathOf?: (path: string) => string;
  /** Whether CSV begins with a byte order mark, by which spreadsheets recognise UTF-8; not where absent. */
  readonly hasByteOrderMark?: boolean;
  /** The template of what rekordbox shows as the comment of a track; `DEFAULT_COMMENT` where absent. */
  readonly comment?: string;
}

/** Returns what an export says of the tracks that it leaves out; `undefined` where there are none. */
export function leftOutNoteOf(count: number): string | undefined {
  if (count === 0) return undefined;
  const tracks = count === 1 ? "1 track is" : `${count} tracks are`;
  return `${tracks} left out: this machine has no file of them, or it has changed since it was measured.`;
}

/** Returns how to cite the values of an analysis. */
export function citationOf(software: string, analysisVersion: number): string {
  return `${software}: automatic analysis of recorded music, analysis version ${analysisVersion}.`;
}
