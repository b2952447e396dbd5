import type { TaggedValues } from "../tagging/tagged-values.js";
import {
  releaseDetailNames,
  releaseDetailsOf,
  type ReleaseDetails,
} from "../track/release-details.js";
import type { RecordingId } from "../track/recording-id.js";
import type { TrackKey } from "../track/track-key.js";
import { digestOf } from "../track/track-key.js";
import type { TrackRange } from "../audio-range.js";
import type { StreamFacts } from "../track/holding-file.js";
import type { FileState } from "./file-state.js";
import type { AwayDirectory } from "./library-directory.js";
import { candidateOf, type Isrc, type TrackCandidate } from "../track/track.js";

/** The metadata of an audio file: its tags, or parts of its name where it has none, and how it is encoded. */
export interface AudioTags extends ReleaseDetails, StreamFacts {
  /** All artists, as the tag has them. */
  readonly artist: string;
  /** The artists one by one, at least two; absent where the tag has one name only. */
  readonly artists?: readonly string[];
  readonly trackName: string;
  /** Seconds, > 0. */
  readonly durationSeconds?: number;
  readonly isrc?: Isrc;
  readonly musicbrainzId?: string;
  /** Whether there is a picture in the file that can be shown. */
  readonly hasCover: boolean;
  /** What others wrote of its sound; absent where the tags have no such value. */
  readonly tagged?: TaggedValues;
}

/** The tags that are counted where files are compared by how much their tags say, beside a cover. */
export const countedTags = [
  ...releaseDetailNames,
  ...(["isrc", "musicbrainzId", "tagged"] as const),
] as const satisfies readonly (keyof AudioTags)[];

/**
 * Returns how much tags say beside artist and title: the details of the release, ISRC, MusicBrainz id, cover, and
 * what others wrote of the sound, each counted once.
 */
export function tagCountOf(tags: AudioTags): number {
  return countedTags.filter((name) => tags[name] !== undefined).length + Number(tags.hasCover);
}

/** A path in the library: a configured folder, and a path below it. */
export interface LibraryPath {
  /** Absolute, symbolic links resolved. */
  readonly folder: string;
  /** Below `folder`, with `/` between names. */
  readonly relativePath: string;
}

/** A path in the library, and which track of the file there is meant. */
export interface TrackPath extends LibraryPath {
  /** Absent where the file is one track. */
  readonly range?: TrackRange;
}

/**
 * Returns the path of `inner` relative to `outer`, with `/` between names, or `undefined` where it
 * is not below it. Both are absolute, symbolic links resolved.
 */
export function pathBelow(outer: string, inner: string): string | undefined {
  const separator = outer.includes("/") ? "/" : "\\";
  const start = outer.endsWith(separator) ? outer : outer + separator;
  if (!inner.startsWith(start) || inner === start) return undefined;
  return inner.slice(start.length).split(separator).join("/");
}

/** Returns the absolute path of a file or folder of the library; `relativePath` is empty for the folder itself. */
export const absolutePathOf = ({ folder, relativePath }: LibraryPath): string =>
  relativePath === "" ? folder : `${folder}/${relativePath}`;

/** A folder with files in the library, as this server sees it. */
export interface KnownFolder {
  /** Absolute; symbolic links are resolved where the folder can be read. */
  readonly folder: string;
  /** The number of its files in the library, >= 0. */
  readonly fileCount: number;
  /** Whether this server scans it and reads its files: it is configured, or was added. */
  readonly isConfigured: boolean;
  /** Whether it was added beside the configured ones. */
  readonly isAdded: boolean;
  /** Whether it is neither scanned nor analysed by itself. */
  readonly isPaused: boolean;
  /** Why it cannot be used at the moment, e.g. "does not exist"; absent where it can. */
  readonly problem?: string;
  /** Directories in it whose files are away, e.g. because a disk is not mounted; ordered by path. */
  readonly away: readonly AwayDirectory[];
}

/** A folder as a client is shown it: paths are `null` for those who may not see them. */
export interface ShownFolder extends Pick<
  KnownFolder,
  "fileCount" | "isConfigured" | "isAdded" | "isPaused"
> {
  readonly path: string | null;
  /** `null` where it can be used. */
  readonly problem: string | null;
  readonly away: readonly (Omit<AwayDirectory, "path"> & { readonly path: string | null })[];
}

/** Returns a folder as it is shown to a client that may see paths, or may not. */
export function shownFolder(known: KnownFolder, maySeePaths: boolean): ShownFolder {
  const { folder, fileCount, isConfigured, isAdded, isPaused, problem = null } = known;
  const shown = (path: string): string | null => (maySeePaths ? path : null);
  const away = known.away.map((directory) => ({ ...directory, path: shown(directory.path) }));
  const state = { isConfigured, isAdded, isPaused };
  return { path: shown(folder), fileCount, ...state, problem, away };
}

