import { kaiserWindow } from "../signal/kaiser-window.js";

/** Bands of the image, a semitone each; band 0 is A. */
export const BAND_COUNT = 12;
const LOWEST_HZ = 28;
const HIGHEST_HZ = 3520;
/** A0, where the octaves begin. */
const REFERENCE_HZ = 27.5;

/** Taps of Chromaprint's resampler at its own cutoff, its cutoff as a share of the target rate, and its window. */
const RESAMPLER_TAPS = 16;
const RESAMPLER_CUTOFF = 0.8;
const RESAMPLER_BETA = 9;
/** Points of the continuous impulse response, per tap, of which its frequency response is computed. */
const POINTS_PER_TAP = 16;

/** Maximum number of tables of bins that are kept. */
const MAX_KEPT = 8;

/** The bins of a spectrum that are added to bands. */
export interface BandBins {
  readonly firstBin: number;
  /** The band of each bin from the first on. */
  readonly bands: Uint8Array;
  /** Factor of each bin's energy: the energy that Chromaprint's resampler passes at its frequency. */
  readonly gains: Float64Array;
}

/** The tables of the last files, by what they were made of: most files have one of two or three rates. */
const kept = new Map<string, BandBins>();

/**
 * Returns how the bins of a spectrum from 28 to 3520 Hz are added to twelve bands.
 *
 * Chromaprint resamples with a short filter that attenuates the highest of these octaves by some decibels, more or less by
 * the rate of the file. The engine's resampler does not, so that the loss is a factor of each bin here.
 *
 * @param frame rate in Hz, and length in samples, of what the spectrum is of
 * @param sourceRate rate of the file, Hz
 */
export function bandBins(
  frame: { readonly sampleRate: number; readonly frameLength: number },
  sourceRate: number,
): BandBins {
  const { sampleRate, frameLength } = frame;
  const name = `${sampleRate}/${frameLength}/${sourceRate}`;
  const known = kept.get(name);
  if (known) return known;
  const firstBin = Math.round((LOWEST_HZ * frameLength) / sampleRate);
  const count = Math.round((HIGHEST_HZ * frameLength) / sampleRate) - firstBin;
  const response = resamplerResponse(sourceRate, sampleRate);
  const bands = new Uint8Array(count);
  const gains = new Float64Array(count);
  for (let i = 0; i < count; i++) {
    const frequencyHz = ((firstBin + i) * sampleRate) / frameLength;
    const octave = Math.log2(frequencyHz / REFERENCE_HZ);
    bands[i] = Math.floor(BAND_COUNT * (octave - Math.floor(octave)));
    gains[i] = response(frequencyHz) ** 2;
  }
  const bins = { firstBin, bands, gains };
  if (kept.size === MAX_KEPT) kept.clear();
  kept.set(name, bins);
  return bins;
}

/**
 * Returns the amplitude that Chromaprint's resampler passes by frequency in Hz, 1 for a constant.
 *
 * Source: `av_resample` of FFmpeg with 16 taps, cutoff 0.8 and a Kaiser window of beta 9, as Chromaprint 1.5 calls it.
 */
function resamplerResponse(
  sourceRate: number,
  targetRate: number,
): (frequencyHz: number) => number {
  if (sourceRate === targetRate) return () => 1;
  const factor = Math.min(1, (RESAMPLER_CUTOFF * targetRate) / sourceRate);
  const tapCount = Math.ceil(RESAMPLER_TAPS / factor);
  const middle = (tapCount * POINTS_PER_TAP) / 2;
  const window = kaiserWindow(2 * middle + 1, RESAMPLER_BETA).subarray(middle);
  /** From the middle on; those before are the same. */
  const taps = window.map((weight, i) => weight * sinc((factor * i) / POINTS_PER_TAP));
  const [first = 0, ...others] = taps;
  const sum = others.reduce((total, tap) => total + 2 * tap, first);
  return (frequencyHz) => {
    const turn = (2 * Math.PI * frequencyHz) / (sourceRate * POINTS_PER_TAP);
    const [stepCosine, stepSine] = [Math.cos(turn), Math.sin(turn)];
    let [cosine, sine, total] = [1, 0, first];
    // A turn by the same angle takes a fraction of the time of a cosine, of which there are over a million.
    for (const tap of others) {
      const turned = cosine * stepCosine - sine * stepSine;
      sine = sine * stepCosine + cosine * stepSine;
      cosine = turned;
      total += 2 * tap * cosine;
    }
    return total / sum;
  };
}

function sinc(x: number): number {
  return x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x);
}
