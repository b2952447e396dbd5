/** The nearest of some points, nearest first, equal ones by their indexes. */
export interface NearestPoints {
  readonly indexes: Uint32Array;
  /** Squared distances, ascending. */
  readonly squares: Float64Array;
}

/**
 * Returns the points that are nearest to one, by the Euclidean distance.
 *
 * @param points `dimensions` coordinates of each, one point after the other
 * @param others the points among which `index` is the one
 * @param max at most the number of points
 */
export function nearestPoints(
  points: Int8Array,
  dimensions: number,
  others: Int8Array,
  index: number,
  max: number,
): NearestPoints {
  const [indexes, squares] = [new Uint32Array(max), new Float64Array(max).fill(Infinity)];
  const at = new Float64Array(dimensions);
  for (let part = 0; part < dimensions; part += 1)
    at[part] = others[dimensions * index + part] as number;
  let farthest = Infinity;
  for (let first = 0; first < points.length; first += dimensions) {
    let square = 0;
    for (let part = 0; part < dimensions && square < farthest; part += 1) {
      const difference = (points[first + part] as number) - (at[part] as number);
      square += difference * difference;
    }
    if (square >= farthest) continue;
    let place = max - 1;
    for (; place > 0 && (squares[place - 1] as number) > square; place -= 1) {
      squares[place] = squares[place - 1] as number;
      indexes[place] = indexes[place - 1] as number;
    }
    squares[place] = square;
    indexes[place] = first / dimensions;
    farthest = squares[max - 1] as number;
  }
  return { indexes, squares };
}
