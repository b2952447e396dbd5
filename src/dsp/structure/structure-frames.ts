import type { RunningSums } from "../signal/running-sums.js";
import { CEPSTRAL_COUNT } from "../spectrum/floored-bands.js";
import type { SoundCourse } from "./sound-course.js";
import { QUIET_DECIBELS, type SoundPart } from "./sound-parts.js";
import { tempoAround, timesBetween } from "./tempo-course.js";

/** Maximum number of frames, which bounds the cost of comparing all pairs. */
const MAX_FRAMES = 640;
/** Length of a frame where there is no beat, seconds. */
const PLAIN_SECONDS = 0.5;
/** Weight of a decibel of level relative to one of spectral shape. */
const LEVEL_WEIGHT = 0.5;
/** Distance of two orthogonal chroma vectors, decibels. */
const CHROMA_DECIBELS = 6;
/** Distance of two tempi an octave apart, decibels. */
const TEMPO_DECIBELS = 24;
/** Mel bands of the cepstral coefficients, which makes their distance a mean over bands. */
const BAND_COUNT = 40;
/** Index in a row of the first value of spectral shape, harmony and tempo; the level is at 0. */
const SHAPE = 1;
const HARMONY = SHAPE + CEPSTRAL_COUNT;
const TEMPO = HARMONY + 12;
const WIDTH = TEMPO + 1;

/** The frames of one part of the recording. */
export interface FrameSpan {
  /** Index of its first frame, and index after its last. */
  readonly from: number;
  readonly to: number;
  readonly isQuiet: boolean;
}

/** A recording described in frames of about a beat. */
export interface StructureFrames {
  /** Start of each frame, and end of the last; seconds, ascending. */
  readonly edges: Float64Array;
  /** One row per frame: level, spectral shape, harmony and tempo, all in decibels. */
  readonly rows: readonly Float64Array[];
  /** Chroma of each frame, as in its row; zero in a silent frame. */
  readonly harmonies: readonly Float64Array[];
  /** Beats that a frame lasts, >= 1. */
  readonly beatsPerFrame: number;
  /** The frames of each part, one after another; a pause is one frame. */
  readonly spans: readonly FrameSpan[];
}

/**
 * Describes a recording in frames of a beat each, or of several where it is long; a pause is one.
 *
 * The squared distance of two rows is about the mean squared difference of their spectra in
 * decibels, plus that of their levels, chroma and tempi at the weights above. Gain changes nothing;
 * the row of a silent frame is zero.
 *
 * @param parts without gaps over the recording
 * @param chroma sums over time of chroma normalised to sum 1
 */
export function structureFrames(given: {
  readonly beats: Float64Array;
  readonly durationSeconds: number;
  readonly parts: readonly SoundPart[];
  readonly sound: SoundCourse;
  readonly chroma: RunningSums;
}): StructureFrames {
  const { beats, durationSeconds, parts, sound, chroma } = given;
  const period = meanPeriod(beats);
  const group = Math.max(1, Math.ceil(durationSeconds / period / (MAX_FRAMES - 4)));
  const starts = parts.map((part) => frameStarts(part, beats, group));
  const frames = parts.flatMap(({ startSeconds, endSeconds, isQuiet }, index) => {
    const own = timesBetween(beats, startSeconds, endSeconds);
    return starts[index]!.map((start, i, all) => {
      const end = all[i + 1] ?? endSeconds;
      // The first and last spectra of a pause still contain the music next to it.
      const timbre = isQuiet ? null : sound.timbre(start, end);
      return { start, end, timbre, bpm: tempoAround(own, (start + end) / 2) };
    });
  });
  const loudest = frames.reduce(
    (max, { timbre }) => Math.max(max, timbre?.level ?? max),
    -Infinity,
  );
  const rows = frames.map(({ start, end, timbre, bpm }) => {
    const row = new Float64Array(WIDTH);
    if (!timbre || timbre.level < loudest - QUIET_DECIBELS) return row;
    row[0] = LEVEL_WEIGHT * (timbre.level - loudest + QUIET_DECIBELS);
    row.set(
      timbre.coefficients.map((value) => value / Math.sqrt(BAND_COUNT)),
      SHAPE,
    );
    const classes = chroma.between(start, end);
    const length = Math.hypot(...classes);
    if (length > 0)
      row.set(
        classes.map((value) => (CHROMA_DECIBELS * value) / length),
        HARMONY,
      );
    if (bpm !== null) row[TEMPO] = TEMPO_DECIBELS * Math.log2((bpm * period) / 60);
    return row;
  });
  const edges = Float64Array.of(...starts.flat(), durationSeconds);
  const harmonies = rows.map((row) => row.subarray(HARMONY, TEMPO));
  return { edges, rows, harmonies, beatsPerFrame: group, spans: spansOf(parts, starts) };
}

function spansOf(
  parts: readonly SoundPart[],
  starts: readonly (readonly number[])[],
): readonly FrameSpan[] {
  let to = 0;
  return parts.map(({ isQuiet }, index) => {
    const from = to;
    to += starts[index]?.length ?? 0;
    return { from, to, isQuiet };
  });
}

function meanPeriod(beats: Float64Array): number {
  const last = beats.length - 1;
  return last > 0 ? (beats[last]! - beats[0]!) / last : PLAIN_SECONDS;
}

/** Every n-th beat, and as many more frames as fit before the first and after the last. */
function frameStarts(
  { startSeconds, endSeconds, isQuiet }: SoundPart,
  allBeats: Float64Array,
  group: number,
): readonly number[] {
  if (isQuiet) return [startSeconds];
  const beats = timesBetween(allBeats, startSeconds, endSeconds);
  const step = group * meanPeriod(beats);
  const middle =
    beats.length > 1 ? beats.filter((_, index) => index % group === 0) : [startSeconds];
  const first = middle[0]!;
  const last = middle[middle.length - 1]!;
  const lead = Math.max(0, Math.floor((first - startSeconds) / step - 0.5));
  const trail = Math.max(0, Math.floor((endSeconds - last) / step - 0.5));
  return [
    startSeconds,
    ...Array.from({ length: lead }, (_, i) => first - (lead - i) * step),
    ...middle.filter((time) => time > startSeconds + step / 2 && time < endSeconds - step / 2),
    ...Array.from({ length: trail }, (_, i) => last + (i + 1) * step),
  ];
}
