import { compareTexts } from "../compare-texts.js";
import { formatOfName } from "../library/audio-formats.js";

/** A recording shorter than this share of the longest one may lack a part of the music. */
const MIN_WHOLE_SHARE = 0.95;

/** What decides which file of a group would be kept. */
export interface KeepCandidate {
  /** Absolute. */
  readonly path: string;
  /** Whether it can be read now. */
  readonly isHere: boolean;
  /** How much its tags say, >= 0. */
  readonly tagCount: number;
  readonly recording: {
    readonly isExcerpt: boolean;
    /** Seconds, >= 0. */
    readonly durationSeconds: number;
    /** Bits per second, > 0; `null` where it is not known. */
    readonly bitRate: number | null;
  };
}

/**
 * Returns files of one performance, that which would be kept first: one that can be read now; a whole recording before
 * an excerpt; one that is nearly as long as the longest (95 %), before a cut; a format that is always lossless; the higher
 * bit rate; the longest; most tags; the smallest path. So no music and no quality is lost with the others, but tags may be.
 */
export function inOrderOfKeeping<File extends KeepCandidate>(
  files: readonly File[],
): readonly File[] {
  const longest = files.reduce(
    (most, { recording: { isExcerpt, durationSeconds } }) =>
      isExcerpt ? most : Math.max(most, durationSeconds),
    0,
  );
  const isCut = ({ recording }: File): boolean =>
    recording.durationSeconds < MIN_WHOLE_SHARE * longest;
  return [...files].sort(
    (one, other) =>
      Number(other.isHere) - Number(one.isHere) ||
      Number(one.recording.isExcerpt) - Number(other.recording.isExcerpt) ||
      Number(isCut(one)) - Number(isCut(other)) ||
      Number(isLossless(other)) - Number(isLossless(one)) ||
      (other.recording.bitRate ?? 0) - (one.recording.bitRate ?? 0) ||
      other.recording.durationSeconds - one.recording.durationSeconds ||
      other.tagCount - one.tagCount ||
      compareTexts(one.path, other.path),
  );
}

const isLossless = ({ path }: KeepCandidate): boolean => formatOfName(path)?.isLossless === true;

/** What tells whether two paths are one file on a disk. */
export interface StoredBytes {
  readonly path: string;
  readonly sizeBytes: number;
  /** The number of the file in its file system; 0 where it is not known. */
  readonly inode: number;
  /** When its content or its attributes were changed, milliseconds since 1970. */
  readonly changedAt: number;
}

/** Returns how many bytes are freed where all files but one are removed: names of one file (hard links) have its bytes once. */
export function bytesFreedBy(removed: readonly StoredBytes[], kept: StoredBytes): number {
  const seen = new Set([diskFileOf(kept)]);
  let bytes = 0;
  for (const file of removed) {
    const diskFile = diskFileOf(file);
    if (!seen.has(diskFile)) bytes += file.sizeBytes;
    seen.add(diskFile);
  }
  return bytes;
}

const diskFileOf = ({ path, inode, sizeBytes, changedAt }: StoredBytes): string =>
  inode === 0 ? path : `${inode} ${sizeBytes} ${changedAt}`;

/**
 * Returns the mean bit rate of a recording, bits per second: that of its smallest file, whose tags and pictures count
 * too; `null` of an excerpt, and where the length is 0.
 */
export function bitRateOf(
  { isExcerpt, durationSeconds }: Omit<KeepCandidate["recording"], "bitRate">,
  files: readonly { readonly sizeBytes: number }[],
): number | null {
  if (isExcerpt || durationSeconds === 0 || files.length === 0) return null;
  const smallest = files.reduce((least, { sizeBytes }) => Math.min(least, sizeBytes), Infinity);
  return Math.round((8 * smallest) / durationSeconds);
}
