import type { SimilarityField } from "../../domain/catalogue/similarity.js";
import type { MeasuredTrack } from "../../domain/catalogue/measured-track.js";
import { coordinateOf } from "../../domain/catalogue/sound-coordinates.js";
import type { SlicedWork, SoundTable } from "../../ports/analysis/sound-catalogue.js";

/**
 * The fields that change steadily along a mix, with their weights: tempo has the weight of all mood
 * fields together. Keys are treated separately, by steps on the Camelot wheel.
 */
const shares: readonly (readonly [SimilarityField, number])[] = [
  ["tempo", 1],
  ["energy", 1 / 8],
  ["danceability", 1 / 8],
  ["valence", 1 / 8],
  ["arousal", 1 / 8],
  ["happy", 1 / 8],
  ["sad", 1 / 8],
  ["relaxed", 1 / 8],
  ["aggressive", 1 / 8],
];

/**
 * How much longer the path through a track may be than the straight line, in standard deviations.
 */
const MAX_EXTRA_LENGTH = 1;
/**
 * The length that a path through a track may always have, however close the ends are, in standard
 * deviations.
 */
const MIN_ALLOWED_LENGTH = 2;

/** One dimension of a course. */
interface Dimension {
  readonly column: Float32Array;
  /** Coordinate of the beginning. */
  readonly origin: number;
  /**
   * Line units per unit of the coordinate: the square root of the share divided by the standard
   * deviation.
   */
  readonly unit: number;
  /** From beginning to end, line units; negative where the coordinate falls. */
  readonly extent: number;
}

/**
 * The straight line between two tracks, in tempo and mood, with the positions of all other tracks
 * beside it. One unit of length is one standard deviation of the catalogue. A field that either end
 * lacks is no dimension of the line; a track that lacks a dimension, or through which the path
 * would be too long, has no position.
 */
export class MixLine {
  /** Length of the line, >= 0. */
  readonly length: number;
  /**
   * Position of each slot along the line, from the beginning; < 0 is before it; `NaN` where it has
   * none.
   */
  readonly along: Float32Array;
  /** Squared distance of each slot from the line, >= 0; `NaN` where it has no position. */
  readonly squaredOffset: Float32Array;
  readonly #dimensions: readonly Dimension[];

  private constructor(size: number, dimensions: readonly Dimension[]) {
    this.#dimensions = dimensions;
    this.length = Math.sqrt(dimensions.reduce((sum, { extent }) => sum + extent ** 2, 0));
    this.along = new Float32Array(size);
    this.squaredOffset = new Float32Array(size);
  }

  /**
   * Returns the line from one track to another.
   *
   * @param among the slots that have a position; all when absent
   */
  static *between(
    table: SoundTable,
    from: MeasuredTrack,
    to: MeasuredTrack,
    among?: Uint32Array,
  ): SlicedWork<MixLine> {
    const { size } = table;
    const line = new MixLine(size, dimensionsOf(table, from, to));
    const dots = new Float64Array(size);
    const squares = new Float64Array(size);
    for (const dimension of line.#dimensions) {
      addDimension(dimension, dots, squares);
      yield;
    }
    line.#place(dots, squares, among);
    return line;
  }

  /** Sets the positions of all slots. */
  #place(dots: Float64Array, squares: Float64Array, among: Uint32Array | undefined): void {
    const size = dots.length;
    const perLength = this.length > 0 ? 1 / this.length : 0;
    const isAmong = new Uint8Array(size).fill(among ? 0 : 1);
    for (const slot of among ?? []) isAmong[slot] = 1;
    const max = Math.max(MIN_ALLOWED_LENGTH, this.length + MAX_EXTRA_LENGTH);
    for (let slot = 0; slot < size; slot += 1) {
      const along = (dots[slot] ?? NaN) * perLength;
      const squaredOffset = Math.max(0, (squares[slot] ?? NaN) - along * along);
      const isOnTheWay = isAmong[slot] === 1 && this.#lengthThrough(along, squaredOffset) <= max;
      this.along[slot] = isOnTheWay ? along : NaN;
      this.squaredOffset[slot] = isOnTheWay ? squaredOffset : NaN;
    }
  }

  /** Returns the length of the path from end to end through a position. */
  #lengthThrough(along: number, squaredOffset: number): number {
    const rest = this.length - along;
    return Math.sqrt(along * along + squaredOffset) + Math.sqrt(rest * rest + squaredOffset);
  }

  /** Returns the coordinates of a slot in each dimension, from the beginning. */
  positionOf(slot: number): Float64Array {
    return Float64Array.from(
      this.#dimensions,
      ({ column, origin, unit }) => ((column[slot] ?? NaN) - origin) * unit,
    );
  }

  /** Coordinates of the beginning of the line: zeros. */
  get beginning(): Float64Array {
    return new Float64Array(this.#dimensions.length);
  }

  /** Coordinates of the end of the line. */
  get end(): Float64Array {
    return Float64Array.from(this.#dimensions, ({ extent }) => extent);
  }
}

function dimensionsOf(
  table: SoundTable,
  from: MeasuredTrack,
  to: MeasuredTrack,
): readonly Dimension[] {
  return shares.flatMap(([field, share]) => {
    const origin = coordinateOf(field, from.values);
    const unit = Math.sqrt(share) / table.spreads[field].deviation;
    const extent = (coordinateOf(field, to.values) - origin) * unit;
    return Number.isNaN(extent) ? [] : [{ column: table.coordinates(field), origin, unit, extent }];
  });
}

function addDimension(
  { column, origin, unit, extent }: Dimension,
  dots: Float64Array,
  squares: Float64Array,
): void {
  const { length } = dots;
  for (let slot = 0; slot < length; slot += 1) {
    const position = ((column[slot] ?? NaN) - origin) * unit;
    dots[slot] = (dots[slot] ?? 0) + position * extent;
    squares[slot] = (squares[slot] ?? 0) + position * position;
  }
}
