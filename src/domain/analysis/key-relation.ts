import type { MusicalKey } from "./musical-key.js";

/**
 * How one key stands to the one before it. Those from `same` to `fifth_down` are what the Camelot
 * wheel calls compatible: they share all seven notes, or all but one.
 */
export const keyRelations = [
  "same",
  "relative",
  "fifth_up",
  "fifth_down",
  "parallel",
  "distant",
  "unknown",
] as const;

export type KeyRelation = (typeof keyRelations)[number];

/** Keys on the circle of fifths. */
export const fifthsInCircle = 12;

/**
 * Where a key stands on the circle of fifths, integer in [0, 11]: C major is 0, each fifth upwards
 * one more. A minor key stands with its relative major.
 */
export function circlePositionOf({ tonic, mode }: MusicalKey): number {
  const relativeMajor = mode === 1 ? tonic : tonic + 3;
  return (relativeMajor * 7) % fifthsInCircle;
}

/** The shorter way between two positions on the circle of fifths, fifths, in [0, 6]. */
export function circleDistance(one: number, other: number): number {
  const way = Math.abs(one - other) % fifthsInCircle;
  return Math.min(way, fifthsInCircle - way);
}

/** Where a key stands on the Camelot wheel. */
export interface WheelPosition {
  /** As `circlePositionOf` has it. */
  readonly circlePosition: number;
  /** 1 major, 0 minor: the outer and the inner ring. */
  readonly mode: number;
}

/**
 * How far two keys are apart on the Camelot wheel, in compatible moves: a fifth up or down, or the
 * relative key. Integer in [0, 7]; 0 is the same key, 1 a compatible one.
 */
export function wheelDistance(one: WheelPosition, other: WheelPosition): number {
  const fifths = circleDistance(one.circlePosition, other.circlePosition);
  return fifths + (one.mode === other.mode ? 0 : 1);
}

/** How a key stands to the one before it; `unknown` where either is not known. */
export function keyRelationBetween(from: MusicalKey | null, to: MusicalKey | null): KeyRelation {
  if (from === null || to === null) return "unknown";
  const fifthsUp =
    (circlePositionOf(to) - circlePositionOf(from) + fifthsInCircle) % fifthsInCircle;
  if (from.mode !== to.mode) {
    if (fifthsUp === 0) return "relative";
    return from.tonic === to.tonic ? "parallel" : "distant";
  }
  if (fifthsUp === 0) return "same";
  if (fifthsUp === 1) return "fifth_up";
  return fifthsUp === fifthsInCircle - 1 ? "fifth_down" : "distant";
}
