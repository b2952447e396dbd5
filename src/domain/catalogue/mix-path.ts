import type { KeyRelation } from "../analysis/key-relation.js";
import type { MusicalKey } from "../analysis/musical-key.js";
import { InvalidInputError } from "../errors/request-errors.js";
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
  /** Beats per minute, > 0; `null` where it is not known. */
  readonly tempo: number | null;
  /** `null` where it is not known. */
  readonly key: MusicalKey | null;
  /** [0, 1]; `null` where it is not known. */
  readonly energy: number | null;
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

/** What every step of a mix must meet. */
export interface MixRules {
  /** Maximum change of tempo in a step, per cent of the track before, >= 0; `Infinity` for any. */
  readonly maxTempoChangePercent: number;
  /**
   * Minimum number of tracks between two of one artist, integer in [0, 49]; `null` where two of one artist follow each other
   * only if no other track is near.
   */
  readonly artistSpacing: number | null;
  /** Whether the keys of a step must be compatible on the Camelot wheel. */
  readonly compatibleKeysOnly: boolean;
}

/** The rules of a mix without conditions. */
export const anyStep: MixRules = {
  maxTempoChangePercent: Infinity,
  artistSpacing: null,
  compatibleKeysOnly: false,
};

export const MAX_TEMPO_CHANGE_PERCENT = 100;

/**
 * Parses the rules of a mix. A rule that is absent or null holds for every step.
 *
 * @throws {InvalidInputError} names the parameter that is outside its range
 */
export function parseMixRules(parameters: {
  readonly maxTempoChangePercent?: number | null | undefined;
  /** A number, or decimal digits. */
  readonly artistSpacing?: number | string | null | undefined;
  readonly compatibleKeysOnly?: boolean | null | undefined;
}): MixRules {
  const { maxTempoChangePercent, artistSpacing, compatibleKeysOnly } = parameters;
  const change = maxTempoChangePercent ?? Infinity;
  if (!(change >= 0) || (change > MAX_TEMPO_CHANGE_PERCENT && change !== Infinity)) {
    const problem = `must be a number from 0 to ${MAX_TEMPO_CHANGE_PERCENT}`;
    throw new InvalidInputError("maxTempoChangePercent", problem);
  }
  return {
    maxTempoChangePercent: change,
    artistSpacing: parseArtistSpacing(artistSpacing),
    compatibleKeysOnly: compatibleKeysOnly ?? false,
  };
}

/** @throws {InvalidInputError} outside of the range */
function parseArtistSpacing(value: number | string | null | undefined): number | null {
  if (value === null || value === undefined) return null;
  const bounds = { defaultValue: 0, min: 0, max: MAX_MIX_PATH_LENGTH - 1 };
  return parseCount(value, { parameter: "artistSpacing", ...bounds });
}
