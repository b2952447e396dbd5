/** Bytes of a 16-bit integer, of a float or 32-bit integer, and of a vector of four. */
const CODE: usize = 2;
const FLOAT: usize = 4;
const VECTOR: usize = 16;

/**
 * Measures by how much the levels of bands rise from frame to frame, in registers of neighbouring bands: the mean rise
 * over the highest of the same band and its neighbours some frames before.
 *
 * @param codes frameCount x bandCount 16-bit integers: places of the levels in the table
 * @param bandCount a multiple of 4
 * @param table levels, floats >= 0
 * @param edges registerCount + 1 32-bit integers: the first band of each register, and the end of the last
 * @param lag frames between the levels that are compared
 * @param rows levels of frames, bandCount floats and 4 more on either side, which are 0: those of `lag` frames before
 *   the first, and memory for those of all frames
 * @param rises memory for bandCount floats
 * @param results receives frameCount rows of registerCount floats
 */
export function risingEnergy(
  codes: usize,
  frameCount: i32,
  bandCount: i32,
  table: usize,
  edges: usize,
  registerCount: i32,
  lag: i32,
  rows: usize,
  rises: usize,
  results: usize,
): void {
  const bytes = <usize>bandCount * FLOAT;
  const stride = bytes + VECTOR * 2;
  let before = rows + VECTOR;
  let now = before + <usize>lag * stride;
  for (let frame = 0; frame < frameCount; frame++, before += stride, now += stride) {
    for (let at: usize = 0; at < bytes; at += FLOAT, codes += CODE) {
      store<f32>(now + at, load<f32>(table + <usize>load<u16>(codes) * FLOAT));
    }
    for (let at: usize = 0; at < bytes; at += VECTOR) {
      const place = before + at;
      const beside = f32x4.pmax(v128.load(place - FLOAT), v128.load(place + FLOAT));
      const rise = f32x4.sub(v128.load(now + at), f32x4.pmax(beside, v128.load(place)));
      v128.store(rises + at, f32x4.pmax(rise, f32x4.splat(0)));
    }
    for (let register = 0; register < registerCount; register++, results += FLOAT) {
      const edge = edges + <usize>register * FLOAT;
      const first = load<i32>(edge);
      const end = load<i32>(edge + FLOAT);
      let sum: f32 = 0;
      for (let band = first; band < end; band++) sum += load<f32>(rises + <usize>band * FLOAT);
      store<f32>(results, sum / <f32>(end - first));
    }
  }
}
