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

/** The rules of a mix by name, in the order in which they are given up: what is heard least, first. */
export const mixRuleNames = [
  "artistSpacing",
  "compatibleKeysOnly",
  "maxTempoChangePercent",
] as const satisfies readonly (keyof MixRules)[];

export type MixRuleName = (typeof mixRuleNames)[number];

/** What a mix may miss, by the names of parameters: its length, or a rule. */
export const unmetMixNames = ["length", ...mixRuleNames] as const;

export type UnmetMixName = (typeof unmetMixNames)[number];

/** The length or a rule that a mix misses, because no mix was found that meets it and the others. */
export interface UnmetMixRule {
  readonly rule: UnmetMixName;
  /**
   * What was asked: the number of tracks; the maximum change of tempo, per cent; the minimum number of tracks between two of one artist; for keys
   * 0, the number of steps that may be incompatible.
   */
  readonly asked: number;
  /**
   * What the mix has in the same unit, the best that was found: its number of tracks; the largest change of tempo, rounded up to a tenth; the
   * fewest tracks between two of one artist; the number of steps whose keys are incompatible or not known. `null` where a
   * track on the way has no tempo.
   */
  readonly found: number | null;
  /** Both as text, e.g. "Tempo steps of at most 6 %: with 8 tracks, the smallest maximum found is 9.4 %." */
  readonly why: string;
}

/** A playlist that leads in small steps from one track to another. */
export interface MixPath {
  /**
   * From the first to the last; fewer than requested where the catalogue has too few tracks between
   * them.
   */
  readonly steps: readonly MixStep[];
  /** What it misses, because no mix was found that meets all; empty where it meets everything. */
  readonly unmet: readonly UnmetMixRule[];
}

/** What every step from one track to the next must meet. */
export interface StepRules {
  /** Maximum change of tempo in a step, per cent of the track before, [0, 100]; `Infinity` for any. */
  readonly maxTempoChangePercent: number;
  /** Whether the keys of a step must be compatible on the Camelot wheel. */
  readonly compatibleKeysOnly: boolean;
}

/** What every step of a mix must meet. */
export interface MixRules extends StepRules {
  /**
   * Minimum number of tracks between two of one artist, integer in [0, 49]; `null` where two of one artist follow each other
   * only if no other track is near.
   */
  readonly artistSpacing: number | null;
}

/** The rules of a mix without conditions. */
export const anyStep: MixRules = {
  maxTempoChangePercent: Infinity,
  artistSpacing: null,
  compatibleKeysOnly: false,
};

export const MAX_TEMPO_CHANGE_PERCENT = 100;

/** Tracks that one request may leave out of a mix. */
export const MAX_MIX_EXCLUDED = 100;

/** @throws {InvalidInputError} there are more than 100 */
export function requireFewExcluded(tracks: readonly unknown[], parameter: string): void {
  if (tracks.length <= MAX_MIX_EXCLUDED) return;
  throw new InvalidInputError(parameter, `must be at most ${MAX_MIX_EXCLUDED} tracks`);
}

/** The rules of steps as a client writes them; what is absent or null holds for every step. */
export interface StepRuleParameters {
  readonly maxTempoChangePercent?: number | null | undefined;
  readonly compatibleKeysOnly?: boolean | null | undefined;
}

/**
 * Parses the rules of steps.
 *
 * @throws {InvalidInputError} names the parameter that is outside its range
 */
export function parseStepRules({
  maxTempoChangePercent,
  compatibleKeysOnly,
}: StepRuleParameters): StepRules {
  const change = maxTempoChangePercent ?? Infinity;
  if (!(change >= 0) || (change > MAX_TEMPO_CHANGE_PERCENT && change !== Infinity)) {
    const problem = `must be a number from 0 to ${MAX_TEMPO_CHANGE_PERCENT}`;
    throw new InvalidInputError("maxTempoChangePercent", problem);
  }
  return { maxTempoChangePercent: change, compatibleKeysOnly: compatibleKeysOnly ?? false };
}

/**
 * Parses the rules of a mix. A rule that is absent or null holds for every step.
 *
 * @throws {InvalidInputError} names the parameter that is outside its range
 */
export function parseMixRules({
  artistSpacing,
  ...parameters
}: StepRuleParameters & {
  /** A number, or decimal digits. */
  readonly artistSpacing?: number | string | null | undefined;
}): MixRules {
  return { ...parseStepRules(parameters), artistSpacing: parseArtistSpacing(artistSpacing) };
}

/** @throws {InvalidInputError} outside of the range */
function parseArtistSpacing(value: number | string | null | undefined): number | null {
  if (value === null || value === undefined) return null;
  const bounds = { defaultValue: 0, min: 0, max: MAX_MIX_PATH_LENGTH - 1 };
  return parseCount(value, { parameter: "artistSpacing", ...bounds });
}
