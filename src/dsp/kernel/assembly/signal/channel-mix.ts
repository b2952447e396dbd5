/** Bytes of a float, and of a vector of four. */
const FLOAT: usize = 4;
const VECTOR: usize = 16;

/**
 * Computes the energy, the sum of squares, of each channel and of their mean.
 *
 * @param channels channelCount x length floats
 * @param length a multiple of 4
 * @param energies receives channelCount floats, and one for the mean
 */
export function energies(channels: usize, channelCount: i32, length: i32, energies: usize): void {
  const bytes = <usize>length * FLOAT;
  const share = f32x4.splat(<f32>1 / <f32>channelCount);
  for (let c = 0; c < channelCount; c++) {
    const channel = channels + <usize>c * bytes;
    let energy = f32x4.splat(0);
    for (let place: usize = 0; place < bytes; place += VECTOR) {
      const value = v128.load(channel + place);
      energy = f32x4.add(energy, f32x4.mul(value, value));
    }
    store<f32>(energies + <usize>c * FLOAT, laneSum(energy));
  }
  let meanEnergy = f32x4.splat(0);
  for (let place: usize = 0; place < bytes; place += VECTOR) {
    let sum = f32x4.splat(0);
    let channel = channels + place;
    for (let c = 0; c < channelCount; c++, channel += bytes) {
      sum = f32x4.add(sum, v128.load(channel));
    }
    const mean = f32x4.mul(sum, share);
    meanEnergy = f32x4.add(meanEnergy, f32x4.mul(mean, mean));
  }
  store<f32>(energies + <usize>channelCount * FLOAT, laneSum(meanEnergy));
}

/**
 * Computes the sum of channels, each times a weight that changes linearly from sample to sample.
 *
 * @param channels channelCount x length floats
 * @param length a multiple of 4
 * @param weights channelCount floats at the first sample, then as many to add per sample
 * @param mixed receives length floats
 */
export function mix(
  channels: usize,
  channelCount: i32,
  length: i32,
  weights: usize,
  mixed: usize,
): void {
  const bytes = <usize>length * FLOAT;
  const slopes = weights + <usize>channelCount * FLOAT;
  let index = f32x4(0, 1, 2, 3);
  for (let place: usize = 0; place < bytes; place += VECTOR) {
    let sum = f32x4.splat(0);
    let channel = channels + place;
    for (let c: usize = 0; c < <usize>channelCount; c++, channel += bytes) {
      const slope = v128.load32_splat(slopes + c * FLOAT);
      const weight = f32x4.add(v128.load32_splat(weights + c * FLOAT), f32x4.mul(slope, index));
      sum = f32x4.add(sum, f32x4.mul(weight, v128.load(channel)));
    }
    v128.store(mixed + place, sum);
    index = f32x4.add(index, f32x4.splat(4));
  }
}

function laneSum(lanes: v128): f32 {
  const pairs = f32x4.add(lanes, v128.shuffle<f32>(lanes, lanes, 2, 3, 0, 1));
  return f32x4.extract_lane(pairs, 0) + f32x4.extract_lane(pairs, 1);
}
