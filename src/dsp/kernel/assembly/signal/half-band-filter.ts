/** Bytes of a float, and of a vector of four. */
const FLOAT: usize = 4;
const VECTOR: usize = 16;

/**
 * Computes every second sample of a signal after a symmetric half-band filter, eight at a time.
 *
 * Output i is centred on sample 2 i + 2 x tapCount - 1: half of that sample, plus each tap times the
 * sum of the two samples at its distance, 1, 3, 5 ...
 *
 * @param samples 2 x outputCount + 4 x tapCount - 2 floats, and 16 more of any finite value
 * @param outputCount >= 1
 * @param taps tapCount floats, for distances 1, 3, 5 ...
 * @param work as many floats as there are samples, and 32 more
 * @param outputs receives outputCount floats, rounded up to a multiple of 8
 */
export function halve(
  samples: usize,
  outputCount: i32,
  taps: usize,
  tapCount: i32,
  work: usize,
  outputs: usize,
): void {
  const pairCount = (<usize>(outputCount + 2 * tapCount + 7)) & ~7;
  const sides = work;
  const centres = work + pairCount * FLOAT;
  for (let place: usize = 0; place < pairCount * FLOAT; place += VECTOR) {
    const first = v128.load(samples + place * 2);
    const second = v128.load(samples + place * 2 + VECTOR);
    v128.store(sides + place, v128.shuffle<f32>(first, second, 0, 2, 4, 6));
    v128.store(centres + place, v128.shuffle<f32>(first, second, 1, 3, 5, 7));
  }

  const half = f32x4.splat(0.5);
  const tapEnd = taps + <usize>tapCount * FLOAT;
  const reach = <usize>(tapCount - 1) * FLOAT;
  const end = <usize>outputCount * FLOAT;
  for (let place: usize = 0; place < end; place += VECTOR * 2) {
    const centre = centres + place + reach;
    let low = f32x4.mul(half, v128.load(centre));
    let high = f32x4.mul(half, v128.load(centre + VECTOR));
    let before = sides + place + reach;
    let after = before + FLOAT;
    for (let tap = taps; tap < tapEnd; tap += FLOAT, before -= FLOAT, after += FLOAT) {
      const weight = v128.load32_splat(tap);
      const lowPair = f32x4.add(v128.load(before), v128.load(after));
      const highPair = f32x4.add(v128.load(before + VECTOR), v128.load(after + VECTOR));
      low = f32x4.add(low, f32x4.mul(weight, lowPair));
      high = f32x4.add(high, f32x4.mul(weight, highPair));
    }
    v128.store(outputs + place, low);
    v128.store(outputs + place + VECTOR, high);
  }
}
