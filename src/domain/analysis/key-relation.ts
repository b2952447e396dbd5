import { circlePositionOf, FIFTHS_IN_CIRCLE, type MusicalKey } from "./musical-key.js";

/**
 * The relations of a key to the one before it. The relations from `same` to `fifth_down` are
 * compatible on the Camelot wheel: the keys share all seven notes, or all but one.
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

/**
 * Returns the shorter distance between two positions on the circle of fifths, fifths, in [0, 6].
 */
export function circleDistance(one: number, other: number): number {
  const distance = Math.abs(one - other) % FIFTHS_IN_CIRCLE;
  return Math.min(distance, FIFTHS_IN_CIRCLE - distance);
}

/** The position of a key on the Camelot wheel. */
export interface WheelPosition {
  /** Position on the circle of fifths, as `circlePositionOf` returns it. */
  readonly circlePosition: number;
  /** 1 major, 0 minor: the outer and the inner ring. */
  readonly mode: number;
}

/**
 * Returns the distance of two keys on the Camelot wheel, as the number of compatible steps: a fifth
 * up or down, or the relative key. Integer in [0, 7]; 0 is the same key, 1 a compatible one.
 */
export function wheelDistance(one: WheelPosition, other: WheelPosition): number {
  const fifths = circleDistance(one.circlePosition, other.circlePosition);
  return fifths + (one.mode === other.mode ? 0 : 1);
}

/** Returns the relation of a key to the one before it; `unknown` where either key is not known. */
export function keyRelationBetween(from: MusicalKey | null, to: MusicalKey | null): KeyRelation {
  if (from === null || to === null) return "unknown";
  const fifthsUp =
    (circlePositionOf(to) - circlePositionOf(from) + FIFTHS_IN_CIRCLE) % FIFTHS_IN_CIRCLE;
  if (from.mode !== to.mode) {
    if (fifthsUp === 0) return "relative";
    return from.tonic === to.tonic ? "parallel" : "distant";
  }
  if (fifthsUp === 0) return "same";
  if (fifthsUp === 1) return "fifth_up";
  return fifthsUp === FIFTHS_IN_CIRCLE - 1 ? "fifth_down" : "distant";
}