/** A file that a scan found on disk, before it is opened. */
export interface FoundFile extends LibraryPath, FileState {
  /** The number of the file in its file system: it stays where the file is renamed. */
  readonly inode: number;
  /** A digest of the names and states of the files in its directory that are called as covers are; absent where there is none. */
  readonly covers?: string;
  /** A digest of the names and states of the cue sheets in its directory, and of the names of its audio files; absent where it has no sheet. */
  readonly sheets?: string;
  /** A digest of what its music server says of it; absent where it lies on a disk. */
  readonly facts?: string;
}

/**
 * Names a file of the library, or a track of one: 16 lower-case hex characters, from its path and the number of the
 * track. Those of the tracks of a file follow each other in the order of the tracks.
 */
export type FileId = string & { readonly __brand: "FileId" };

/** What was found of the covers in the directory of a file. */
export interface CoversBeside {
  /** As `FoundFile` has it; empty where they could not be read then, so that the next scan reads them. */
  readonly covers: string;
  /** The name of the picture that stands for all files of the directory; absent where none of them is one. */
  readonly coverBeside?: string;
}

/** A file of the library, as it is stored; of a file that has several tracks by a cue sheet, one of them. */
export interface LibraryFile extends FoundFile, AudioTags, Partial<CoversBeside> {
  /** The part of the file that is meant; absent where the file is one track. */
  readonly range?: TrackRange;
  readonly trackKey: TrackKey;
  /**
   * Hash of the size and of samples of the content: equal for copies of a file. Files with equal ones may
   * have different audio; it only says which of the files that are gone may have been moved here.
   */
  readonly fingerprint: string;
  /** The recording that it held when it was last read whole; absent where its bytes may have changed since. */
  readonly recordingId?: RecordingId;
  /** The recording that it held before its bytes may have changed. */
  readonly formerRecordingId?: RecordingId;
  /** When a scan found it first, milliseconds since 1970; absent where that was before version 0044. */
  readonly addedAt?: number;
  /** The digest of its audio that a database before version 0031 had: 64 hex characters, or empty. */
  readonly audioDigest?: string;
}

/** Hex characters of the id of a track that are its number, up to 999. */
const NUMBER_DIGITS = 3;

/** Returns the id of the file at a path, or of a track of it. No path contains the zero. */
export const fileIdOf = (path: TrackPath): FileId => {
  const file = absolutePathOf(path);
  if (!path.range) return digestOf(file) as FileId;
  const number = path.range.number.toString(16).padStart(NUMBER_DIGITS, "0");
  return `${digestOf(`${file}\0`).slice(0, -NUMBER_DIGITS)}${number}` as FileId;
};

/** The state in which a file was stored, or a track of it: what a scan compares with the file on disk. */
export interface StoredState extends LibraryPath, FileState {
  /** As `FoundFile` has it. */
  readonly covers: string | undefined;
  /** As `FoundFile` has it. */
  readonly sheets: string | undefined;
  /** As `FoundFile` has it. */
  readonly facts: string | undefined;
}

/** Returns the files by their paths; of one that has several tracks, these are together. */
export function filesByPath<File extends LibraryPath>(
  files: Iterable<File>,
): Map<string, readonly File[]> {
  const byPath = new Map<string, readonly File[]>();
  for (const file of files) {
    byPath.set(file.relativePath, [...(byPath.get(file.relativePath) ?? []), file]);
  }
  return byPath;
}

/** Where the cover of a file may be. */
export type CoverPlaces = Pick<LibraryFile, "hasCover" | "coverBeside">;

/** Returns whether a file had a cover when it was scanned, in it or beside it. */
export const mayHaveCover = ({ hasCover, coverBeside }: CoverPlaces): boolean =>
  hasCover || coverBeside !== undefined;

/** Returns the candidate that a file's tags describe. */
export function candidateFromFile(file: LibraryFile): TrackCandidate {
  const { artist, artists, trackName, durationSeconds, isrc, musicbrainzId } = file;
  const artwork = { kind: mayHaveCover(file) ? "embedded" : "none" } as const;
  const names = { provider: "library", artist, trackName, artwork };
  const details = releaseDetailsOf(file);
  return candidateOf({ ...names, ...details, artists, durationSeconds, isrc, musicbrainzId });
}

/** A folder or file that cannot be read, temporarily or permanently. */
export interface UnreachablePath {
  /** Absolute. */
  readonly path: string;
  /** e.g. "does not exist". */
  readonly reason: string;
}

/** The result of a scan, as numbers of files. */
export interface ScanReport {
  readonly added: number;
  readonly changed: number;
  readonly moved: number;
  readonly deleted: number;
  readonly unchanged: number;
  /** Files that look like audio and could not be read, with the reason. */
  readonly failed: readonly { readonly path: string; readonly reason: string }[];
  /** Folders and files that the scan could not read. Stored files there are kept. */
  readonly unreachable: readonly UnreachablePath[];
}
