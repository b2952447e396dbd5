/** Bytes of a float, and of a vector of four. */
const FLOAT: usize = 4;
const VECTOR: usize = 16;

/**
 * Convolves maps of steps x pitches and sets negative values to zero, four output maps and eight
 * pitches at a time.
 *
 * A row of a map is one step: `margin` floats of zero, the pitches, `margin` floats of zero. Row
 * t of an output is computed from rows t to t + 2 x timeReach of the inputs.
 *
 * @param maps one after another, (stepCount + 2 x timeReach) rows each
 * @param weights for every four outputs: inputs x (2 x pitchReach + 1) x (2 x timeReach + 1) x 4
 * @param biases one per output
 * @param outputs receives one map after another, stepCount rows each; margins are not written
 * @param outputCount a multiple of 4
 * @param pitchCount a multiple of 8
 * @param margin at least pitchReach
 */
export function convolve(
  maps: usize,
  mapCount: i32,
  weights: usize,
  biases: usize,
  outputs: usize,
  outputCount: i32,
  stepCount: i32,
  pitchCount: i32,
  margin: i32,
  pitchReach: i32,
  timeReach: i32,
): void {
  const row = <usize>(pitchCount + 2 * margin) * FLOAT;
  const mapBytes = <usize>(stepCount + 2 * timeReach) * row;
  const outputBytes = <usize>stepCount * row;
  const firstTap = <usize>(margin - pitchReach) * FLOAT;
  const pitches = 2 * pitchReach + 1;
  const steps = 2 * timeReach + 1;
  const weightBytes = <usize>(mapCount * pitches * steps) * VECTOR;
  const rowEnd = <usize>pitchCount * FLOAT;
  const zero = f32x4.splat(0);

  for (let output = 0; output < outputCount; output += 4) {
    const bias0 = v128.load32_splat(biases);
    const bias1 = v128.load32_splat(biases + FLOAT);
    const bias2 = v128.load32_splat(biases + FLOAT * 2);
    const bias3 = v128.load32_splat(biases + FLOAT * 3);
    for (let step = 0; step < stepCount; step++) {
      const rowStart = <usize>step * row;
      for (let pitch: usize = 0; pitch < rowEnd; pitch += VECTOR * 2) {
        let low0 = bias0;
        let low1 = bias1;
        let low2 = bias2;
        let low3 = bias3;
        let high0 = bias0;
        let high1 = bias1;
        let high2 = bias2;
        let high3 = bias3;
        let weight = weights;
        let map = maps + rowStart + pitch + firstTap;
        for (let m = 0; m < mapCount; m++, map += mapBytes) {
          let tap = map;
          for (let p = 0; p < pitches; p++, tap += FLOAT) {
            let place = tap;
            for (let t = 0; t < steps; t++, place += row, weight += VECTOR) {
              const low = v128.load(place);
              const high = v128.load(place + VECTOR);
              const weight0 = v128.load32_splat(weight);
              const weight1 = v128.load32_splat(weight + FLOAT);
              const weight2 = v128.load32_splat(weight + FLOAT * 2);
              const weight3 = v128.load32_splat(weight + FLOAT * 3);
              low0 = f32x4.add(low0, f32x4.mul(low, weight0));
              high0 = f32x4.add(high0, f32x4.mul(high, weight0));
              low1 = f32x4.add(low1, f32x4.mul(low, weight1));
              high1 = f32x4.add(high1, f32x4.mul(high, weight1));
              low2 = f32x4.add(low2, f32x4.mul(low, weight2));
              high2 = f32x4.add(high2, f32x4.mul(high, weight2));
              low3 = f32x4.add(low3, f32x4.mul(low, weight3));
              high3 = f32x4.add(high3, f32x4.mul(high, weight3));
            }
          }
        }
        const place = outputs + rowStart + <usize>margin * FLOAT + pitch;
        v128.store(place, f32x4.max(low0, zero));
        v128.store(place + VECTOR, f32x4.max(high0, zero));
        v128.store(place + outputBytes, f32x4.max(low1, zero));
        v128.store(place + outputBytes + VECTOR, f32x4.max(high1, zero));
        v128.store(place + outputBytes * 2, f32x4.max(low2, zero));
        v128.store(place + outputBytes * 2 + VECTOR, f32x4.max(high2, zero));
        v128.store(place + outputBytes * 3, f32x4.max(low3, zero));
        v128.store(place + outputBytes * 3 + VECTOR, f32x4.max(high3, zero));
      }
    }
    weights += weightBytes;
    biases += VECTOR;
    outputs += outputBytes * 4;
  }
}
