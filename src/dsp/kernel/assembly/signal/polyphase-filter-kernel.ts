/** Bytes of a float, and of a vector of four. */
const FLOAT: usize = 4;
const VECTOR: usize = 16;

/**
 * Resamples a signal: each output is the sum of the samples around it, weighted by the filter of its
 * phase.
 *
 * @param samples sampleCount floats, and 4 more that are finite
 * @param origin position of the first of them in the signal, samples
 * @param taps phaseCount x tapCount floats; tapCount a multiple of 4
 * @param reach samples from the start of a filter to its centre
 * @param span samples that an output needs, from the start of its filter, at most tapCount
 * @param step samples from one output to the next
 * @param first index of the first output
 * @param limit index after the last output
 * @returns number of outputs written: as many as there were samples for
 */
export function resample(
  samples: usize,
  sampleCount: i32,
  origin: f64,
  taps: usize,
  phaseCount: i32,
  tapCount: i32,
  reach: i32,
  span: i32,
  step: f64,
  first: f64,
  limit: f64,
  outputs: usize,
): i32 {
  const filterBytes = <usize>tapCount * FLOAT;
  let written = 0;
  for (let output = first; output < limit; output += 1) {
    const position = floor(output * step * phaseCount + 0.5);
    const centre = floor(position / phaseCount);
    const start = <i32>(centre - origin) - reach + 1;
    if (start + span > sampleCount) break;
    let filter = taps + <usize>(position - centre * phaseCount) * filterBytes;
    const filterEnd = filter + filterBytes;
    let sample = samples + <usize>start * FLOAT;
    let sum = f32x4.splat(0);
    for (; filter < filterEnd; filter += VECTOR, sample += VECTOR) {
      sum = f32x4.add(sum, f32x4.mul(v128.load(filter), v128.load(sample)));
    }
    const pairs = f32x4.add(sum, v128.shuffle<f32>(sum, sum, 2, 3, 0, 1));
    const value = f32x4.extract_lane(pairs, 0) + f32x4.extract_lane(pairs, 1);
    store<f32>(outputs + <usize>written * FLOAT, value);
    written++;
  }
  return written;
}
