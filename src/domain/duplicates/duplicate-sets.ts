import type { PerformanceGroups } from "../fingerprint/performance-groups.js";
import type { FileId } from "../library/library-file.js";
import type { RecordingId } from "../track/recording-id.js";
import { bitRateOf, bytesFreedBy, inOrderOfKeeping, type StoredBytes } from "./kept-file.js";

/** Why files are duplicates: they hold one recording, or recordings of one performance. */
export const duplicateKinds = ["copies", "samePerformance"] as const;

export type DuplicateKind = (typeof duplicateKinds)[number];

/** A file that holds a recording, as the last scan found it. */
export interface HeldFile extends StoredBytes {
  readonly fileId: FileId;
  /** How much its tags say, as `tagCountOf` counts it. */
  readonly tagCount: number;
}

/** An analysed recording with the files that hold it. */
export interface HeldRecording {
  readonly recordingId: RecordingId;
  /** Artist and title that it is listed under, folded, to order by. */
  readonly nameFolded: string;
  readonly isExcerpt: boolean;
  /** Seconds, >= 0. */
  readonly durationSeconds: number;
  /** At least one, in the order of their paths. */
  readonly files: readonly HeldFile[];
}

/** Files that are duplicates, as the last scans found them. */
export interface DuplicateSet {
  readonly kind: DuplicateKind;
  /** By their ids, ascending. */
  readonly recordings: readonly HeldRecording[];
  /** How many bytes would be freed if all files but the best were removed. */
  readonly bytesToFree: number;
  /** The name of the recording of the best file, to order by. */
  readonly nameFolded: string;
}

/**
 * Returns the sets of duplicates among recordings: those of each performance, and those with several files that are in no
 * such set. Each file is in one set at most.
 */
export function* duplicatesAmong(
  held: ReadonlyMap<RecordingId, HeldRecording>,
  { groups, membersOf }: Pick<PerformanceGroups, "groups" | "membersOf">,
): Generator<DuplicateSet> {
  for (const group of groups) {
    const recordings = group.flatMap((recordingId) => held.get(recordingId) ?? []);
    if (recordings.length > 1) yield setOf("samePerformance", recordings);
  }
  for (const recording of held.values()) {
    if (recording.files.length < 2) continue;
    const { recordingId } = recording;
    const isAlone = membersOf(recordingId).every((id) => id === recordingId || !held.has(id));
    if (isAlone) yield setOf("copies", [recording]);
  }
}

function setOf(kind: DuplicateKind, recordings: readonly HeldRecording[]): DuplicateSet {
  const files = recordings.flatMap((held) => {
    const recording = { ...held, bitRate: bitRateOf(held, held.files) };
    return held.files.map((file) => ({ ...file, isHere: true, recording }));
  });
  const [best, ...others] = inOrderOfKeeping(files);
  return {
    kind,
    recordings,
    bytesToFree: best ? bytesFreedBy(others, best) : 0,
    nameFolded: best?.recording.nameFolded ?? "",
  };
}
