import type { MixedTrackFragment } from "../generated/documents.js";

/** A track of a mix. */
export type MixedTrack = MixedTrackFragment;

/** What is measured on a track of a mix. */
export type MixedValues = Extract<MixedTrack["analysis"], { __typename: "TrackAnalysis" }>;

/** The relation of a key to the one before it. */
export type MixedKeyRelation =
  "SAME" | "RELATIVE" | "PARALLEL" | "FIFTH_UP" | "FIFTH_DOWN" | "DISTANT" | "UNKNOWN";

/** What changes from one track of a mix to the next. */
export interface MixedChange {
  readonly keyRelation: MixedKeyRelation;
  /** Per cent; negative is slower; `null` where either has no tempo. */
  readonly tempoChangePercent: number | null;
  /** In [-1, 1]; `null` where either has no value. */
  readonly energyChange: number | null;
}

/** Returns what is measured on a track; `null` where it is not analysed any more. */
export function mixedValuesOf({ analysis }: MixedTrack): MixedValues | null {
  return analysis.__typename === "TrackAnalysis" ? analysis : null;
}

/**
 * Returns what changes between two tracks, as `mixPath` of the API does. The page computes it itself,
 * because the reader may bring tracks together that are not neighbours there.
 */
export function changeBetween(one: MixedTrack, other: MixedTrack): MixedChange {
  const [from, to] = [mixedValuesOf(one), mixedValuesOf(other)];
  return {
    keyRelation: keyRelationOf(from, to),
    tempoChangePercent:
      from?.tempo == null || to?.tempo == null ? null : (to.tempo / from.tempo - 1) * 100,
    energyChange: from?.energy == null || to?.energy == null ? null : to.energy - from.energy,
  };
}

/** The number and the letter of a key on the Camelot wheel: 8 and "A". */
export interface WheelPlace {
  readonly number: number;
  readonly letter: string;
}

/** Returns the place of a key on the Camelot wheel; `null` where there is no key. */
export function wheelPlaceOf(camelot: string | null | undefined): WheelPlace | null {
  return camelot == null
    ? null
    : { number: Number.parseInt(camelot, 10), letter: camelot.slice(-1) };
}

/** Steps of the wheel. */
export const WHEEL_NUMBERS = 12;

function keyRelationOf(from: MixedValues | null, to: MixedValues | null): MixedKeyRelation {
  const [one, other] = [wheelPlaceOf(from?.camelot), wheelPlaceOf(to?.camelot)];
  if (one === null || other === null) return "UNKNOWN";
  const step = (other.number - one.number + WHEEL_NUMBERS) % WHEEL_NUMBERS;
  if (one.letter !== other.letter) {
    if (step === 0) return "RELATIVE";
    return from?.key === to?.key ? "PARALLEL" : "DISTANT";
  }
  if (step === 0) return "SAME";
  if (step === 1) return "FIFTH_UP";
  return step === WHEEL_NUMBERS - 1 ? "FIFTH_DOWN" : "DISTANT";
}
