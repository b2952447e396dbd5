import type { BeatAccents } from "../rhythm/beat-accents.js";
import { isCompoundTime } from "../rhythm/compound-time.js";
import { estimateMetre } from "../rhythm/metre.js";
import type { OnsetStrength } from "../rhythm/onset-strength.js";
import type { RhythmFeatures } from "../rhythm/rhythm-features.js";
import type { RunningSums } from "../signal/running-sums.js";
import type { SoundCourse } from "./sound-course.js";
import { isNearTempo, tempoBetween, timesBetween } from "./tempo-course.js";
import type { SectionEstimate } from "./timeline.js";

/** Onsets this close to a beat belong to it, seconds. */
const NEARBY_SECONDS = 0.04;
/** Values further out than this many deviations tell no more. */
const LARGEST_DEVIATION = 3;
/** Smaller deviations come from where beats fall between frames, and are not blown up. */
const LEAST_DEVIATION = { stroke: 0.1, harmony: 0.02, timbre: 0.002 } as const;

/** What the metre of a stretch is heard by. */
export interface MetreSources {
  /** Of the whole recording. */
  readonly rhythm: RhythmFeatures;
  readonly sound: SoundCourse;
  /** Sums of unit chroma over time. */
  readonly chroma: RunningSums;
}

/**
 * Beats in a bar of a stretch, by the accents of its own beats: strokes by register, and where
 * harmony and timbre turn.
 *
 * @param bpm tempo of the stretch
 * @returns null where the beats do not follow that tempo, and with fewer than eight of them
 */
export function sectionMetre(
  { rhythm: { beats, onsets, pulseClarity }, sound, chroma }: MetreSources,
  { startSeconds, endSeconds, bpm }: { startSeconds: number; endSeconds: number; bpm: number },
): SectionEstimate {
  const own = timesBetween(beats, startSeconds, endSeconds);
  const isFollowed = isNearTempo(bpm, tempoBetween(beats, startSeconds, endSeconds));
  const metre = isFollowed
    ? estimateMetre(
        accentsOf(own, onsets, sound, chroma),
        isCompoundTime(own, bpm, onsets),
        pulseClarity,
      )
    : null;
  return metre
    ? { value: metre.timeSignature, confidence: metre.confidence }
    : { value: null, confidence: 0 };
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
      LEAST_DEVIATION.stroke,
    );
  const ends = Array.from(beats, (beat, i) => beats[i + 1] ?? 2 * beat - beats[i - 1]!);
  const harmonies = ends.map((end, i) => chroma.between(beats[i]!, end));
  const timbres = ends.map((end, i) => sound.timbre(beats[i]!, end)?.coefficients);
  return {
    low: strokes(0),
    middle: strokes(1, 2),
    high: strokes(3, 4),
    harmony: standardised(turns(harmonies), LEAST_DEVIATION.harmony),
    bass: new Float32Array(beats.length),
    timbre: standardised(turns(timbres), LEAST_DEVIATION.timbre),
  };
}

/** Roots of the strongest onsets next to a beat: a stroke twice as loud is not twice the mark. */
function strokeAt(beat: number, registers: readonly number[], onsets: OnsetStrength): number {
  const from = Math.max(0, Math.round((beat - NEARBY_SECONDS) * onsets.frameRate));
  const end = Math.round((beat + NEARBY_SECONDS) * onsets.frameRate) + 1;
  return registers.reduce((sum, register) => {
    const nearby = onsets.registers[register]?.subarray(from, end) ?? [];
    return sum + Math.sqrt(Math.max(0, ...nearby));
  }, 0);
}

/** How far each entry differs from the one before: 1 less the cosine of their angle. First is 0. */
function turns(entries: readonly (Float64Array | undefined)[]): Float32Array {
  return Float32Array.from(entries, (entry, i) => {
    const before = entries[i - 1];
    if (!entry || !before) return 0;
    const scale = Math.hypot(...entry) * Math.hypot(...before);
    const product = entry.reduce((sum, value, k) => sum + value * before[k]!, 0);
    return scale > 0 ? 1 - product / scale : 0;
  });
}

function standardised(values: Float32Array, leastDeviation: number): Float32Array {
  const count = Math.max(1, values.length);
  const mean = values.reduce((sum, value) => sum + value, 0) / count;
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / count;
  const scale = 1 / Math.max(leastDeviation, Math.sqrt(variance));
  return values.map((value) =>
    Math.max(-LARGEST_DEVIATION, Math.min(LARGEST_DEVIATION, (value - mean) * scale)),
  );
}
