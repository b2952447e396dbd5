import type {
  HeardRecording,
  LinkedRecording,
  PerformanceLink,
} from "../../domain/fingerprint/performance-link.js";
import type { PerformanceGroups } from "../../domain/fingerprint/performance-groups.js";
import type { RecordingId } from "../../domain/track/recording-id.js";

/** A recording that another was compared with, and the link that was found. */
export interface ComparedRecording extends HeardRecording {
  readonly link: PerformanceLink;
}

/**
 * Stores which recordings are of one performance. A recording is compared once, with all that were stored
 * before; those that are stored later are compared with it.
 */
export interface PerformanceLinkStore {
  /**
   * Claims recordings that have a fingerprint and were not compared yet, for a time in which no other process
   * claims them.
   *
   * @param max how many at most
   */
  claim(max: number, milliseconds: number): Promise<readonly RecordingId[]>;

  /** Returns how many recordings have a fingerprint and were not compared yet. */
  countUncompared(): Promise<number>;

  /**
   * Stores that a recording was compared, with the links that were found. Where its fingerprint is another by
   * now, nothing is stored; nor is a link to a recording that has another fingerprint, or was removed: that
   * one is compared again.
   */
  save(recording: HeardRecording, compared: readonly ComparedRecording[]): Promise<void>;

  /**
   * Returns what each recording is linked to, in their order, the highest score first, ties by id.
   *
   * @param minScore [0, 1]
   */
  findLinked(
    recordingIds: readonly RecordingId[],
    minScore: number,
  ): Promise<readonly (readonly LinkedRecording[])[]>;

  /**
   * Returns the groups of recordings that are linked with at least a score, with every change up to the call, of this
   * process or another; the same object until links change.
   *
   * @param minScore from `SAME_PERFORMANCE_SCORE`, the default, to 1
   */
  readGroups(minScore?: number): Promise<PerformanceGroups>;
}
