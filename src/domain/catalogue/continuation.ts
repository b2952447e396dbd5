import { InvalidInputError } from "../errors/request-errors.js";
import { parseCount } from "../parse-count.js";
import type { RecordingId } from "../track/recording-id.js";
import { parseTrackRef, type TrackRef } from "../track/track-ref.js";
import type { Track } from "../track/track.js";
import { parseStepRules, type StepRuleParameters, type StepRules } from "./mix-path.js";

/** Kinds of seeds that the library itself has: favourites of the users of music servers, or tracks that they played last. */
export const librarySeeds = ["favourites", "plays"] as const;

export type LibrarySeeds = (typeof librarySeeds)[number];

/** The default and the maximum number of tracks of a continuation. */
export const DEFAULT_CONTINUATION_LENGTH = 20;
export const MAX_CONTINUATION_LENGTH = 100;

/** The maximum number of seeds, and of tracks to be unlike. */
export const MAX_CONTINUATION_SEEDS = 20;

/** The maximum number of tracks that a client may send as heard. */
export const MAX_HEARD = 500;

/** The default numbers of tracks between two of one artist, and of one album. */
export const DEFAULT_ARTIST_SPACING = 3;
export const DEFAULT_ALBUM_SPACING = 5;

const MAX_SPACING = MAX_CONTINUATION_LENGTH - 1;
const MAX_CHANCE = 2 ** 31 - 1;

/** What every step of a continuation must meet. */
export interface ContinuationRules extends StepRules {
  /** Minimum number of tracks between two of one artist, integer >= 0. */
  readonly artistSpacing: number;
  /** Minimum number of tracks between two of one album, integer >= 0. */
  readonly albumSpacing: number;
}

/** Which tracks are to follow. */
export interface Continuation {
  /** The tracks to follow sound like one of these, and are none of them; at most 20. */
  readonly seeds: readonly TrackRef[];
  /** The tracks to follow do not sound like these; at most 20. */
  readonly unlike: readonly TrackRef[];
  /** More seeds, from the library. */
  readonly from: readonly LibrarySeeds[];
  /** The tracks that were heard, the last one last. None of them follows again, and the first step leads from the last of them. */
  readonly heard: readonly TrackRef[];
  readonly count: number;
  /** How far from the seeds the tracks may be, [0, 1]; 0 takes the nearest ones. */
  readonly exploration: number;
  /** The seed of the random choice where exploration is > 0, integer >= 0: the same number gives the same tracks. */
  readonly chance: number;
  readonly rules: ContinuationRules;
}

/** A continuation as a client writes it; numbers may be decimal digits. */
export interface ContinuationParameters extends StepRuleParameters {
  readonly seeds?: readonly unknown[] | null | undefined;
  readonly unlike?: readonly unknown[] | null | undefined;
  readonly from?: readonly string[] | null | undefined;
  readonly heard?: readonly unknown[] | null | undefined;
  readonly count?: unknown;
  readonly exploration?: number | null | undefined;
  readonly chance?: unknown;
  readonly artistSpacing?: unknown;
  readonly albumSpacing?: unknown;
}

/**
 * Validates a continuation.
 *
 * @param countParameter names the number of tracks in an error
 * @throws {InvalidInputError} names the parameter that is malformed or outside its range; or there is nothing to continue
 */
export function parseContinuation(
  parameters: ContinuationParameters,
  countParameter: string,
): Continuation {
  const seeds = parseRefs(parameters.seeds, "seeds", MAX_CONTINUATION_SEEDS);
  const from = parseLibrarySeeds(parameters.from);
  if (seeds.length === 0 && from.length === 0) {
    const problem = `must have a track, unless "from" has ${librarySeeds.join(" or ")}`;
    throw new InvalidInputError("seeds", problem);
  }
  const count = { defaultValue: DEFAULT_CONTINUATION_LENGTH, min: 1, max: MAX_CONTINUATION_LENGTH };
  const chance = { defaultValue: 0, min: 0, max: MAX_CHANCE };
  return {
    ...{ seeds, from },
    unlike: parseRefs(parameters.unlike, "unlike", MAX_CONTINUATION_SEEDS),
    heard: parseRefs(parameters.heard, "heard", MAX_HEARD),
    count: parseCount(parameters.count, { parameter: countParameter, ...count }),
    exploration: parseShare(parameters.exploration ?? 0, "exploration"),
    chance: parseCount(parameters.chance, { parameter: "chance", ...chance }),
    rules: {
      ...parseStepRules(parameters),
      artistSpacing: parseSpacing(parameters, "artistSpacing", DEFAULT_ARTIST_SPACING),
      albumSpacing: parseSpacing(parameters, "albumSpacing", DEFAULT_ALBUM_SPACING),
    },
  };
}

/** Returns references once each, in the order of their last occurrences. */
function parseRefs(
  values: readonly unknown[] | null | undefined,
  parameter: string,
  max: number,
): readonly TrackRef[] {
  const refs = (values ?? []).map((value) => parseTrackRef(value, parameter));
  const unique = [...new Set(refs.reverse())].reverse();
  if (unique.length <= max) return unique;
  throw new InvalidInputError(parameter, `must have at most ${max} tracks`);
}

function parseLibrarySeeds(values: readonly string[] | null | undefined): readonly LibrarySeeds[] {
  const known = new Set<string>(values ?? []);
  const found = librarySeeds.filter((one) => known.has(one));
  if (found.length === known.size) return found;
  throw new InvalidInputError("from", `must be of ${librarySeeds.join(", ")}`);
}

function parseShare(value: number, parameter: string): number {
  if (value >= 0 && value <= 1) return value;
  throw new InvalidInputError(parameter, "must be a number from 0 to 1");
}

function parseSpacing(
  parameters: ContinuationParameters,
  parameter: "artistSpacing" | "albumSpacing",
  defaultValue: number,
): number {
  return parseCount(parameters[parameter], { parameter, defaultValue, min: 0, max: MAX_SPACING });
}

/** A track of a continuation. */
export interface ContinuedTrack {
  readonly track: Track;
  /** The recording of the seed that it sounds most like. */
  readonly like: RecordingId;
  /** The similarity to this seed, [0, 1], computed as for similar tracks. */
  readonly similarity: number;
}
