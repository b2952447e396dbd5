import type { RhythmFeatures } from "../rhythm/rhythm-features.js";
import type { RunningSums } from "../signal/running-sums.js";
import { sectionMetre } from "./section-metre.js";
import { sectionTempo } from "./section-tempo.js";
import { segmentFrames, type Segment } from "./segmentation.js";
import { segmentKinds } from "./segment-kinds.js";
import type { SoundCourse } from "./sound-course.js";
import type { FrameSpan, StructureFrames } from "./structure-frames.js";
import type { LocalKeyFeatures, SectionEstimate, SectionFeatures } from "./timeline-features.js";

/** What only sound has. */
type HeardFeatures = Pick<SectionFeatures, "tempo" | "key" | "mode" | "timeSignature">;

const NOTHING: SectionEstimate = { value: null, confidence: 0 };
const UNHEARD: HeardFeatures = {
  tempo: NOTHING,
  key: NOTHING,
  mode: NOTHING,
  timeSignature: NOTHING,
};

/** What sections are measured by. */
export interface SectionSources {
  readonly frames: StructureFrames;
  readonly sound: SoundCourse;
  /** Sums of unit chroma over time. */
  readonly chroma: RunningSums;
  readonly rhythm: RhythmFeatures;
  readonly localKeys: readonly LocalKeyFeatures[];
}

/**
 * The parts of a recording, one after another without gaps: where they start, which of them sound
 * alike, and what each is like. A pause is a part without key, tempo or metre. Gain moves the
 * loudness and energy of parts and nothing else.
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
      ...(isQuiet || loudness === null ? UNHEARD : heard(startSeconds, endSeconds, sources)),
    };
  });
}

/** The segments of one part: the first of them stands out by the silence before it. */
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

function heard(
  startSeconds: number,
  endSeconds: number,
  { rhythm, sound, chroma, localKeys }: SectionSources,
): HeardFeatures {
  const tempo = sectionTempo(rhythm, startSeconds, endSeconds);
  const key = longestKey(localKeys, startSeconds, endSeconds);
  return {
    tempo,
    key: key ? { value: key.tonic, confidence: key.confidence } : NOTHING,
    mode: key ? { value: key.mode === "major" ? 1 : 0, confidence: key.modeConfidence } : NOTHING,
    timeSignature:
      tempo.value === null
        ? NOTHING
        : sectionMetre({ rhythm, sound, chroma }, { startSeconds, endSeconds, bpm: tempo.value }),
  };
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
  return first && others.reduce((max, key) => (share(key) > share(max) ? key : max), first);
}
