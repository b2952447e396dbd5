import { noEstimate } from "../feature-estimate.js";
import { MEL_BAND_COUNT } from "../spectrum/mel-bands.js";
import { BandLevels, type FrameRange } from "./band-levels.js";
import { beatAccents } from "./beat-accents.js";
import { isCompoundTime } from "./bars/compound-time.js";
import { downbeatConfidence } from "./bars/downbeat-confidence.js";
import { barEvidence } from "./bars/bar-evidence.js";
import { tatumsPerBeat } from "./bars/tatums.js";
import { HarmonicFrames } from "./harmonic-frames.js";
import { BeatTracker } from "./levels/beat-tracker.js";
import { inPhase, withMetricalLevel } from "./levels/metrical-level.js";
import { metreCourse, type MetreCourse } from "./metre-course.js";
import { onsetStrength, onsetsWithin, type OnsetStrength } from "./onset-strength.js";
import { beatEmphasis, hasPulse, pulseClarity } from "./pulse.js";
import type { RhythmFeatures } from "./rhythm-features.js";
import { calibratedTempi, rankTempi, tempoDistribution } from "./tempo/tempo.js";
import { tempogram } from "./tempo/tempogram.js";

/** Geometry of the spectra that `RhythmAnalysis` receives. */
export interface RhythmSpectrumOptions {
  readonly sampleRate: number;
  readonly frameLength: number;
  readonly hopLength: number;
}

const CANDIDATE_COUNT = 4;
/** Maximum distance of a beat from the first and last sound: the tolerance of beat evaluation. */
const BEAT_TOLERANCE_SECONDS = 0.07;

/**
 * Analyses tempo, beats and metre from two streams of magnitude spectra: short frames for times, long
 * frames for pitch. Stores 80 bytes per short frame and 96 per long one.
 */
export class RhythmAnalysis {
  readonly #frameRate: number;
  readonly #levels = new BandLevels(MEL_BAND_COUNT);
  readonly #harmony: HarmonicFrames;

  /** @param short, long geometry of the spectra behind `addFrame` and for `addTonalFrame` */
  constructor(short: RhythmSpectrumOptions, long: RhythmSpectrumOptions) {
    this.#frameRate = short.sampleRate / short.hopLength;
    this.#harmony = new HarmonicFrames(long);
  }

  /** Magnitudes of the mel bands of all frames so far. */
  get bandLevels(): BandLevels {
    return this.#levels;
  }

  /** @param bands magnitude of each mel band of the short spectrum, >= 0 */
  addFrame(bands: Float32Array): void {
    this.#levels.addFrame(bands);
  }

  /** @param magnitudes frameLength / 2 + 1 bins of the long spectrum, >= 0; not stored */
  addTonalFrame(magnitudes: Float32Array): void {
    this.#harmony.addFrame(magnitudes);
  }

  /**
   * Ends both streams and returns the features. Silence, noise, held tones, and recordings under two seconds
   * have no tempo, beats or metre; silence before and after changes nothing.
   *
   * @param durationSeconds length of the audio, > 0; no beat falls later
   */
  finish(durationSeconds: number): RhythmFeatures {
    const onsets = onsetStrength(this.#levels, this.#frameRate);
    const music = this.#musicFrames();
    const musicOnsets = onsetsWithin(onsets, music);
    const image = tempogram(musicOnsets);
    const distribution = tempoDistribution(image);
    const ranked = rankTempi(distribution, CANDIDATE_COUNT);
    if (ranked.length === 0 || !hasPulse(musicOnsets, image)) return withoutPulse(onsets);

    const tracker = this.tracker(durationSeconds, onsets);
    const changing = tracker.changingBeats(ranked[0]!.bpm);
    const { candidates, beats } = changing
      ? { candidates: ranked, beats: changing }
      : withMetricalLevel(ranked, distribution, tracker);
    const { bpm, times, profiles, cues } = changing ?? inPhase(beats, tracker);
    const [best, ...rivals] = calibratedTempi(candidates);
    const accents = beatAccents(times, onsets, profiles);
    const bars = barEvidence(cues);
    const isCompound = isCompoundTime(bars.compound);
    return {
      onsets,
      tempo: { value: bpm, confidence: best!.confidence, method: "model" },
      ruledOutTempo: best!.bpm === ranked[0]!.bpm ? null : ranked[0]!.bpm,
      tempoRivals: rivals.map((rival) => ({ ...rival, bpm: tracker.refined(rival.bpm) })),
      ...barsOf(times, metreCourse({ beats: times, accents, bars, isCompound })),
      beats: times,
      tatumsPerBeat: tatumsPerBeat(times, onsets, isCompound),
      bars,
      pulseClarity: pulseClarity(image, bpm),
      beatEmphasis: beatEmphasis(onsets, times, music),
    };
  }

  /** Returns what tracks the beats at any tempo; call it after the last frame. */
  tracker(
    durationSeconds: number,
    onsets = onsetStrength(this.#levels, this.#frameRate),
  ): BeatTracker {
    return new BeatTracker({
      onsets,
      music: this.#musicFrames(),
      durationSeconds,
      levels: this.#levels,
      frameRate: this.#frameRate,
      harmony: this.#harmony,
    });
  }

  /** Range from the first sound to the last, extended by the maximum distance of a beat. */
  #musicFrames(): FrameRange {
    const { first, end } = this.#levels.soundingFrames;
    const margin = Math.round(BEAT_TOLERANCE_SECONDS * this.#frameRate);
    return {
      first: Math.max(0, first - margin),
      end: Math.min(this.#levels.frameCount, end + margin),
    };
  }
}

type MetreFeatures = Pick<
  RhythmFeatures,
  "timeSignature" | "metreEvidence" | "downbeats" | "downbeatConfidence"
>;

const NO_METRE: MetreFeatures = {
  timeSignature: noEstimate("measured"),
  metreEvidence: null,
  downbeats: new Float64Array(0),
  downbeatConfidence: 0,
};

function barsOf(beats: Float64Array, course: MetreCourse | null): MetreFeatures {
  if (course === null) return NO_METRE;
  const { metre, starts, certainty } = course;
  return {
    timeSignature: { value: metre.timeSignature, confidence: metre.confidence, method: "measured" },
    metreEvidence: metre.evidence,
    downbeats: Float64Array.from(starts, (beat) => beats[beat]!),
    downbeatConfidence: downbeatConfidence(certainty),
  };
}

function withoutPulse(onsets: OnsetStrength): RhythmFeatures {
  return {
    onsets,
    tempo: noEstimate("model"),
    ruledOutTempo: null,
    tempoRivals: [],
    beats: new Float64Array(0),
    tatumsPerBeat: null,
    ...NO_METRE,
    bars: { downbeats: new Float32Array(0), compound: new Float32Array(0) },
    pulseClarity: 0,
    beatEmphasis: 0,
  };
}
