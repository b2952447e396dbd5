import { detectOnsets } from "../rhythm/detect-onsets.js";
import type { RhythmFeatures } from "../rhythm/rhythm-features.js";
import { TIMBRE_FRAME_RATE } from "../timbre/frame-timbre.js";
import type { Loudness } from "../timbre/loudness.js";
import type { TimbreStatistics } from "../timbre/timbre-statistics.js";
import type { TonalFeatures } from "../tonal/tonal-analysis.js";
import { fluctuationExponent } from "./fluctuation.js";

/** Results of the other analyses of the same recording. */
export interface DescriptorContext {
  readonly rhythm: RhythmFeatures;
  readonly tonal: TonalFeatures;
  readonly loudness: Loudness;
  /** Length of the audio, seconds, >= 0. */
  readonly durationSeconds: number;
}

/** Inputs of all descriptors. None depends on the length of the recording. */
export interface SoundProfile {
  readonly timbre: TimbreStatistics;
  /** Integrated loudness as two loudspeakers play it, LUFS: the same for one channel as for two equal ones. */
  readonly loudnessLufs: number;
  /** Loudness range from the first sound to the last, LU, >= 0; 0 where too short to have one. */
  readonly loudnessRangeLu: number;
  /** True peak minus loudness, dB. */
  readonly crestDecibels: number;
  /**
   * Detrended fluctuation exponent of the level: about 0.5 with a steady beat, 1 and above without;
   * null if too short.
   */
  readonly fluctuationExponent: number | null;
  /** Onsets a second, >= 0. */
  readonly onsetRate: number;
  /** Beats per minute, or null without a beat. */
  readonly bpm: number | null;
  /** [0, 1]; 0 without a beat. */
  readonly tempoConfidence: number;
  /** [0, 1]. */
  readonly pulseClarity: number;
  /** [0, 1]. */
  readonly beatEmphasis: number;
  /** Mean energy per pitch class, 12 values, C first, the largest 1. */
  readonly chroma: Float32Array;
  /** Probability that the mode is major, [0, 1]; 0.5 without a key. */
  readonly majorShare: number;
  /** [0, 1]; 0 without a key. */
  readonly keyConfidence: number;
  /** How well partials agree on one tuning, [0, 1]; 0 where there is none. */
  readonly tuningConfidence: number;
  /** Inequality of pitch classes over the whole, >= 0; noise under 0.1, music 0.2 to 0.7. */
  readonly tonalContrast: number;
  /** Mean change of chroma from frame to frame, [0, 2]. */
  readonly harmonicChange: number;
  /** How far partials rise above the spectrum around them, >= 0. */
  readonly pitchStrength: number;
  /** Share of energy by which semitones exceed their neighbours, [0, 1]. */
  readonly semitoneProminence: number;
}

/** Collects the inputs of the descriptors from the analyses; null where the recording is silent. */
export function soundProfile(
  timbre: TimbreStatistics,
  { rhythm, tonal, loudness }: DescriptorContext,
): SoundProfile | null {
  const { integratedLufs, soundRangeLu, truePeakDbtp, stereoGainLu } = loudness;
  if (integratedLufs === null || timbre.soundingSeconds === 0) return null;
  const loudnessLufs = integratedLufs + stereoGainLu;
  return {
    timbre,
    loudnessLufs,
    loudnessRangeLu: soundRangeLu ?? 0,
    crestDecibels: (truePeakDbtp ?? loudnessLufs) - loudnessLufs,
    fluctuationExponent: fluctuationExponent(timbre.levels, TIMBRE_FRAME_RATE),
    onsetRate: onsetRate(rhythm, timbre),
    bpm: rhythm.tempo.value,
    tempoConfidence: rhythm.tempo.confidence,
    pulseClarity: rhythm.pulseClarity,
    beatEmphasis: rhythm.beatEmphasis,
    chroma: tonal.chroma,
    majorShare: tonal.majorProbability,
    keyConfidence: tonal.keyProbability,
    tuningConfidence: tonal.tuning.confidence,
    tonalContrast: tonal.contrast,
    harmonicChange: tonal.harmonicChange,
    pitchStrength: tonal.pitchStrength,
    semitoneProminence: tonal.semitoneProminence,
  };
}

/** Onsets a second from the first sound to the last. */
function onsetRate({ onsets }: RhythmFeatures, { levels }: TimbreStatistics): number {
  return (detectOnsets(onsets).length * TIMBRE_FRAME_RATE) / Math.max(1, levels.length);
}
