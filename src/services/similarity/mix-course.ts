import type { SimilarityField } from "../../domain/catalogue/similarity.js";
import type { MeasuredTrack } from "../../ports/analysis/analysis-feed.js";
import { coordinateOf } from "./sound-coordinates.js";
import type { SoundTable } from "./sound-table.js";

/**
 * What changes steadily along a mix, and how much each counts: tempo as much as all that makes the
 * mood. Keys go their own way, in steps of the Camelot wheel.
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

/** How much longer the way through a track may be than the straight one, in deviations. */
const MAX_DETOUR = 1;
/** However near the ends are to each other, so far round is on the way. */
const MIN_ROUND = 2;

/** One dimension of a course. */
interface Dimension {
  readonly column: Float32Array;
  /** Coordinate at the beginning. */
  readonly origin: number;
  /** Course units a unit of the coordinate: the root of the share, over the deviation. */
  readonly unit: number;
  /** From beginning to end, course units. */
  readonly way: number;
}

/**
 * The straight line between two tracks, in tempo and mood, and where all others stand beside it.
 * One unit of length is one deviation of the catalogue. What either end lacks is no part of the line;
 * a track that lacks a part of it, or through which the way would be too long, stands nowhere.
 */
export class MixCourse {
  /** From end to end, >= 0. */
  readonly length: number;
  /** How far along the line each slot is, from the beginning; below 0 is before it; or `NaN`. */
  readonly along: Float32Array;
  /** Squared distance of each slot from the line, >= 0; or `NaN`. */
  readonly asideSquared: Float32Array;
  readonly #dimensions: readonly Dimension[];

  constructor(table: SoundTable, from: MeasuredTrack, to: MeasuredTrack) {
    this.#dimensions = dimensionsOf(table, from, to);
    const { size } = table;
    const dots = new Float64Array(size);
    const squares = new Float64Array(size);
    let lengthSquared = 0;
    for (const dimension of this.#dimensions) {
      lengthSquared += dimension.way ** 2;
      addDimension(dimension, dots, squares);
    }
    this.length = Math.sqrt(lengthSquared);
    this.along = new Float32Array(size);
    this.asideSquared = new Float32Array(size);
    const perLength = this.length > 0 ? 1 / this.length : 0;
    const max = Math.max(MIN_ROUND, this.length + MAX_DETOUR);
    for (let slot = 0; slot < size; slot += 1) {
      const along = (dots[slot] ?? NaN) * perLength;
      const asideSquared = Math.max(0, (squares[slot] ?? NaN) - along * along);
      const isOnTheWay = this.#through(along, asideSquared) <= max;
      this.along[slot] = isOnTheWay ? along : NaN;
      this.asideSquared[slot] = isOnTheWay ? asideSquared : NaN;
    }
  }

  /** How long the way from end to end is that leads through a place. */
  #through(along: number, asideSquared: number): number {
    const rest = this.length - along;
    return Math.sqrt(along * along + asideSquared) + Math.sqrt(rest * rest + asideSquared);
  }

  /** Where a slot stands in each dimension, from the beginning. */
  positionOf(slot: number): Float64Array {
    return Float64Array.from(
      this.#dimensions,
      ({ column, origin, unit }) => ((column[slot] ?? NaN) - origin) * unit,
    );
  }

  /** Where the line begins: zeros. */
  get beginning(): Float64Array {
    return new Float64Array(this.#dimensions.length);
  }

  /** Where the line ends. */
  get end(): Float64Array {
    return Float64Array.from(this.#dimensions, ({ way }) => way);
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
    const way = (coordinateOf(field, to.values) - origin) * unit;
    return Number.isNaN(way) ? [] : [{ column: table.column(field), origin, unit, way }];
  });
}

function addDimension(
  { column, origin, unit, way }: Dimension,
  dots: Float64Array,
  squares: Float64Array,
): void {
  const { length } = dots;
  for (let slot = 0; slot < length; slot += 1) {
    const position = ((column[slot] ?? NaN) - origin) * unit;
    dots[slot] = (dots[slot] ?? 0) + position * way;
    squares[slot] = (squares[slot] ?? 0) + position * position;
  }
}
