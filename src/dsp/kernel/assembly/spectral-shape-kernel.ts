/** Bytes of a float, of a double, and of a vector of four floats or two doubles. */
const FLOAT: usize = 4;
const DOUBLE: usize = 8;
const VECTOR: usize = 16;
/** Bins whose powers are summed before they are searched one by one. */
const GROUP: i32 = 16;

/**
 * Measures the distribution of the power, the squared magnitudes, of a spectrum over its bins from 1 on.
 *
 * @param magnitudes binCount + 1 floats, of which the first is left out
 * @param binCount a multiple of 16
 * @param first, end a range of bins, whose power is measured too; the end is not part of it
 * @param share of the power, within which the rolloff lies
 * @param sums memory for binCount / 16 doubles
 * @param results receives 4 doubles: the power; the sum of power times bin; the power of the range; and the
 *   rolloff, the first bin up to which at least `share` of the power lies
 */
export function spectralShape(
  magnitudes: usize,
  binCount: i32,
  first: i32,
  end: i32,
  share: f64,
  sums: usize,
  results: usize,
): void {
  let place = magnitudes + FLOAT;
  let low = f64x2(1, 2);
  let high = f64x2(3, 4);
  const four = f64x2.splat(4);
  let lowMoment = f64x2.splat(0);
  let highMoment = f64x2.splat(0);
  let power: f64 = 0;
  for (let group = 0; group < binCount / GROUP; group++) {
    let lowSum = f64x2.splat(0);
    let highSum = f64x2.splat(0);
    for (let i = 0; i < GROUP; i += 4, place += VECTOR) {
      const values = v128.load(place);
      const lowPower = squares(values);
      const highPower = squares(v128.shuffle<f32>(values, values, 2, 3, 2, 3));
      lowSum = f64x2.add(lowSum, lowPower);
      highSum = f64x2.add(highSum, highPower);
      lowMoment = f64x2.add(lowMoment, f64x2.mul(low, lowPower));
      highMoment = f64x2.add(highMoment, f64x2.mul(high, highPower));
      low = f64x2.add(low, four);
      high = f64x2.add(high, four);
    }
    const sum = laneSum(f64x2.add(lowSum, highSum));
    store<f64>(sums + <usize>group * DOUBLE, sum);
    power += sum;
  }
  store<f64>(results, power);
  store<f64>(results + DOUBLE, laneSum(f64x2.add(lowMoment, highMoment)));
  store<f64>(results + DOUBLE * 2, powerOf(magnitudes, first, end));
  store<f64>(results + DOUBLE * 3, <f64>rolloff(magnitudes, binCount, share * power, sums));
}

/** Squares of the first two floats, as doubles. */
function squares(values: v128): v128 {
  const doubles = f64x2.promote_low_f32x4(values);
  return f64x2.mul(doubles, doubles);
}

function powerOf(magnitudes: usize, first: i32, end: i32): f64 {
  let place = magnitudes + <usize>first * FLOAT;
  const last = magnitudes + <usize>end * FLOAT;
  let sum = f64x2.splat(0);
  for (; place + DOUBLE <= last; place += DOUBLE) {
    sum = f64x2.add(sum, squares(v128.load64_zero(place)));
  }
  let total = laneSum(sum);
  for (; place < last; place += FLOAT) total += <f64>load<f32>(place) * <f64>load<f32>(place);
  return total;
}

/** The first bin up to which the power reaches `wanted`. */
function rolloff(magnitudes: usize, binCount: i32, wanted: f64, sums: usize): i32 {
  let power: f64 = 0;
  for (let group = 0; group < binCount; group += GROUP, sums += DOUBLE) {
    const sum = load<f64>(sums);
    if (power + sum < wanted && group + GROUP < binCount) {
      power += sum;
      continue;
    }
    for (let bin = group + 1; bin <= group + GROUP; bin++) {
      const magnitude = <f64>load<f32>(magnitudes + <usize>bin * FLOAT);
      power += magnitude * magnitude;
      if (power >= wanted) return bin;
    }
  }
  return binCount;
}

function laneSum(lanes: v128): f64 {
  return f64x2.extract_lane(lanes, 0) + f64x2.extract_lane(lanes, 1);
}
