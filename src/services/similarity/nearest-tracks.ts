import {
  similarityFields,
  type FieldWeights,
  type SimilarityField,
} from "../../domain/catalogue/similarity.js";
import type { ComparedSound, MeasuredSound } from "../../domain/catalogue/measured-track.js";
import type { RecordingId } from "../../domain/track/recording-id.js";
import { NearTracks, type NearTrack } from "./near-tracks.js";
import { MAX_SQUARED_DEVIATIONS, SoundComparison } from "./sound-comparison.js";
import {
  coordinateDistance,
  coordinateOf,
  foldedDistance,
  shapeOf,
  type Geometry,
} from "../../domain/catalogue/sound-coordinates.js";
import { ungrouped, type PerformanceGroups } from "../../domain/fingerprint/performance-groups.js";
import type { SlicedWork, SoundTable } from "../../ports/analysis/sound-catalogue.js";

// Read once, because access to a global takes time in a loop over all tracks.
const { abs, min } = Math;

/**
 * Minimum share of the weight of the fields that two tracks must have in common to be compared. The sound does not count,
 * because analyses of older versions lack it.
 */
const MIN_SHARED = 0.5;

/**
 * Converts a squared distance to a closeness in [0, 1]: 1 at distance 0, 0.61 at one standard
 * deviation, 0.37 for random tracks.
 */
export const closenessFrom = (squaredDistance: number): number => Math.exp(-squaredDistance / 2);

/**
 * Returns the difference of a field in squared standard deviations, [0, 9]; `NaN` where either is
 * `NaN`.
 */
export function squaredDifference(
  field: SimilarityField,
  one: number,
  other: number,
  deviation: number,
): number {
  const difference = coordinateDistance(field, one, other) / deviation;
  return min(MAX_SQUARED_DEVIATIONS, difference * difference);
}

/** The tracks to choose from. */
interface Choice {
  /** Their slots; all when absent. */
  readonly among?: Uint32Array | undefined;
  /** Recordings that count as one; each by itself when absent. */
  readonly groups?: Pick<PerformanceGroups, "groupOf">;
}

/**
 * Returns the tracks that sound most similar to a track, nearest first, ties by the id of the recording; one of
 * each group, without that of the track itself. All tracks are compared: the result is exact.
 *
 * The distance is the weighted mean of squared differences, each in standard deviations of the
 * catalogue. A field that either track lacks is left out, and the mean is over the remaining
 * weights; where those are less than half of the total, the tracks are not compared. The sound as a whole, the squared
 * distance of the embeddings relative to their variance in the catalogue, counts as one more field of its weight, and is
 * left out where either track has no embedding.
 *
 * @param max integer >= 1
 */
export function* nearestTracks(
  table: SoundTable,
  reference: ComparedSound,
  weights: FieldWeights,
  max: number,
  { among, groups = ungrouped }: Choice = {},
): SlicedWork<readonly NearTrack[]> {
  const fields = comparisonsOf(table, reference, weights);
  const sound = SoundComparison.with(table, reference, weights.sound);
  const minWeight = MIN_SHARED * weightOf(fields);
  const totalWeight = weightOf(fields) + (sound?.weight ?? 0);
  const groupOf = (recordingId: RecordingId): RecordingId => groups.groupOf(recordingId);
  const { recordingId } = reference;
  const excluded = new Set(recordingId === undefined ? [] : [groupOf(recordingId)]);
  const nearest = new NearTracks({ table, max, groupOf, excluded });
  const fieldGroups = groupsOf(fields);
  const block = new Block();
  const size = among?.length ?? table.size;
  for (let start = 0; start < size; start += TRACKS_PER_BLOCK) {
    block.begin(start, min(TRACKS_PER_BLOCK, size - start), among);
    const limit = nearest.maxSquaredDistance * totalWeight * ROUNDING;
    if (limit < Infinity) {
      if (sound) block.keepSoundWithin(limit, sound);
      for (const group of fieldGroups) block.keepWithin(limit, group);
    }
    for (let index = 0; index < block.count; index += 1) {
      const slot = block.slots[index] ?? 0;
      const squaredDistance = squaredDistanceOf(fields, sound, slot, minWeight);
      if (squaredDistance <= nearest.maxSquaredDistance) nearest.offer(slot, squaredDistance);
    }
    yield;
  }
  return nearest.list();
}

/**
 * Calls back with each track and its squared distance from another one, as `nearestTracks` computes it; without those that
 * cannot be compared.
 *
 * @param among the slots of the tracks; all when absent
 */
export function* eachDistance(
  table: SoundTable,
  reference: MeasuredSound,
  weights: FieldWeights,
  among: Uint32Array | undefined,
  visit: (slot: number, squaredDistance: number) => void,
): SlicedWork<void> {
  const fields = comparisonsOf(table, reference, weights);
  const sound = SoundComparison.with(table, reference, weights.sound);
  const minWeight = MIN_SHARED * weightOf(fields);
  const size = among?.length ?? table.size;
  for (let index = 0; index < size; index += 1) {
    if (index % TRACKS_PER_BLOCK === 0) yield;
    const slot = among?.[index] ?? index;
    const squaredDistance = squaredDistanceOf(fields, sound, slot, minWeight);
    if (squaredDistance >= 0) visit(slot, squaredDistance);
  }
}

/**
 * Returns the squared distance between two tracks as `nearestTracks` computes it; `NaN` where they cannot be compared.
 */
