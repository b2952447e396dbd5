import { Choices } from "./made-up-piece.js";

/** Words of a recording of four minutes. */
const RECORDING_WORDS = 1917;
/** Words of a part, 8 s. */
const PART_WORDS = 64;
/** Share of bits that are changed, so that no two recordings have a part in common to the bit. */
const CHANGED_BITS = 0.02;

/** Fingerprints of as many recordings as a large library has, spliced of parts of a few and changed a little. */
export class SplicedLibrary {
  /** @param sources fingerprints that occur nowhere else, each of at least 64 words */
  constructor(private readonly sources: readonly Uint32Array[]) {}

  /** Returns the fingerprint of a recording, the same for the same number. */
  wordsOf(index: number): Uint32Array {
    const choices = new Choices(index ^ 0x1b873593);
    const words = new Uint32Array(RECORDING_WORDS);
    for (let at = 0; at < RECORDING_WORDS; at += PART_WORDS) {
      const source = choices.of(this.sources);
      const start = choices.below(source.length - PART_WORDS);
      words.set(source.subarray(start, start + Math.min(PART_WORDS, RECORDING_WORDS - at)), at);
    }
    const changes = Math.round(CHANGED_BITS * 32 * RECORDING_WORDS);
    for (let change = 0; change < changes; change++) {
      words[choices.below(RECORDING_WORDS)]! ^= 1 << choices.below(32);
    }
    return words;
  }
}
