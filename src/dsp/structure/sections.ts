import type { RhythmFeatures } from "../rhythm/rhythm-features.js";
import type { RunningSums } from "../signal/running-sums.js";
import { sectionMetre } from "./section-metre.js";
import { sectionTempo } from "./section-tempo.js";
import { segmentFrames, type Segment } from "./segmentation.js";
import { segmentKinds } from "./segment-kinds.js";
import type { SoundCourse } from "./sound-course.js";
import type { FrameSpan, StructureFrames } from "./structure-frames.js";
import type { LocalKeyFeatures, SectionEstimate, SectionFeatures } from "./timeline-features.js";

/** Features that only a section with sound has. */
type MusicalFeatures = Pick<SectionFeatures, "tempo" | "key" | "mode" | "timeSignature">;

const NO_ESTIMATE: SectionEstimate = { value: null, confidence: 0 };
const NO_MUSICAL_FEATURES: MusicalFeatures = {
  tempo: NO_ESTIMATE,
  key: NO_ESTIMATE,
  mode: NO_ESTIMATE,
  timeSignature: NO_ESTIMATE,
};

/** Analyses from which sections are computed. */
export interface SectionSources {
  readonly frames: StructureFrames;
  readonly sound: SoundCourse;
  /** Sums over time of chroma normalised to sum 1. */
  readonly chroma: RunningSums;
  readonly rhythm: RhythmFeatures;
  readonly localKeys: readonly LocalKeyFeatures[];
}

/**
 * Returns the sections of a recording, one after another without gaps, with their features and a number
 * that similar sections share. A pause is a section without key, tempo or metre. Gain changes only the
 * loudness and energy of sections.
 */
export function sections(sources: SectionSources): readonly SectionFeatures[] {
  const { edges, rows, spans } = sources.frames;
  const segments = spans.flatMap((span) => segmentsOf(span, rows));
  const kinds = segmentKinds(segments, rows);
  return segments.map(({ from, to, confidence, isQuiet }, index) => {
    const [startSeconds, endSeconds] = [edges[from]!, edges[to]!];
    const loudness = sources.sound.loudness(startSeconds, endSeconds);
    return {
      startSeconds,
      endSeconds,
      kind: kinds[index]!,
      confidence,
      loudness,
      energy: sources.sound.energy(startSeconds, endSeconds),
      ...(isQuiet || loudness === null
        ? NO_MUSICAL_FEATURES
        : musicalFeatures(startSeconds, endSeconds, sources)),
    };
  });
}

/** The segments of one span of frames. */
function segmentsOf(
  { from: first, to: end, isQuiet }: FrameSpan,
  rows: readonly Float64Array[],
): readonly (Segment & { readonly isQuiet: boolean })[] {
  return segmentFrames(rows.slice(first, end)).map(({ from, to, confidence }) => ({
    from: first + from,
    to: first + to,
    confidence,
    isQuiet,
  }));
}

function musicalFeatures(
  startSeconds: number,
  endSeconds: number,
  { rhythm, sound, chroma, localKeys }: SectionSources,
): MusicalFeatures {
  const tempo = sectionTempo(rhythm, startSeconds, endSeconds);
  const key = longestKey(localKeys, startSeconds, endSeconds);
  return {
    tempo,
    key: key ? { value: key.tonic, confidence: key.confidence } : NO_ESTIMATE,
    mode: key
      ? { value: key.mode === "major" ? 1 : 0, confidence: key.modeConfidence }
      : NO_ESTIMATE,
    timeSignature:
      tempo.value === null
        ? NO_ESTIMATE
        : sectionMetre({ rhythm, sound, chroma }, { startSeconds, endSeconds, bpm: tempo.value }),
  };
}

/** The key that holds for the largest part of a section. */
function longestKey(
  localKeys: readonly LocalKeyFeatures[],
  startSeconds: number,
  endSeconds: number,
): LocalKeyFeatures | undefined {
  const share = (key: LocalKeyFeatures): number =>
    Math.min(key.endSeconds, endSeconds) - Math.max(key.startSeconds, startSeconds);
  const [first, ...others] = localKeys;
  return first && others.reduce((max, key) => (share(key) > share(max) ? key : max), first);
}
