import type { FeatureEstimate } from "../feature-estimate.js";
import type { RhythmFeatures } from "../rhythm/rhythm-features.js";
import { segmentFrames, type Segment } from "./segmentation.js";
import { segmentKinds } from "./segment-kinds.js";
import type { SoundCourse } from "./sound-course.js";
import type { StructureFrames } from "./structure-frames.js";
import { tempoBetween } from "./tempo-course.js";
import type { LocalKeyFeatures, SectionEstimate, SectionFeatures } from "./timeline.js";

const NOTHING: SectionEstimate = { value: null, confidence: 0 };

/** What sections are measured by. */
export interface SectionSources {
  readonly frames: StructureFrames;
  readonly sound: SoundCourse;
  readonly rhythm: RhythmFeatures;
  readonly localKeys: readonly LocalKeyFeatures[];
}

/**
 * The parts of a recording, one after another without gaps: where they start, which of them sound
 * alike, and what each is like. Gain moves their loudness and energy and nothing else.
 */
export function sections(sources: SectionSources): readonly SectionFeatures[] {
  const { edges, rows } = sources.frames;
  const segments = segmentFrames(rows);
  const kinds = segmentKinds(segments, rows);
  return segments.map((segment, index) => ({
    ...measured(segment, edges, sources),
    kind: kinds[index]!,
    confidence: segment.confidence,
  }));
}

function measured(
  { from, to }: Segment,
  edges: Float64Array,
  { sound, rhythm, localKeys }: SectionSources,
): Omit<SectionFeatures, "kind" | "confidence"> {
  const [startSeconds, endSeconds] = [edges[from]!, edges[to]!];
  const bpm = tempoBetween(rhythm.beats, startSeconds, endSeconds);
  const key = longestKey(localKeys, startSeconds, endSeconds);
  return {
    startSeconds,
    endSeconds,
    loudness: sound.loudness(startSeconds, endSeconds),
    energy: sound.energy(startSeconds, endSeconds),
    tempo: bpm === null ? NOTHING : { value: bpm, confidence: rhythm.tempo.confidence },
    key: key ? { value: key.tonic, confidence: key.confidence } : NOTHING,
    mode: key ? { value: key.mode === "major" ? 1 : 0, confidence: key.modeConfidence } : NOTHING,
    timeSignature: bpm === null ? NOTHING : withoutMethod(rhythm.timeSignature),
  };
}

function withoutMethod({ value, confidence }: FeatureEstimate): SectionEstimate {
  return { value, confidence };
}

/** The key that most of a stretch is in. */
function longestKey(
  localKeys: readonly LocalKeyFeatures[],
  startSeconds: number,
  endSeconds: number,
): LocalKeyFeatures | undefined {
  const share = (key: LocalKeyFeatures): number =>
    Math.min(key.endSeconds, endSeconds) - Math.max(key.startSeconds, startSeconds);
  const [first, ...others] = localKeys;
  return first && others.reduce((most, key) => (share(key) > share(most) ? key : most), first);
}
