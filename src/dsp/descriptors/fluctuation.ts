/** Lengths of the windows, seconds, and the ratio from one to the next; a level covers about 10 ms. */
const MIN_SECONDS = 0.31;
const MAX_SECONDS = 8.8;
const WINDOW_GROWTH = 1.25;

/**
 * Detrended fluctuation exponent of a level curve: how its fluctuation grows with the window length.
 *
 * Music with a strong regular beat fluctuates little over long windows (low exponent, towards 0.5 and
 * below); ambient, free and classical music fluctuates strongly (towards 1.5). Gain does not change it.
 *
 * @param levels magnitude per frame, >= 0
 * @param frameRate Hz
 * @returns the mean slope of log fluctuation over log window length; null for under four of the
 *   shortest windows, and where the level never changes
 *
 * Source: S. Streich and P. Herrera, "Detrended Fluctuation Analysis of Music Signals:
 * Danceability Estimation and Further Semantic Characterization", AES Convention 118, 2005.
 */
export function fluctuationExponent(levels: Float32Array, frameRate: number): number | null {
  const walk = integrated(levels);
  const points: [number, number][] = [];
  const max = Math.min(MAX_SECONDS * frameRate, levels.length / 4);
  for (let window = MIN_SECONDS * frameRate; window <= max; window *= WINDOW_GROWTH) {
    const length = Math.round(window);
    const fluctuation = meanFluctuation(walk, length);
    if (fluctuation > 0) points.push([Math.log(length), Math.log(fluctuation)]);
  }
  return points.length < 2 ? null : slope(points);
}

/** Running sum of the deviations from the mean. */
function integrated(levels: Float32Array): Float64Array {
  const mean = levels.reduce((sum, level) => sum + level, 0) / levels.length;
  const walk = new Float64Array(levels.length);
  let sum = 0;
  for (let i = 0; i < levels.length; i++) {
    sum += levels[i]! - mean;
    walk[i] = sum;
  }
  return walk;
}

/** Root mean square of the walk about its straight line in each window, windows half overlapping. */
function meanFluctuation(walk: Float64Array, length: number): number {
  const step = Math.max(1, length >> 1);
  const middle = (length - 1) / 2;
  const timeSquares = (length * (length * length - 1)) / 12;
  let total = 0;
  let windowCount = 0;
  for (let start = 0; start + length <= walk.length; start += step) {
    let [sum, squares, products] = [0, 0, 0];
    for (let i = 0; i < length; i++) {
      const value = walk[start + i]! - walk[start]!;
      sum += value;
      squares += value * value;
      products += value * (i - middle);
    }
    const explained = (sum * sum) / length + (products * products) / timeSquares;
    total += Math.max(0, squares - explained) / length;
    windowCount += 1;
  }
  return windowCount === 0 ? 0 : Math.sqrt(total / windowCount);
}

function slope(points: readonly (readonly [number, number])[]): number {
  const meanX = points.reduce((sum, [x]) => sum + x, 0) / points.length;
  const meanY = points.reduce((sum, [, y]) => sum + y, 0) / points.length;
  let [xy, xx] = [0, 0];
  for (const [x, y] of points) {
    xy += (x - meanX) * (y - meanY);
    xx += (x - meanX) ** 2;
  }
  return xy / xx;
}
