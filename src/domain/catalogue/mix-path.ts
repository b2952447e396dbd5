import type { KeyRelation } from "../analysis/key-relation.js";
import { parseCount } from "../parse-count.js";
import type { Track } from "../track/track.js";

/** The default number of tracks of a mix. */
export const DEFAULT_MIX_PATH_LENGTH = 10;
export const MAX_MIX_PATH_LENGTH = 50;

/**
 * Parses the total number of tracks of a mix, 2..50; 10 by default.
 *
 * @throws {InvalidInputError} outside that range
 */
export function parseMixPathLength(value: unknown): number {
  const bounds = { defaultValue: DEFAULT_MIX_PATH_LENGTH, min: 2, max: MAX_MIX_PATH_LENGTH };
  return parseCount(value, { parameter: "length", ...bounds });
}

/**
 * The transition from one track of a mix to the next. A change is `null` where either value is not
 * known.
 */
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
  /** Description of the transition, e.g. "2.1 % faster, a fifth up (8A to 9A), brighter". */
  readonly why: string;
}

/** A track of a mix. */
export interface MixStep {
  readonly track: Track;
  /** Position on the line from the first track to the last, [0, 1]. */
  readonly progress: number;
  /** The transition from the track before; absent for the first. */
  readonly transition?: MixTransition;
}

/** A playlist that leads in small steps from one track to another. */
export interface MixPath {
  /**
   * From the first to the last; fewer than requested where the catalogue has too few tracks between
   * them.
   */
  readonly steps: readonly MixStep[];
}
