import type { TrackKey } from "./track-key.js";
import type { Isrc } from "./track.js";

/** What a file says of itself: its tags, or its name where it has none. */
export interface AudioTags {
  readonly artist: string;
  readonly trackName: string;
  readonly album?: string;
  /** Seconds, > 0. */
  readonly durationSeconds?: number;
  readonly isrc?: Isrc;
  readonly musicbrainzId?: string;
  readonly hasCover: boolean;
}

/** A place in a library: a folder that the operator named, and a path below it. */
export interface LibraryPath {
  /** Absolute, symbolic links resolved. */
  readonly folder: string;
  /** Below `folder`, with `/` between names. */
  readonly relativePath: string;
}

/**
 * The path of one folder below another, with `/` between names, or `undefined` where it does not lie
 * below it. Both are absolute, symbolic links resolved.
 */
export function pathBelow(outer: string, inner: string): string | undefined {
  const separator = outer.includes("/") ? "/" : "\\";
  const start = outer.endsWith(separator) ? outer : outer + separator;
  if (!inner.startsWith(start) || inner === start) return undefined;
  return inner.slice(start.length).split(separator).join("/");
}

/** A folder whose files the library holds, as this server sees it. */
export interface KnownFolder {
  /** Absolute, symbolic links resolved where it can be looked at. */
  readonly folder: string;
  /** How many of its files the library holds, >= 0. */
  readonly fileCount: number;
  /** Whether this server scans it and reads its files. */
  readonly isConfigured: boolean;
  /** Why it cannot be used right now, e.g. "does not exist"; absent where it can. */
  readonly problem?: string;
}

/** A file as a scan sees it on disk, before it is opened. */
export interface FoundFile extends LibraryPath {
  readonly sizeBytes: number;
  /** Milliseconds since 1970. */
  readonly modifiedAt: number;
}

/** A file of the library, as the store keeps it. */
export interface LibraryFile extends FoundFile, AudioTags {
  readonly trackKey: TrackKey;
  /** Hash of size and of samples of the content: the same file elsewhere has the same. */
  readonly fingerprint: string;
}

/** A folder or file of the library that cannot be looked at, for now or for ever. */
export interface UnreachablePath {
  /** Absolute. */
  readonly path: string;
  /** e.g. "does not exist". */
  readonly reason: string;
}

/** What a scan noticed, in files. */
export interface ScanReport {
  readonly added: number;
  readonly changed: number;
  readonly moved: number;
  readonly deleted: number;
  readonly unchanged: number;
  /** Files that look like audio and could not be read, with the reason. */
  readonly failed: readonly { readonly path: string; readonly reason: string }[];
  /** Where the scan could not look. What was known there is kept. */
  readonly unreachable: readonly UnreachablePath[];
}
