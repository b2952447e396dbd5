/** What can be written: `gain` means gain and peak, in the way of each format. */
export const tagKinds = ["bpm", "key", "gain", "mood", "energy"] as const;
export type TagKind = (typeof tagKinds)[number];

/** How keys are spelt: "Am", "8A" or "1m". */
export const keyNotations = ["plain", "camelot", "openkey"] as const;
export type KeyNotation = (typeof keyNotations)[number];

/** What is written to tags, and how. */
export interface TagSettings {
  readonly kinds: readonly TagKind[];
  readonly notation: KeyNotation;
  /** Values of a lower confidence are not written; in [0, 1]. */
  readonly minConfidence: number;
  /** Number of decimals of BPM, 0 to 2; MP4 has none. */
  readonly bpmDecimals: number;
  /** Whether values that a person, or another program, wrote are replaced. */
  readonly isOverwriting: boolean;
}
