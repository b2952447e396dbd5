import { coveredSecondsOf } from "../analysis/analysis-data.js";
import type { Analysis } from "../analysis/analysis.js";
import type { Page } from "../catalogue/catalogue-query.js";
import type { LocatedFile } from "../export/exported-track.js";
import type { PerformanceLink } from "../fingerprint/performance-link.js";
import { formatOfName } from "../library/audio-formats.js";
import type { UnchangedPresence } from "../library/file-presence.js";
import { tagCountOf } from "../library/library-file.js";
import type { RecordingId } from "../track/recording-id.js";
import type { Track } from "../track/track.js";
import type { DuplicateKind } from "./duplicate-sets.js";
import { bitRateOf, bytesFreedBy, inOrderOfKeeping } from "./kept-file.js";

/** A file of a group of duplicates, which is as it was when its recording was measured, as far as this server can see. */
export interface UnchangedFile {
  readonly file: LocatedFile;
  readonly presence: UnchangedPresence;
}

/** A file of a group, with whether it is the one that would be kept. */
export interface DuplicateFile extends UnchangedFile {
  readonly isKept: boolean;
}

/** A recording of a group, with what its files would be kept by. */
export interface DescribedRecording<File extends UnchangedFile = UnchangedFile> {
  readonly recordingId: RecordingId;
  readonly track: Track;
  readonly analysis: Analysis;
  readonly files: readonly File[];
}

/** A recording of a group of duplicates; its files are in the order in which they would be kept. */
export interface DuplicateRecording extends DescribedRecording<DuplicateFile> {
  /** Mean bit rate, bits per second, as `bitRateOf` computes it; `null` where it is not known. */
  readonly bitRate: number | null;
}

/** Files that hold the same recording, or recordings of one performance. */
export interface DuplicateGroup {
  readonly kind: DuplicateKind;
  /** How many bytes would be freed if all files but the one that would be kept were removed. */
  readonly bytesToFree: number;
  /** How many files are left out, because they have changed since they were measured. */
  readonly changedFiles: number;
  /** That of the file that would be kept first. */
  readonly recordings: readonly DuplicateRecording[];
  /** The links that join the recordings, the surest first; none between copies. */
  readonly links: readonly PerformanceLink[];
}

/** Returns a group of recordings, of which those without a file are left out. */
export function groupFrom(
  described: readonly DescribedRecording[],
  rest: Pick<DuplicateGroup, "kind" | "changedFiles" | "links">,
): DuplicateGroup {
  const inOrder = inOrderOfKeeping(described.flatMap(candidatesOf));
  const [best, ...others] = inOrder;
  const recordings = [...new Set(inOrder.map(({ recording }) => recording))];
  return {
    ...rest,
    bytesToFree: best
      ? bytesFreedBy(
          others.map(({ file }) => file),
          best.file,
        )
      : 0,
    recordings: recordings.map(({ described: one, bitRate }) => ({
      ...one,
      bitRate,
      files: inOrder
        .filter(({ recording }) => recording.described === one)
        .map((candidate) => ({
          file: candidate.file,
          presence: candidate.presence,
          isKept: candidate === best,
        })),
    })),
  };
}

function candidatesOf(described: DescribedRecording) {
  const { analysis, files } = described;
  const { durationSeconds } = analysis;
  const isExcerpt = analysis.excerptSeconds !== undefined;
  const sizes = files.map(({ file }) => file);
  const bitRate = bitRateOf({ isExcerpt, durationSeconds }, sizes);
  const recording = { described, isExcerpt, durationSeconds, bitRate };
  return files.map(({ file, presence }) => ({
    ...{ file, presence, recording, path: file.path },
    isHere: presence === "here",
    tagCount: tagCountOf(file),
  }));
}

/** A group on a page. */
export interface ListedGroup {
  readonly group: DuplicateGroup;
  /** Its position in the order, for clients. */
  readonly cursor: string;
}

/** A page of groups, and how much all groups would free. */
export interface DuplicatePage extends Page<ListedGroup> {
  /** The bytes that would be freed by all groups that meet the conditions, on all pages, as the last scans found their files. */
  readonly bytesToFree: number;
}

/** A file of a group as every edge shows it. */
export interface ShownDuplicateFile extends Pick<DuplicateFile, "presence" | "isKept"> {
  /** `null` for those who may not see paths. */
  readonly path: string | null;
  /** The format that the extension of its name says, e.g. "FLAC". */
  readonly format: string;
  /** Whether the format is lossless; `null` where files of it may be either. */
  readonly isLossless: boolean | null;
  readonly sizeBytes: number;
  /** How much its tags say beside artist and title, as `tagCountOf` counts it. */
  readonly tagCount: number;
}

/** A recording of a group as every edge shows it. */
export interface ShownDuplicateRecording {
  readonly recordingId: RecordingId;
  /** Length of its audio, seconds. */
  readonly durationSeconds: number;
  readonly isExcerpt: boolean;
  readonly bitRate: number | null;
  readonly files: readonly ShownDuplicateFile[];
}

/** Returns a recording of a group as it is shown to a client that may see paths, or may not. */
export function shownRecording(
  { recordingId, analysis, bitRate, files }: DuplicateRecording,
  maySeePaths: boolean,
): ShownDuplicateRecording {
  return {
    recordingId,
    durationSeconds: coveredSecondsOf(analysis),
    isExcerpt: analysis.excerptSeconds !== undefined,
    bitRate,
    files: files.map(({ file, presence, isKept }) => {
      const format = formatOfName(file.path);
      return {
        path: maySeePaths ? file.path : null,
        ...{ presence, isKept },
        format: format?.name ?? "",
        isLossless: format?.isLossless ?? null,
        sizeBytes: file.sizeBytes,
        tagCount: tagCountOf(file),
      };
    }),
  };
}
