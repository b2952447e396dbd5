import type { TrackFilter } from "../catalogue/catalogue-query.js";
import type { RecordingId } from "../track/recording-id.js";
import type { Wish } from "./sentence.js";

/** Which analysed tracks are ranked, and by what. */
export interface RankRequest {
  readonly filter: TrackFilter;
  /** Tracks that pass one of these are left out. */
  readonly except: readonly TrackFilter[];
  readonly wishes: readonly Wish[];
  /** Where given, no other recordings are ranked: each with how near it is to what is asked for, in [0, 1]. */
  readonly near?: ReadonlyMap<RecordingId, number> | undefined;
  /** The maximum number of tracks, >= 1. */
  readonly first: number;
}

/** A recording, and how well it meets what was asked for. */
export interface RankedRecording {
  readonly recordingId: RecordingId;
  /** In [0, 1]: the geometric mean of the closenesses by their weights, times the nearness; `null` where nothing is ranked by. */
  readonly score: number | null;
  /** Of each wish; `null` where the track does not have the value. */
  readonly closeness: readonly (number | null)[];
}

/** The best of the tracks that meet conditions. */
export interface Ranking {
  /** The highest score first, equal ones by artist. */
  readonly items: readonly RankedRecording[];
  /** How many meet the conditions. */
  readonly totalCount: number;
}

/** How the values of a field are distributed in a catalogue. */
export interface ValueSpread {
  readonly mean: number;
  /** > 0. */
  readonly deviation: number;
}

/** The logistic function with this slope is the normal distribution within 0.01. Source: D. J. Finney, "Probit Analysis", 1971. */
const NORMAL_SLOPE = 1.702;

/**
 * Returns how well a value meets a wish, in (0, 1): 0.5 where it is the mean of the catalogue, 0.85 where it is a standard deviation on
 * the side that is wished for.
 */
export function closenessOf(
  value: number,
  { mean, deviation }: ValueSpread,
  isHigh: boolean,
): number {
  const deviations = (value - mean) / deviation;
  return 1 / (1 + Math.exp((isHigh ? -1 : 1) * NORMAL_SLOPE * deviations));
}
