/** Bytes of a float, and of a vector of four. */
const FLOAT: usize = 4;
const VECTOR: usize = 16;

/**
 * Convolves maps of rows, four output maps and eight places of a row at a time.
 *
 * A row is `margin` floats of zero, the places, `margin` floats of zero. The value of an output at a place is the
 * sum over all inputs and taps of the values at that place of that row, `first` floats further, plus `outerStride`
 * for each outer and `innerStride` for each inner tap.
 *
 * Over steps and pitches, a row is a step: outer taps are pitches, inner taps rows. Over time alone, a map is one
 * row, and the inner taps are steps.
 *
 * @param maps the inputs, one after another
 * @param mapLength floats of an input map; a multiple of 4 where they are added to the outputs
 * @param weights for every four outputs: inputs x outerTaps x innerTaps x 4
 * @param biases one per output
 * @param outputs receives one map after another, rowCount rows each; their margins are not written
 * @param outputCount a multiple of 4
 * @param placeCount a multiple of 8
 * @param end what becomes of a sum: 0 as it is, 1 at least 0, 2 at least 0, plus the input of its number
 */
export function convolve(
  maps: usize,
  mapCount: i32,
  mapLength: i32,
  weights: usize,
  biases: usize,
  outputs: usize,
  outputCount: i32,
  rowCount: i32,
  placeCount: i32,
  margin: i32,
  first: i32,
  outerTaps: i32,
  outerStride: i32,
  innerTaps: i32,
  innerStride: i32,
  end: i32,
): void {
  const row = <usize>(placeCount + 2 * margin) * FLOAT;
  const mapBytes = <usize>mapLength * FLOAT;
  const outputBytes = <usize>rowCount * row;
  const weightBytes = <usize>(mapCount * outerTaps * innerTaps) * VECTOR;
  const outer = <usize>outerStride * FLOAT;
  const inner = <usize>innerStride * FLOAT;
  const start = <usize>margin * FLOAT;
  const rowEnd = <usize>placeCount * FLOAT;
  const zero = f32x4.splat(0);

  for (let output = 0; output < outputCount; output += 4) {
    const bias0 = v128.load32_splat(biases);
    const bias1 = v128.load32_splat(biases + FLOAT);
    const bias2 = v128.load32_splat(biases + FLOAT * 2);
    const bias3 = v128.load32_splat(biases + FLOAT * 3);
    for (let r = 0; r < rowCount; r++) {
      for (let at: usize = 0; at < rowEnd; at += VECTOR * 2) {
        const place = <usize>r * row + start + at;
        let low0 = bias0;
        let low1 = bias1;
        let low2 = bias2;
        let low3 = bias3;
        let high0 = bias0;
        let high1 = bias1;
        let high2 = bias2;
        let high3 = bias3;
        let weight = weights;
        let map = maps + place + <usize>first * FLOAT;
        for (let m = 0; m < mapCount; m++, map += mapBytes) {
          let line = map;
          for (let o = 0; o < outerTaps; o++, line += outer) {
            let tap = line;
            for (let i = 0; i < innerTaps; i++, tap += inner, weight += VECTOR) {
              const low = v128.load(tap);
              const high = v128.load(tap + VECTOR);
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
        if (end > 0) {
          low0 = f32x4.pmax(low0, zero);
          low1 = f32x4.pmax(low1, zero);
          low2 = f32x4.pmax(low2, zero);
          low3 = f32x4.pmax(low3, zero);
          high0 = f32x4.pmax(high0, zero);
          high1 = f32x4.pmax(high1, zero);
          high2 = f32x4.pmax(high2, zero);
          high3 = f32x4.pmax(high3, zero);
        }
        if (end > 1) {
          const own = maps + <usize>output * mapBytes + place;
          low0 = f32x4.add(low0, v128.load(own));
          high0 = f32x4.add(high0, v128.load(own + VECTOR));
          low1 = f32x4.add(low1, v128.load(own + mapBytes));
          high1 = f32x4.add(high1, v128.load(own + mapBytes + VECTOR));
          low2 = f32x4.add(low2, v128.load(own + mapBytes * 2));
          high2 = f32x4.add(high2, v128.load(own + mapBytes * 2 + VECTOR));
          low3 = f32x4.add(low3, v128.load(own + mapBytes * 3));
          high3 = f32x4.add(high3, v128.load(own + mapBytes * 3 + VECTOR));
        }
        const result = outputs + place;
        v128.store(result, low0);
        v128.store(result + VECTOR, high0);
        v128.store(result + outputBytes, low1);
        v128.store(result + outputBytes + VECTOR, high1);
        v128.store(result + outputBytes * 2, low2);
        v128.store(result + outputBytes * 2 + VECTOR, high2);
        v128.store(result + outputBytes * 3, low3);
        v128.store(result + outputBytes * 3 + VECTOR, high3);
      }
    }
    weights += weightBytes;
    biases += VECTOR;
    outputs += outputBytes * 4;
  }
}
