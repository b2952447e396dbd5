import { detectOnsets } from "../rhythm/detect-onsets.js";
import type { RhythmFeatures } from "../rhythm/rhythm-features.js";
import type { Blocks } from "../signal/block-series.js";
import { RunningSums } from "../signal/running-sums.js";
import type { TonalFeatures } from "../tonal/tonal-analysis.js";
import { curveOver } from "./curve-over.js";
import { sections } from "./sections.js";
import { SoundCourse } from "./sound-course.js";
import { soundParts } from "./sound-parts.js";
import { structureFrames } from "./structure-frames.js";
import { tempoAround, tempoStability } from "./tempo-course.js";
import type { LocalKeyFeatures, TimelineFeatures } from "./timeline-features.js";

/** Half of the window of short-term loudness, seconds (EBU Tech 3341). */
const HALF_WINDOW_SECONDS = 1.5;
/** Less sound than this has no parts, seconds. */
const MIN_SECONDS = 1;

/** What the other parts of the engine keep of a recording over time. */
export interface TimelineSources {
  readonly rhythm: RhythmFeatures;
  readonly tonal: TonalFeatures;
  /** As `TimbreCourse` keeps them. */
  readonly timbre: Blocks;
  /** As `LoudnessMeter` keeps them. */
  readonly stepPowers: Float64Array;
  /** Seconds, >= 0. */
  readonly durationSeconds: number;
}

/**
 * How a recording goes over time: its sections, its curves, its local keys.
 *
 * Nothing is heard twice: it is read off what the other analyses keep. Each list has a bound: some
 * 640 frames between which sections start, 2048 values a curve.
 *
 * Source: short-term loudness over 3 s as EBU Tech 3341 has it, centred on its moment; at either
 * end over what there is of it, and where the hop is longer, over the hop.
 */
export function trackTimeline(sources: TimelineSources): TimelineFeatures {
  const { rhythm, tonal, timbre, stepPowers, durationSeconds } = sources;
  const { beats } = rhythm;
  const sound = new SoundCourse({ stepPowers, timbre, onsets: detectOnsets(rhythm.onsets) });
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
  };
}

function localKeysIn(
  { localKeys, secondsPerRow }: TonalFeatures,
  durationSeconds: number,
): readonly LocalKeyFeatures[] {
  // The moment between two rows, as each is centred on its own.
  const secondsOf = (row: number): number => (row - 0.5) * secondsPerRow;
  return localKeys.map(({ startRow, endRow, ...key }, index) => ({
    ...key,
    startSeconds: index === 0 ? 0 : secondsOf(startRow),
    endSeconds: index === localKeys.length - 1 ? durationSeconds : secondsOf(endRow),
  }));
}
