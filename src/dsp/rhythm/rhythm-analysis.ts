import { noEstimate } from "../feature-estimate.js";
import { MelFilterbank } from "../spectrum/mel-filterbank.js";
import { BandLevels } from "./band-levels.js";
import { detectBeats } from "./beat-tracking.js";
import { onsetStrength, type OnsetStrength } from "./onset-strength.js";
import type { RhythmFeatures } from "./rhythm-features.js";
import { rankTempi, tempoSalience } from "./tempo.js";
import { refineTempo } from "./tempo-refinement.js";
import { tempogram } from "./tempogram.js";

/** Geometry of the spectra that `RhythmAnalysis` listens to. */
export interface RhythmAnalysisOptions {
  readonly sampleRate: number;
  readonly frameLength: number;
  readonly hopLength: number;
}

const BAND_COUNT = 40;
const LOWEST_HZ = 30;
const HIGHEST_HZ = 10_000;
/** How much the lowest register, where kick and bass play, counts beside all when beats are placed. */
const LOW_REGISTER_WEIGHT = 0.5;
const CANDIDATE_COUNT = 4;

/** Tempo, beats and metre from a stream of magnitude spectra; keeps 80 bytes per frame. */
export class RhythmAnalysis {
  readonly #frameRate: number;
  readonly #filterbank: MelFilterbank;
  readonly #bands = new Float32Array(BAND_COUNT);
  readonly #levels = new BandLevels(BAND_COUNT);

  constructor({ sampleRate, frameLength, hopLength }: RhythmAnalysisOptions) {
    this.#frameRate = sampleRate / hopLength;
    this.#filterbank = new MelFilterbank({
      sampleRate,
      frameLength,
      bandCount: BAND_COUNT,
      lowestHz: LOWEST_HZ,
      highestHz: HIGHEST_HZ,
    });
  }

  /** @param magnitudes frameLength / 2 + 1 bins, >= 0; not kept */
  addFrame(magnitudes: Float32Array): void {
    this.#filterbank.apply(magnitudes, this.#bands);
    this.#levels.addFrame(this.#bands);
  }

  /** What was heard. Silence, and what never repeats, has no tempo, beats or metre. */
  finish(): RhythmFeatures {
    const onsets = onsetStrength(this.#levels, this.#frameRate);
    const [best, ...rivals] = rankTempi(tempoSalience(tempogram(onsets)), CANDIDATE_COUNT);
    if (best === undefined) return withoutPulse(onsets);
    const bpm = refineTempo(onsets.total, this.#frameRate, best.bpm);
    const beats = detectBeats(beatCurve(onsets), this.#frameRate, bpm);
    return {
      onsets,
      tempo: { value: bpm, confidence: best.confidence, method: "measured" },
      tempoRivals: rivals,
      timeSignature: { value: 4, confidence: 0.1, method: "heuristic" },
      beats,
      downbeats: beats.filter((_, i) => i % 4 === 0),
      pulseClarity: 0,
      beatEmphasis: 0,
    };
  }
}

function beatCurve(onsets: OnsetStrength): Float32Array {
  const low = onsets.registers[0]!;
  return onsets.total.map((value, frame) => value + LOW_REGISTER_WEIGHT * low[frame]!);
}

function withoutPulse(onsets: OnsetStrength): RhythmFeatures {
  return {
    onsets,
    tempo: noEstimate("measured"),
    tempoRivals: [],
    timeSignature: noEstimate("measured"),
    beats: new Float64Array(0),
    downbeats: new Float64Array(0),
    pulseClarity: 0,
    beatEmphasis: 0,
  };
}
