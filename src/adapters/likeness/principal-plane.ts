/** Rounds of the power method: enough for six digits of directions whose variances differ by a fifth. */
const ROUNDS = 100;

/** The plane in which some points are spread most: their mean, and two directions of length 1. */
export interface PrincipalPlane {
  readonly mean: Float64Array;
  readonly axes: readonly [Float64Array, Float64Array];
}

/**
 * Returns the plane of the first two principal components of points; the same for the same points in any order, but for rounding.
 *
 * Source: H. Hotelling, "Analysis of a Complex of Statistical Variables into Principal Components", Journal of Educational Psychology
 * 24, 1933: the power method, and deflation.
 *
 * @param points `dimensions` coordinates of each, one point after the other
 */
export function principalPlane(points: Int8Array, dimensions: number): PrincipalPlane {
  const mean = meanOf(points, dimensions);
  const covariance = covarianceOf(points, mean);
  const first = leadingDirection(covariance, dimensions);
  deflate(covariance, first);
  return { mean, axes: [first, leadingDirection(covariance, dimensions)] };
}

/** Returns the places of points on a plane: two coordinates of each. */
export function placesOnPlane(points: Int8Array, plane: PrincipalPlane): Float64Array {
  const { mean, axes } = plane;
  const dimensions = mean.length;
  const count = points.length / dimensions;
  const places = new Float64Array(2 * count);
  for (let index = 0; index < count; index += 1) {
    for (const [axis, direction] of axes.entries()) {
      let sum = 0;
      for (let at = 0; at < dimensions; at += 1) {
        sum +=
          ((points[index * dimensions + at] as number) - (mean[at] as number)) *
          (direction[at] as number);
      }
      places[2 * index + axis] = sum;
    }
  }
  return places;
}

function meanOf(points: Int8Array, dimensions: number): Float64Array {
  const mean = new Float64Array(dimensions);
  const count = points.length / dimensions;
  for (let index = 0; index < points.length; index += 1) {
    const at = index % dimensions;
    mean[at] = (mean[at] as number) + (points[index] as number) / count;
  }
  return mean;
}

/** Returns the covariance of coordinates, row by row. */
function covarianceOf(points: Int8Array, mean: Float64Array): Float64Array {
  const dimensions = mean.length;
  const covariance = new Float64Array(dimensions * dimensions);
  for (let first = 0; first < points.length; first += dimensions) {
    for (let row = 0; row < dimensions; row += 1) {
      const one = (points[first + row] as number) - (mean[row] as number);
      for (let column = 0; column < dimensions; column += 1) {
        const other = (points[first + column] as number) - (mean[column] as number);
        const at = row * dimensions + column;
        covariance[at] = (covariance[at] as number) + one * other;
      }
    }
  }
  return covariance;
}

/** Returns the direction of the largest variance; the first axis where there is none. Its largest coordinate is positive. */
function leadingDirection(covariance: Float64Array, dimensions: number): Float64Array {
  // Uneven, so that it is orthogonal to no direction that data have.
  let direction = Float64Array.from({ length: dimensions }, (_, at) => 1 + at / 10);
  for (let round = 0; round < ROUNDS; round += 1) {
    const next = new Float64Array(dimensions);
    for (let row = 0; row < dimensions; row += 1) {
      for (let column = 0; column < dimensions; column += 1) {
        next[row] =
          (next[row] as number) +
          (covariance[row * dimensions + column] as number) * (direction[column] as number);
      }
    }
    const length = Math.hypot(...next);
    if (length === 0)
      return Float64Array.from({ length: dimensions }, (_, at) => (at === 0 ? 1 : 0));
    direction = next.map((coordinate) => coordinate / length);
  }
  const largest = direction.reduce((most, one) => (Math.abs(one) > Math.abs(most) ? one : most), 0);
  return largest < 0 ? direction.map((coordinate) => -coordinate) : direction;
}

/** Takes the variance along a direction out of a covariance. */
function deflate(covariance: Float64Array, direction: Float64Array): void {
  const dimensions = direction.length;
  let variance = 0;
  for (let row = 0; row < dimensions; row += 1) {
    for (let column = 0; column < dimensions; column += 1) {
      variance +=
        (direction[row] as number) *
        (covariance[row * dimensions + column] as number) *
        (direction[column] as number);
    }
  }
  for (let row = 0; row < dimensions; row += 1) {
    for (let column = 0; column < dimensions; column += 1) {
      const at = row * dimensions + column;
      covariance[at] =
        (covariance[at] as number) -
        variance * (direction[row] as number) * (direction[column] as number);
    }
  }
}
