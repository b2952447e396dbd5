import type { RecordingId } from "../track/recording-id.js";
import { excerptErrorRate, MAX_EXCERPT_ERROR_RATE } from "./compare-fingerprints.js";
import type { IndexedPlace } from "./fingerprint-index.js";
import { SECONDS_PER_WORD, SILENT_WORD } from "./word-bits.js";

/** A recording that audio is, or is an excerpt of. */
export interface IdentifiedRecording {
  readonly recordingId: RecordingId;
  /** How sure it is, [0.5, 1]: 1 where the audio is the same or no bit differs. */
  readonly score: number;
  /** Where the audio begins in the recording, seconds, to within 0.2 s; below 0 where it begins before. */
  readonly offsetSeconds: number;
}

/** Words that must change in an excerpt, 5 s of music: silence and a steady tone are of no recording. */
const MIN_CHANGES = 19;

/** Returns whether an excerpt has enough changing words to be identified. */
export function isTelling(words: Uint32Array): boolean {
  let changes = 0;
  words.forEach((word, i) => {
    if (word !== SILENT_WORD && word !== words[i - 1]) changes++;
  });
  return changes >= MIN_CHANGES;
}

/**
 * Returns the recordings that an excerpt is of, best first, each once, where it agrees best.
 *
 * @param places where it may come from
 * @param wordsOf returns the whole fingerprint of a recording
 */
export function identifiedAt(
  excerpt: Uint32Array,
  places: readonly IndexedPlace<RecordingId>[],
  wordsOf: (recordingId: RecordingId) => Uint32Array | undefined,
): readonly IdentifiedRecording[] {
  const best = new Map<RecordingId, IdentifiedRecording>();
  for (const { recordingId, offset } of places) {
    const words = wordsOf(recordingId);
    const rate = words ? excerptErrorRate(words, excerpt, offset) : 1;
    if (rate > MAX_EXCERPT_ERROR_RATE) continue;
    const score = 1 - rate / (2 * MAX_EXCERPT_ERROR_RATE);
    if (score <= (best.get(recordingId)?.score ?? 0)) continue;
    best.set(recordingId, { recordingId, score, offsetSeconds: offset * SECONDS_PER_WORD });
  }
  return [...best.values()].sort((one, other) => other.score - one.score);
}