export function squaredDistanceBetween(
  table: SoundTable,
  reference: MeasuredSound,
  other: MeasuredSound,
  weights: FieldWeights,
): number {
  const fields = comparisonsOf(table, reference, weights).map((comparison) => ({
    ...comparison,
    column: Float32Array.of(coordinateOf(comparison.field, other.values)),
  }));
  const embeddings = Int8Array.from(other.embedding ?? []);
  const sound = SoundComparison.with(table, reference, weights.sound, embeddings);
  return squaredDistanceOf(fields, sound, 0, MIN_SHARED * weightOf(fields));
}

/** The number of tracks that are compared together: what is kept of them fits in the cache. */
const TRACKS_PER_BLOCK = 1024;

/** More than rounding can change a sum or a quotient. */
const ROUNDING = 1 + 1e-9;

/** Comparisons of four fields on a line, each of which only enlarges a distance. */
type Group = readonly [Comparison, Comparison, Comparison, Comparison];

/** Returns the comparisons of fields on a line, those with the largest weights first. */
function groupsOf(compared: readonly Comparison[]): readonly Group[] {
  const lines = compared
    .filter(({ geometry, at }) => geometry === "line" && !Number.isNaN(at))
    .sort((one, other) => other.weight - one.weight);
  return Array.from({ length: Math.floor(lines.length / 4) }, (_, group) => {
    const [one, two, three, four] = lines.slice(4 * group);
    return [one, two, three, four] as Group;
  });
}

/** The tracks of a block that may be among the nearest. */
class Block {
  /** Their slots, ascending. */
  readonly slots = new Uint32Array(TRACKS_PER_BLOCK);
  count = 0;
  /** The sum of weighted squared differences of each, of the fields so far. */
  readonly #sums = new Float64Array(TRACKS_PER_BLOCK);

  begin(start: number, count: number, among: Uint32Array | undefined): void {
    for (let index = 0; index < count; index += 1) {
      this.slots[index] = among?.[start + index] ?? start + index;
    }
    this.count = count;
    this.#sums.fill(0);
  }

  /** Begins the sums with the difference of the sound, and keeps the tracks of which it is within a limit. */
  keepSoundWithin(limit: number, sound: SoundComparison): void {
    this.count = sound.keepWithin(limit, this.slots, this.#sums, this.count);
  }

  /**
   * Adds the differences of four fields, and keeps the tracks of which the sum is within a limit. Four
   * at once take half of the time of one after the other.
   */
  keepWithin(limit: number, [one, two, three, four]: Group): void {
    const { slots, count } = this;
    const sums = this.#sums;
    let kept = 0;
    for (let index = 0; index < count; index += 1) {
      const slot = slots[index] ?? 0;
      const sum =
        (sums[index] ?? 0) +
        lineTerm(one, slot) +
        lineTerm(two, slot) +
        lineTerm(three, slot) +
        lineTerm(four, slot);
      slots[kept] = slot;
      sums[kept] = sum;
      // Without a branch, which the processor could not foresee.
      kept += Number(sum <= limit);
    }
    this.count = kept;
  }
}

/** Returns the weighted squared difference of a field on a line, 0 where the track does not have it. */
function lineTerm({ column, at, perDeviation, weight }: Comparison, slot: number): number {
  const deviations = ((column[slot] ?? NaN) - at) * perDeviation;
  const square = deviations * deviations;
  if (square < MAX_SQUARED_DEVIATIONS) return weight * square;
  return square >= MAX_SQUARED_DEVIATIONS ? weight * MAX_SQUARED_DEVIATIONS : 0;
}

/** The comparison of one field of all tracks with that of the reference track. */
interface Comparison {
  readonly field: SimilarityField;
  /** Coordinates by slot. */
  readonly column: Float32Array;
  /** Coordinate of the reference track; `NaN` where it has none. */
  readonly at: number;
  readonly perDeviation: number;
  readonly weight: number;
  readonly geometry: Geometry;
}

function comparisonsOf(
  table: SoundTable,
  { values }: MeasuredSound,
  weights: FieldWeights,
): readonly Comparison[] {
  const compared = similarityFields.filter((field) => weights[field] > 0);
  return compared.map((field) => ({
    field,
    column: table.coordinates(field),
    at: Math.fround(coordinateOf(field, values)),
    perDeviation: 1 / table.spreads[field].deviation,
    weight: weights[field],
    geometry: shapeOf(field).geometry,
  }));
}

const weightOf = (fields: readonly Comparison[]): number =>
  fields.reduce((total, { weight }) => total + weight, 0);

/**
 * Returns the squared distance of the track of a slot: the mean of the squared differences of the fields
 * and the sound that both have, by weight; `NaN` where the fields have less than a weight.
 */
function squaredDistanceOf(
  fields: readonly Comparison[],
  sound: SoundComparison | undefined,
  slot: number,
  minWeight: number,
): number {
  let [squares, shared] = [0, 0];
  for (const { column, at, perDeviation, weight, geometry } of fields) {
    const distance = foldedDistance(geometry, abs((column[slot] ?? NaN) - at));
    const deviations = distance * perDeviation;
    const square = deviations * deviations;
    // Comparisons with NaN are false, so that a field that one of both does not have is skipped.
    if (!(square >= 0)) continue;
    squares += weight * min(square, MAX_SQUARED_DEVIATIONS);
    shared += weight;
  }
  if (shared < minWeight) return NaN;
  const square = sound?.squaredDifference(slot) ?? NaN;
  if (!sound || Number.isNaN(square)) return squares / shared;
  return (squares + sound.weight * square) / (shared + sound.weight);
}
