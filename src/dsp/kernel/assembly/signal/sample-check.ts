/** Bytes of a vector of four floats. */
const VECTOR: usize = 16;

/**
 * Returns whether the magnitudes of all samples are at most a limit, 1 or 0; those of numbers that are none are not.
 *
 * @param samples count floats; count a multiple of 4
 */
export function areWithin(samples: usize, count: i32, limit: f32): i32 {
  const limits = f32x4.splat(limit);
  const end = samples + <usize>count * 4;
  let isWithin = i32x4.splat(-1);
  for (; samples < end; samples += VECTOR) {
    isWithin = v128.and(isWithin, f32x4.le(f32x4.abs(v128.load(samples)), limits));
  }
  return i32(i32x4.all_true(isWithin));
}
