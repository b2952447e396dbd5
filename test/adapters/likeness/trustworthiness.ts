/**
 * Returns how far neighbours on a plane are neighbours in space, in [0, 1]: 1 where all of them are; about 0.5 by chance.
 *
 * Source: J. Venna and S. Kaski, "Neighborhood Preservation in Nonlinear Projection Methods", ICANN 2001.
 *
 * @param points `dimensions` coordinates of each
 * @param places two coordinates of each
 * @param neighbours of each that are looked at
 */
export function trustworthiness(
  points: ArrayLike<number>,
  dimensions: number,
  places: ArrayLike<number>,
  neighbours: number,
): number {
  const count = places.length / 2;
  let penalty = 0;
  for (let one = 0; one < count; one += 1) {
    const ranks = ranksFrom(points, dimensions, one);
    const near = orderFrom(places, 2, one).slice(0, neighbours);
    for (const other of near) penalty += Math.max(0, ranks[other]! - neighbours);
  }
  const most = count * neighbours * (2 * count - 3 * neighbours - 1);
  return 1 - (2 * penalty) / most;
}

/** Returns the other points, nearest first. */
function orderFrom(points: ArrayLike<number>, dimensions: number, one: number): Uint32Array {
  const count = points.length / dimensions;
  const squares = Float64Array.from({ length: count }, (_, other) => {
    let sum = 0;
    for (let at = 0; at < dimensions; at += 1) {
      sum += (points[dimensions * other + at]! - points[dimensions * one + at]!) ** 2;
    }
    return sum;
  });
  return Uint32Array.from({ length: count }, (_, other) => other)
    .filter((other) => other !== one)
    .sort((first, second) => squares[first]! - squares[second]! || first - second);
}

function ranksFrom(points: ArrayLike<number>, dimensions: number, one: number): Uint32Array {
  const ranks = new Uint32Array(points.length / dimensions);
  for (const [rank, other] of orderFrom(points, dimensions, one).entries()) ranks[other] = rank + 1;
  return ranks;
}
