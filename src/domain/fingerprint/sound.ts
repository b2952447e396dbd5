/** A fingerprint and a duration, by which AcoustID looks recordings up. Plain data. */
export interface Sound {
  /** Compressed, as `packFingerprint` writes it: that of the first 120 s, or of all where it is shorter. */
  readonly fingerprint: string;
  /** Length of the whole recording, seconds, > 0. */
  readonly durationSeconds: number;
}
