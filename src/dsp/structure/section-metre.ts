import { beatIntervals, changes, MIN_DEVIATION, standardised } from "../rhythm/accent-curves.js";
import type { BeatAccents } from "../rhythm/beat-accents.js";
import { isCompoundTime } from "../rhythm/bars/compound-time.js";
import { estimateMetre } from "../rhythm/metre.js";
import type { OnsetStrength } from "../rhythm/onset-strength.js";
import type { RhythmFeatures } from "../rhythm/rhythm-features.js";
import type { RunningSums } from "../signal/running-sums.js";
import type { SoundCourse } from "./sound-course.js";
import { isNearTempo, tempoBetween, timesBetween } from "./tempo-course.js";
import type { SectionEstimate } from "./timeline-features.js";

/** Onsets this close to a beat belong to it, seconds. */
const NEARBY_SECONDS = 0.04;

/** Analyses from which the metre of a section is computed. */
export interface MetreSources {
  /** Of the whole recording. */
  readonly rhythm: RhythmFeatures;
  readonly sound: SoundCourse;
  /** Sums over time of chroma normalised to sum 1. */
  readonly chroma: RunningSums;
}

/**
 * Estimates the beats in a bar of a section from the accents of its own beats: onsets by register, and
 * changes of harmony and timbre.
 *
 * @param bpm tempo of the section, beats per minute
 * @returns a null value where the beats do not follow that tempo, and with fewer than eight beats
 */
export function sectionMetre(
  { rhythm, sound, chroma }: MetreSources,
  { startSeconds, endSeconds, bpm }: { startSeconds: number; endSeconds: number; bpm: number },
): SectionEstimate {
  const { beats, onsets } = rhythm;
  const own = timesBetween(beats, startSeconds, endSeconds);
  const isFollowed = isNearTempo(bpm, tempoBetween(beats, startSeconds, endSeconds));
  const metre = isFollowed
    ? estimateMetre(
        accentsOf(own, onsets, sound, chroma),
        isCompoundTime(compoundOdds(rhythm, startSeconds, endSeconds)),
      )
    : null;
  return metre
    ? { value: metre.timeSignature, confidence: metre.confidence }
    : { value: null, confidence: 0 };
}

/** Log odds of the beats of a section that they have three parts. */
function compoundOdds({ beats, bars }: RhythmFeatures, start: number, end: number): Float32Array {
  return bars.compound.filter((_, i) => beats[i]! >= start && beats[i]! < end);
}

function accentsOf(
  beats: Float64Array,
  onsets: OnsetStrength,
  sound: SoundCourse,
  chroma: RunningSums,
): BeatAccents {
  const strokes = (...registers: readonly number[]): Float32Array =>
    standardised(
      Float32Array.from(beats, (beat) => strokeAt(beat, registers, onsets)),
      MIN_DEVIATION.stroke,
    );
  const intervals = beatIntervals(beats);
  const harmonies = intervals.map(([start, end]) => chroma.between(start, end));
  const timbres = intervals.map(([start, end]) => sound.timbre(start, end)?.coefficients);
  return {
    low: strokes(0),
    middle: strokes(1, 2),
    high: strokes(3, 4),
    harmony: standardised(changes(harmonies), MIN_DEVIATION.harmony),
    bass: new Float32Array(beats.length),
    timbre: standardised(changes(timbres), MIN_DEVIATION.timbre),
  };
}

/**
 * Sum of the square roots of the strongest onsets next to a beat; the root limits the weight of loud
 * onsets.
 */
function strokeAt(beat: number, registers: readonly number[], onsets: OnsetStrength): number {
  const from = Math.max(0, Math.round((beat - NEARBY_SECONDS) * onsets.frameRate));
  const end = Math.round((beat + NEARBY_SECONDS) * onsets.frameRate) + 1;
  return registers.reduce((sum, register) => {
    const nearby = onsets.registers[register]?.subarray(from, end) ?? [];
    return sum + Math.sqrt(Math.max(0, ...nearby));
  }, 0);
}
