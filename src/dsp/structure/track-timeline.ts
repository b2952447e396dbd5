import { detectOnsets } from "../rhythm/detect-onsets.js";
import type { BandLevels } from "../rhythm/band-levels.js";
import type { RhythmFeatures } from "../rhythm/rhythm-features.js";
import type { Blocks } from "../signal/block-series.js";
import { soundSegments } from "../segments/sound-segments.js";
import { RunningSums } from "../signal/running-sums.js";
import type { FrameLevels } from "../timbre/frame-levels.js";
import type { TonalFeatures } from "../tonal/tonal-analysis.js";
import { sections } from "./sections.js";
import { SoundCourse } from "./sound-course.js";
import { soundParts } from "./sound-parts.js";
import { structureFrames } from "./structure-frames.js";
import { tempoAround, tempoStability } from "./tempo-course.js";
import type { FeatureCurve, LocalKeyFeatures, TimelineFeatures } from "./timeline-features.js";

/** Maximum number of values of a curve: 34 minutes at one per second. */
const MAX_COUNT = 2048;

/** Half of the window of short-term loudness, seconds (EBU Tech 3341). */
const HALF_WINDOW_SECONDS = 1.5;

/** Shorter recordings have no sections, seconds. */
const MIN_SECONDS = 1;

/** Results of the other analyses over time. */
export interface TimelineSources {
  readonly rhythm: RhythmFeatures;
  readonly tonal: TonalFeatures;
  /** As `TimbreCourse.blocks` returns them. */
  readonly timbre: Blocks;
  /** Levels and mel bands of the frames of the onset strength. */
  readonly levels: FrameLevels;
  readonly bands: BandLevels;
  /** As `LoudnessMeter.stepPowers` returns them. */
  readonly stepPowers: Float64Array;
  /** As `Loudness` has it. */
  readonly stereoGainLu: number;
  /** Seconds, >= 0. */
  readonly durationSeconds: number;
}

/**
 * Returns the features of a recording over time: its sections, curves and local keys.
 *
 * They are computed from the results of the other analyses, not from the audio. Each list is bounded:
 * sections start at one of about 640 frames, a curve has at most 2048 values, and there are at most 10,000
 * segments.
 *
 * Source: short-term loudness over 3 s as in EBU Tech 3341, centred on its moment; at either
 * end over the part within the recording, and where the hop is longer, over the hop.
 */
export function trackTimeline(sources: TimelineSources): TimelineFeatures {
  const { rhythm, tonal, timbre, stepPowers, stereoGainLu, durationSeconds } = sources;
  const { levels, bands } = sources;
  const { beats } = rhythm;
  const onsets = detectOnsets(rhythm.onsets);
  const sound = new SoundCourse({ stepPowers, stereoGainLu, timbre, onsets });
  const chroma = new RunningSums(tonal.chromaRows, {
    secondsPerRow: tonal.secondsPerRow,
    startSeconds: -tonal.secondsPerRow / 2,
  });
  const localKeys = localKeysIn(tonal, durationSeconds);
  const around = (measure: SoundCourse["loudness"]) =>
    curveOver(durationSeconds, (seconds, hopSeconds) => {
      const reach = Math.max(HALF_WINDOW_SECONDS, hopSeconds / 2);
      return measure(seconds - reach, seconds + reach);
    });
  const isLongEnough = durationSeconds >= MIN_SECONDS;
  const frames = structureFrames({
    beats,
    durationSeconds,
    parts: soundParts(stepPowers, durationSeconds),
    sound,
    chroma,
  });
  return {
    sections: isLongEnough ? sections({ frames, sound, chroma, rhythm, localKeys }) : [],
    loudness: around((from, to) => sound.loudness(from, to)),
    energy: around((from, to) => sound.energy(from, to)),
    tempo: curveOver(durationSeconds, (seconds) => tempoAround(beats, seconds)),
    tempoStability: tempoStability(beats),
    localKeys,
    segments: isLongEnough
      ? soundSegments({ onsets: rhythm.onsets, levels, bands, chroma, durationSeconds })
      : [],
    tatumsPerBeat: rhythm.tatumsPerBeat,
  };
}

function localKeysIn(
  { localKeys, secondsPerRow }: TonalFeatures,
  durationSeconds: number,
): readonly LocalKeyFeatures[] {
  // The moment halfway between two rows.
  const secondsOf = (row: number): number => (row - 0.5) * secondsPerRow;
  return localKeys.map(({ startRow, endRow, ...key }, index) => ({
    ...key,
    startSeconds: index === 0 ? 0 : secondsOf(startRow),
    endSeconds: index === localKeys.length - 1 ? durationSeconds : secondsOf(endRow),
  }));
}

/**
 * Samples a curve over a whole recording: one value per second, or per 2, 4, 8 ... s in long recordings.
 *
 * @param valueAt returns the value at a moment; receives the moment and the hop, both in seconds
 */
function curveOver(
  durationSeconds: number,
  valueAt: (seconds: number, hopSeconds: number) => number | null,
): FeatureCurve {
  let hopSeconds = 1;
  while (durationSeconds / hopSeconds > MAX_COUNT) hopSeconds *= 2;
  const length = Math.ceil(durationSeconds / hopSeconds);
  const values = Array.from({ length }, (_, index) => valueAt(index * hopSeconds, hopSeconds));
  return { hopSeconds, values };
}
