/** An oscillator: the next sample, in about [-1, 1], at a frequency that may change. */
export type Oscillator = (frequencyHz: number) => number;

/** Correction that smooths the step of a saw or pulse over the two samples around it. */
function blep(phase: number, step: number): number {
  if (phase < step) {
    const position = phase / step;
    return position + position - position * position - 1;
  }
  if (phase > 1 - step) {
    const position = (phase - 1) / step;
    return position * position + position + position + 1;
  }
  return 0;
}

/**
 * A sawtooth with little aliasing.
 *
 * Source: V. Välimäki and A. Huovilainen, "Antialiasing Oscillators in Subtractive Synthesis",
 * IEEE Signal Processing Magazine 24(2), 2007 (polynomial band-limited step).
 */
export function saw(sampleRate: number, startPhase = 0): Oscillator {
  let phase = startPhase;
  return (frequencyHz) => {
    const step = frequencyHz / sampleRate;
    const value = 2 * phase - 1 - blep(phase, step);
    phase = (phase + step) % 1;
    return value;
  };
}

/** A pulse of `width` in (0, 1), from the difference of two such saws. */
export function pulse(sampleRate: number, width: number): Oscillator {
  const rising = saw(sampleRate);
  const falling = saw(sampleRate, width);
  return (frequencyHz) => rising(frequencyHz) - falling(frequencyHz);
}
