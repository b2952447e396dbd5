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
  const curve = smoothed(onsets);
  const known = new Map<number, number>();
  const autocorrelation = (lag: number): number => {
    const value = known.get(lag) ?? meanProduct(curve, lag);
    known.set(lag, value);
    return value;
  };
  let best = { period, score: -1 };
  for (let step = -STEP_COUNT; step <= STEP_COUNT; step++) {
    const candidate = period * (1 + (REACH * step) / STEP_COUNT);
    let score = 0;
    for (let beats = 1; beats <= spanBeats; beats++) {
      const lag = beats * candidate;
      const whole = Math.floor(lag);
      score +=
        autocorrelation(whole) * (1 - lag + whole) + autocorrelation(whole + 1) * (lag - whole);
    }
    if (score > best.score) best = { period: candidate, score };
  }
  return (60 * frameRate) / best.period;
}

/** Weighted mean of each value and its neighbours, so that peaks between two frames count. */
function smoothed(curve: Float32Array): Float32Array {
  return curve.map((value, i) => 0.5 * value + 0.25 * ((curve[i - 1] ?? 0) + (curve[i + 1] ?? 0)));
}

function meanProduct(curve: Float32Array, lag: number): number {
  let sum = 0;
  for (let i = lag; i < curve.length; i++) sum += curve[i]! * curve[i - lag]!;
  return curve.length > lag ? sum / (curve.length - lag) : 0;
}
