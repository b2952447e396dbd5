import type { KeyRelation } from "../analysis/key-relation.js";
import { parseCount } from "../parse-count.js";
import type { Track } from "../track/track.js";

/** How many tracks a mix has where nothing is said. */
export const defaultMixPathLength = 10;
const maxMixPathLength = 50;

/**
 * How many tracks a mix is to have in all, 2..50; 10 where nothing is said.
 *
 * @throws {InvalidInputError} outside that range
 */
export function parseMixPathLength(value: unknown): number {
  const bounds = { defaultValue: defaultMixPathLength, min: 2, max: maxMixPathLength };
  return parseCount(value, { parameter: "length", ...bounds });
}

/** How a track of a mix follows the one before it. Changes are `null` where either is not known. */
export interface MixTransition {
  /** Per cent, > -100; negative is slower. */
  readonly tempoChangePercent: number | null;
  readonly keyRelation: KeyRelation;
  /** [-1, 1]. */
  readonly energyChange: number | null;
  /** [-1, 1]; positive is more pleasant. */
  readonly valenceChange: number | null;
  /** [-1, 1]; positive is more energetic. */
  readonly arousalChange: number | null;
  /** The same in words, e.g. "2.1 % faster, a fifth up (8A to 9A), happier". */
  readonly why: string;
}

/** A track of a mix. */
export interface MixStep {
  readonly track: Track;
  /** How far along the way from the first track to the last it is, [0, 1]. */
  readonly progress: number;
  /** From the track before; absent for the first. */
  readonly transition?: MixTransition;
}

/** A playlist that walks from one track to another. */
export interface MixPath {
  /** From the first to the last; fewer than asked for where not enough tracks lie on the way. */
  readonly steps: readonly MixStep[];
}
