/** Bytes of a float, and of a vector of four. */
const FLOAT: usize = 4;
const VECTOR: usize = 16;

/**
 * Convolves maps over time with a dilated kernel, four output maps and eight steps at a time.
 *
 * A map is `margin` floats of zero, the steps, `margin` floats of zero. The steps after `stepCount`, up to
 * a multiple of 8, are written too, and become part of the margin only when the caller sets them to zero.
 *
 * @param maps the first of the inputs, one after another
 * @param mapLength floats of a map, both margins included; a multiple of 4
 * @param weights for every four outputs: inputs x width x 4
 * @param biases one per output
 * @param outputs receives the maps of the outputs; their margins are not written
 * @param outputCount a multiple of 4
 * @param stepCount a multiple of 8
 * @param margin at least (width - 1) / 2 x dilation; a multiple of 4
 * @param width odd
 * @param dilation steps from one weight to the next
 * @param end what becomes of a sum: 0 as it is, 1 at least 0, 2 at least 0, plus the input of its number
 */
export function convolveTime(
  maps: usize,
  mapCount: i32,
  mapLength: i32,
  weights: usize,
  biases: usize,
  outputs: usize,
  outputCount: i32,
  stepCount: i32,
  margin: i32,
  width: i32,
  dilation: i32,
  end: i32,
): void {
  const mapBytes = <usize>mapLength * FLOAT;
  const dilationBytes = <usize>dilation * FLOAT;
  const weightBytes = <usize>(mapCount * width) * VECTOR;
  const first = <usize>(margin - ((width - 1) / 2) * dilation) * FLOAT;
  const zero = f32x4.splat(0);
  for (let output = 0; output < outputCount; output += 4) {
    const bias0 = v128.load32_splat(biases);
    const bias1 = v128.load32_splat(biases + FLOAT);
    const bias2 = v128.load32_splat(biases + FLOAT * 2);
    const bias3 = v128.load32_splat(biases + FLOAT * 3);
    for (let step: usize = 0; step < <usize>stepCount * FLOAT; step += VECTOR * 2) {
      let low0 = bias0;
      let low1 = bias1;
      let low2 = bias2;
      let low3 = bias3;
      let high0 = bias0;
      let high1 = bias1;
      let high2 = bias2;
      let high3 = bias3;
      let weight = weights;
      let map = maps + first + step;
      for (let m = 0; m < mapCount; m++, map += mapBytes) {
        let tap = map;
        for (let w = 0; w < width; w++, tap += dilationBytes, weight += VECTOR) {
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
      if (end > 0) {
        low0 = f32x4.max(low0, zero);
        low1 = f32x4.max(low1, zero);
        low2 = f32x4.max(low2, zero);
        low3 = f32x4.max(low3, zero);
        high0 = f32x4.max(high0, zero);
        high1 = f32x4.max(high1, zero);
        high2 = f32x4.max(high2, zero);
        high3 = f32x4.max(high3, zero);
      }
      if (end > 1) {
        const own = maps + <usize>output * mapBytes + <usize>margin * FLOAT + step;
        low0 = f32x4.add(low0, v128.load(own));
        high0 = f32x4.add(high0, v128.load(own + VECTOR));
        low1 = f32x4.add(low1, v128.load(own + mapBytes));
        high1 = f32x4.add(high1, v128.load(own + mapBytes + VECTOR));
        low2 = f32x4.add(low2, v128.load(own + mapBytes * 2));
        high2 = f32x4.add(high2, v128.load(own + mapBytes * 2 + VECTOR));
        low3 = f32x4.add(low3, v128.load(own + mapBytes * 3));
        high3 = f32x4.add(high3, v128.load(own + mapBytes * 3 + VECTOR));
      }
      const place = outputs + <usize>output * mapBytes + <usize>margin * FLOAT + step;
      v128.store(place, low0);
      v128.store(place + VECTOR, high0);
      v128.store(place + mapBytes, low1);
      v128.store(place + mapBytes + VECTOR, high1);
      v128.store(place + mapBytes * 2, low2);
      v128.store(place + mapBytes * 2 + VECTOR, high2);
      v128.store(place + mapBytes * 3, low3);
      v128.store(place + mapBytes * 3 + VECTOR, high3);
    }
    weights += weightBytes;
    biases += VECTOR;
  }
}
