import type { RecordingId } from "../track/recording-id.js";
import { compareFingerprints } from "./compare-fingerprints.js";
import { SECONDS_PER_WORD } from "./word-bits.js";

/** The lowest score of a link that is kept: half of that from which two recordings count as the same performance. */
const MIN_LINK_SCORE = 0.25;

/** Words that agree at one offset, from which two recordings are compared: fewer do so by chance. */
const MIN_AGREEING_WORDS = 3;

/** Recordings that one is compared with at most. */
const MAX_COMPARED = 20;

/**
 * Returns the recordings with which another is compared, the likeliest first.
 *
 * @param alike how many words agree at one offset, by recording
 */
export function likeliest<Id>(alike: ReadonlyMap<Id, number>): readonly Id[] {
  return [...alike]
    .filter(([, agreeing]) => agreeing >= MIN_AGREEING_WORDS)
    .sort(([, one], [, other]) => other - one)
    .slice(0, MAX_COMPARED)
    .map(([id]) => id);
}

/** A recording and its whole fingerprint. */
export interface HeardRecording {
  readonly recordingId: RecordingId;
  readonly words: Uint32Array;
}

/** Two recordings that may be of one performance. */
export interface PerformanceLink {
  /** The smaller id of the two. */
  readonly firstId: RecordingId;
  readonly secondId: RecordingId;
  /** How sure it is, [`MIN_LINK_SCORE`, 1]. */
  readonly score: number;
  /** Where the second begins in the first, seconds, to within 0.13; negative where it begins before. */
  readonly offsetSeconds: number;
  /** Share of the shorter recording that was found in the other, [0, 1]. */
  readonly share: number;
}

/** A recording that may be of the same performance as another. */
export interface LinkedRecording extends Pick<PerformanceLink, "score" | "share"> {
  readonly recordingId: RecordingId;
  /** Where it begins in the other, seconds; negative where it begins before. */
  readonly offsetSeconds: number;
}

/** Compares two recordings, the same in either order; `undefined` where the score is below the lowest. */
export function linkBetween(
  one: HeardRecording,
  other: HeardRecording,
): PerformanceLink | undefined {
  const [first, second] = one.recordingId < other.recordingId ? [one, other] : [other, one];
  const { offset, score, share } = compareFingerprints(first.words, second.words);
  if (score < MIN_LINK_SCORE) return undefined;
  return {
    firstId: first.recordingId,
    secondId: second.recordingId,
    ...{ score, share, offsetSeconds: offset * SECONDS_PER_WORD },
  };
}

/** Returns the other recording of a link, with its offset relative to this one. */
export function linkedTo(recordingId: RecordingId, link: PerformanceLink): LinkedRecording {
  const { firstId, secondId, score, share, offsetSeconds } = link;
  return recordingId === firstId
    ? { recordingId: secondId, score, share, offsetSeconds }
    : // `0 -` leaves no -0.
      { recordingId: firstId, score, share, offsetSeconds: 0 - offsetSeconds };
}
