import { laggedProducts } from "../../signal/lagged-products.js";

/** Number of beats in the longest lag; more beats give a higher resolution. */
const MAXIMUM_SPAN_BEATS = 12;
/** Number of periods tried on either side, and their maximum relative distance. */
const STEP_COUNT = 50;
const REACH = 0.025;

/**
 * Refines a tempo to a fraction of a percent, by the autocorrelation of the onset curve over several beats.
 *
 * The period is moved by up to 2.5 % to where the autocorrelation at its first twelve multiples is
 * largest. For a curve shorter than two periods the tempo is returned unchanged.
 *
 * Source: generalised autocorrelation with enhanced multiples as in G. Percival and G. Tzanetakis,
 * "Streamlined Tempo Estimation Based on Autocorrelation and Cross-correlation With Pulses",
 * IEEE/ACM TASLP 22(12), 2014; refinement on the unwindowed curve is ours.
 *
 * @param onsets one value per frame, >= 0
 * @param bpm tempo to refine, > 0
 */
export function refineTempo(onsets: Float32Array, frameRate: number, bpm: number): number {
  const period = (60 * frameRate) / bpm;
  const spanBeats = Math.min(MAXIMUM_SPAN_BEATS, Math.floor((0.6 * onsets.length) / period));
  if (spanBeats < 2) return bpm;
  const autocorrelations = autocorrelationsNearBeats(smoothed(onsets), period, spanBeats);
  let best = { period, score: -1 };
  for (let step = -STEP_COUNT; step <= STEP_COUNT; step++) {
    const candidate = period * (1 + (REACH * step) / STEP_COUNT);
    let score = 0;
    autocorrelations.forEach(({ first, values }, index) => {
      const lag = (index + 1) * candidate;
      const whole = Math.floor(lag);
      const [before, after] = [values[whole - first]!, values[whole - first + 1]!];
      score += before * (1 - lag + whole) + after * (lag - whole);
    });
    if (score > best.score) best = { period: candidate, score };
  }
  return (60 * frameRate) / best.period;
}

/** The autocorrelation at consecutive lags, per product. */
interface Autocorrelation {
  /** Frames. */
  readonly first: number;
  readonly values: Float64Array;
}

/** Returns the autocorrelation around each of the first multiples of a period, as far as candidates reach. */
function autocorrelationsNearBeats(
  curve: Float32Array,
  period: number,
  beatCount: number,
): Autocorrelation[] {
  return Array.from({ length: beatCount }, (_, index) => {
    const lag = (index + 1) * period;
    const first = Math.floor(lag * (1 - REACH));
    const count = Math.floor(lag * (1 + REACH)) + 2 - first;
    const products = laggedProducts(curve, { first, count });
    return { first, values: products.map((sum, i) => sum / Math.max(1, curve.length - first - i)) };
  });
}

/** Weighted mean of each value and its neighbours, so that peaks between two frames count. */
function smoothed(curve: Float32Array): Float32Array {
  const result = new Float32Array(curve.length);
  const last = curve.length - 1;
  for (let i = 0; i <= last; i++) {
    const around = (i > 0 ? curve[i - 1]! : 0) + (i < last ? curve[i + 1]! : 0);
    result[i] = 0.5 * curve[i]! + 0.25 * around;
  }
  return result;
}
