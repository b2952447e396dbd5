/** A cryptographically secure random source. */
export interface RandomSource {
  /** Returns `byteCount` random bytes as lower-case hex, 2 characters per byte. */
  hex(byteCount: number): string;
}
