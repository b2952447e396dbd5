import type { RecordingId } from "../track/recording-id.js";

/**
 * Returns the place of a recording in a random order, an integer of 32 bits: the same for the same seed.
 *
 * Source: A. Appleby, MurmurHash3, 2010, the final mixing of 32 bits.
 *
 * @param firstHalf the first 32 bits of its id
 */
export function randomPlace(firstHalf: number, seed: number): number {
  return mixed(firstHalf ^ mixed(seed + 1));
}

/** Returns the first 32 bits of the id of a recording. */
export const firstBitsOf = (recordingId: RecordingId): number =>
  Number.parseInt(recordingId.slice("rec:".length, "rec:".length + 8), 16);

function mixed(bits: number): number {
  let hash = bits;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
