import type { FeatureEstimate } from "../feature-estimate.js";
import { noEstimate } from "../feature-estimate.js";
import {
  chromaContrast,
  chromaMovement,
  chromagram,
  harmonicChange,
  meanChroma,
  pitchStrength,
  semitoneProminence,
} from "./chroma.js";
import { estimateKey, readKeys } from "./key.js";
import { detectLocalKeys, type LocalKeySpan } from "./local-keys.js";
import { PitchgramStore } from "./pitchgram.js";
import { PitchSpectrum, TONAL_HOP_LENGTH, TONAL_SAMPLE_RATE } from "./pitch-spectrum.js";

/** Tonal features of a recording. */
export interface TonalFeatures {
  /** Pitch class of the tonic, C = 0, integer in [0, 11]. */
  readonly key: FeatureEstimate;
  /** 1 major, 0 minor. */
  readonly mode: FeatureEstimate;
  /** [0, 1]: what the network says of the key, not calibrated; 0 without a key. */
  readonly keyProbability: number;
  /** [0, 1]: what it says of major; 0.5 without a key. */
  readonly majorProbability: number;
  /** Deviation from A4 = 440 Hz, cents in [-50, 50). */
  readonly tuning: FeatureEstimate;
  /** Mean energy per pitch class, 12 values, C first, the largest 1; zeros in silence. */
  readonly chroma: Float32Array;
  /** Inequality of the pitch classes, standard deviation divided by mean, >= 0; noise stays below 0.1. */
  readonly contrast: number;
  /** Mean change of chroma from frame to frame, [0, 2]. */
  readonly harmonicChange: number;
  /** How far partials rise above the spectrum around them, >= 0. */
  readonly pitchStrength: number;
  /** Share of energy by which semitones exceed their neighbours, [0, 1]. */
  readonly semitoneProminence: number;
  /** Whether the recording has beats or changing pitches; false for a held tone and for noise. */
  readonly isMusical: boolean;
  /** Chroma over time: rows of 12 values with sum 1, or zeros for a silent row. */
  readonly chromaRows: readonly Float64Array[];
  /** Seconds from row to row, > 0; row i is centred on i times that. */
  readonly secondsPerRow: number;
  /** Keys over time, without gaps over all rows; none without a key. */
  readonly localKeys: readonly LocalKeySpan[];
}

/** Agreement of spectral peaks below which there is no tuning; noise stays below 0.03. */
const MIN_TUNING_AGREEMENT = 0.05;
/** Agreement from which the tuning has confidence 1, as in equal-tempered rendered music. */
const FULL_TUNING_AGREEMENT = 0.5;

/** Minimum movement of pitch classes of music with beats; below it the beats come from a vibrato. */
const MIN_MOVEMENT = 0.06;
/** Minimum movement of pitch classes of music without beats: above that of noise, and of tones in noise. */
const MIN_MOVEMENT_WITHOUT_PULSE = 0.22;

/**
 * Analyses tuning, chroma and key of a stream of spectra of any length, in bounded memory.
 *
 * Gain changes nothing; transposing by n semitones moves the key by n and nothing else. Silence
 * and noise have neither key nor tuning, drums rarely a key, and held tones and chords no key.
 */
export class TonalAnalysis {
  readonly #spectrum = new PitchSpectrum();
  readonly #store = new PitchgramStore();

  /**
   * Analyses the next frame of a Hann-windowed spectrum of 11 025 Hz mono, 8192 points, hop 2048.
   *
   * @param magnitudes 4097 bins, unnormalised, >= 0
   */
  addFrame(magnitudes: Float32Array): void {
    this.#store.add(this.#spectrum.read(magnitudes) ? this.#spectrum.pitches : undefined);
  }

  /**
   * Ends the stream and returns its features.
   *
   * @param hasPulse whether beats were found, which lowers the movement of pitch required of music
   */
  finish(hasPulse = true): TonalFeatures {
    const { tuning, tuningAgreement } = this.#spectrum;
    const pitchgram = this.#store.toPitchgram(tuning);
    const chroma = meanChroma(pitchgram);
    const chromaRows = chromagram(pitchgram);
    const minMovement = hasPulse ? MIN_MOVEMENT : MIN_MOVEMENT_WITHOUT_PULSE;
    const isMusical = chromaMovement(chromaRows) >= minMovement;
    const readings = isMusical ? readKeys(pitchgram) : [];
    const key = estimateKey(readings);
    const max = chroma.reduce((highest, value) => Math.max(highest, value), 0);
    return {
      key: key ? modelled(key.tonic, key.confidence) : noEstimate("model"),
      mode: key ? modelled(key.mode === "major" ? 1 : 0, key.modeConfidence) : noEstimate("model"),
      keyProbability: key?.probability ?? 0,
      majorProbability: key?.majorProbability ?? 0.5,
      tuning:
        tuningAgreement < MIN_TUNING_AGREEMENT
          ? noEstimate("measured")
          : measured(100 * tuning, Math.min(1, tuningAgreement / FULL_TUNING_AGREEMENT)),
      chroma: Float32Array.from(chroma, (value) => (max > 0 ? value / max : 0)),
      contrast: chromaContrast(chroma),
      harmonicChange: harmonicChange(pitchgram),
      pitchStrength: pitchStrength(pitchgram),
      semitoneProminence: semitoneProminence(pitchgram),
      isMusical,
      chromaRows,
      secondsPerRow: (pitchgram.framesPerRow * TONAL_HOP_LENGTH) / TONAL_SAMPLE_RATE,
      localKeys: detectLocalKeys(readings, chromaRows),
    };
  }
}

function measured(value: number, confidence: number): FeatureEstimate {
  return { value, confidence, method: "measured" };
}

function modelled(value: number, confidence: number): FeatureEstimate {
  return { value, confidence, method: "model" };
}
