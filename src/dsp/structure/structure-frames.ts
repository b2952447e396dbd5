import type { RunningSums } from "../signal/running-sums.js";
import { COURSE_COEFFICIENT_COUNT } from "../timbre/timbre-course.js";
import type { SoundCourse } from "./sound-course.js";

/** Frames at most, so that comparing each with each has a bound. */
const LARGEST_COUNT = 640;
/** Length of a frame where there is no beat, seconds. */
const PLAIN_SECONDS = 0.5;
/** How much a decibel of level counts, beside one of spectral shape. */
const LEVEL_WEIGHT = 0.5;
/** What a whole turn of harmony, chroma at right angles, counts as, decibels. */
const CHROMA_DECIBELS = 6;
/** Bands that the cepstral coefficients are of: with it their distance is a mean over bands. */
const BAND_COUNT = 40;
/** Frames this far below the loudest are as good as silent, decibels. */
const QUIET_DECIBELS = 40;
/** Where in a row the spectral shape and the harmony begin, behind the level. */
const SHAPE = 1;
const HARMONY = SHAPE + COURSE_COEFFICIENT_COUNT;

/** What sounds from beat to beat. */
export interface StructureFrames {
  /** Seconds, ascending: where each frame begins, and where the last ends. */
  readonly edges: Float64Array;
  /** One row per frame: level, spectral shape and harmony, all in decibels. */
  readonly rows: readonly Float64Array[];
}

/**
 * Describes a recording in frames of a beat each, or of several where it is long.
 *
 * The squared distance of two rows is about the mean squared difference of their spectra in
 * decibels, plus that of their levels and chroma at the weights above. Gain changes nothing; what is
 * silent is a row of zeros.
 *
 * @param chroma sums of unit chroma over time
 */
export function structureFrames(given: {
  readonly beats: Float64Array;
  readonly durationSeconds: number;
  readonly sound: SoundCourse;
  readonly chroma: RunningSums;
}): StructureFrames {
  const { beats, durationSeconds, sound, chroma } = given;
  const edges = frameEdges(beats, durationSeconds);
  const timbres = Array.from(edges.subarray(1), (end, i) => sound.timbre(edges[i]!, end));
  const loudest = timbres.reduce(
    (most, timbre) => Math.max(most, timbre?.level ?? most),
    -Infinity,
  );
  const rows = timbres.map((timbre, i) => {
    const row = new Float64Array(HARMONY + 12);
    if (!timbre || timbre.level < loudest - QUIET_DECIBELS) return row;
    row[0] = LEVEL_WEIGHT * (timbre.level - loudest + QUIET_DECIBELS);
    row.set(
      timbre.coefficients.map((value) => value / Math.sqrt(BAND_COUNT)),
      SHAPE,
    );
    const classes = chroma.between(edges[i]!, edges[i + 1]!);
    const length = Math.hypot(...classes);
    if (length > 0)
      row.set(
        classes.map((value) => (CHROMA_DECIBELS * value) / length),
        HARMONY,
      );
    return row;
  });
  return { edges, rows };
}

/** Beats, or every n-th of them, and as many more as fit before the first and behind the last. */
function frameEdges(beats: Float64Array, durationSeconds: number): Float64Array {
  const last = beats.length - 1;
  const period = last > 0 ? (beats[last]! - beats[0]!) / last : PLAIN_SECONDS;
  const group = Math.max(1, Math.ceil(durationSeconds / period / (LARGEST_COUNT - 4)));
  const step = group * period;
  const middle = last > 0 ? beats.filter((_, index) => index % group === 0) : Float64Array.of(0);
  const lead = Math.max(0, Math.floor(middle[0]! / step - 0.5));
  const end = middle[middle.length - 1]!;
  const trail = Math.max(0, Math.floor((durationSeconds - end) / step - 0.5));
  return Float64Array.of(
    0,
    ...Array.from({ length: lead }, (_, i) => middle[0]! - (lead - i) * step),
    ...middle.filter((time) => time > step / 2 && time < durationSeconds - step / 2),
    ...Array.from({ length: trail }, (_, i) => end + (i + 1) * step),
    durationSeconds,
  );
}
