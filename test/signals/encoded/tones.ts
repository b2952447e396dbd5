/** Tones that the recordings in `test/recordings/audio` contain, one entry per channel. */
export const recordedTones = [
  { frequencyHz: 440, amplitude: 0.5 },
  { frequencyHz: 1320, amplitude: 0.25 },
] as const;

export const recordedSeconds = 1.5;

/** The same tones as samples: one array per channel, full scale +-1. */
export function tones(sampleRate: number, seconds: number, channelCount = 2): Float32Array[] {
  return recordedTones
    .slice(0, channelCount)
    .map(({ frequencyHz, amplitude }) =>
      Float32Array.from(
        { length: Math.round(sampleRate * seconds) },
        (_, at) => amplitude * Math.sin((2 * Math.PI * frequencyHz * at) / sampleRate),
      ),
    );
}

/**
 * Amplitude of one frequency, by Goertzel's algorithm.
 *
 * Source: G. Goertzel, "An Algorithm for the Evaluation of Finite Trigonometric Series", American
 * Mathematical Monthly, 1958.
 */
export function amplitudeAt(
  samples: Float32Array,
  sampleRate: number,
  frequencyHz: number,
): number {
  const turn = (2 * Math.PI * frequencyHz) / sampleRate;
  let [last, beforeLast] = [0, 0];
  for (const sample of samples) {
    [last, beforeLast] = [sample + 2 * Math.cos(turn) * last - beforeLast, last];
  }
  const power = last ** 2 + beforeLast ** 2 - 2 * Math.cos(turn) * last * beforeLast;
  return (2 * Math.sqrt(power)) / samples.length;
}
