/** Randomness fit for secrets. */
export interface RandomSource {
  /** `byteCount` random bytes as lower-case hex, 2 characters a byte. */
  hex(byteCount: number): string;
}
