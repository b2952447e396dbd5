import type { RhythmFeatures } from "../rhythm/rhythm-features.js";
import type { RunningSums } from "../signal/running-sums.js";
import { sectionMetre } from "./section-metre.js";
import {
  harmonicSimilarity,
  repetitionEdges,
  tonicsOf,
  type HarmonicSimilarity,
} from "./repetition.js";
import { segmentFrames, type Segment } from "./segmentation.js";
import { segmentKinds } from "./segment-kinds.js";
import type { SoundCourse } from "./sound-course.js";
import type { FrameSpan, StructureFrames } from "./structure-frames.js";
import { isNearTempo, tempoBetween, timesBetween } from "./tempo-course.js";
import type { LocalKeyFeatures, SectionEstimate, SectionFeatures } from "./timeline-features.js";
import { onsetsWithin, type OnsetStrength } from "../rhythm/onset-strength.js";
import { hasPulse } from "../rhythm/pulse.js";
import { refineTempo } from "../rhythm/tempo/tempo-refinement.js";
import {
  type TempoCandidate,
  calibratedTempi,
  rankTempi,
  tempoDistribution,
} from "../rhythm/tempo/tempo.js";
import { tempogram } from "../rhythm/tempo/tempogram.js";

const CANDIDATE_COUNT = 4;

/** Shorter sections have no tempo: a bar of four beats, and the beat after it. */
const MIN_BEATS = 5;

/** Minimum confidence of the tempo of the beats, relative to the best candidate, for it to be preferred. */
const BEATS_SHARE = 0.5;

/** Features that only a section with sound has. */
type MusicalFeatures = Pick<SectionFeatures, "tempo" | "key" | "mode" | "timeSignature">;

const NO_ESTIMATE: SectionEstimate = { value: null, confidence: 0 };
const NO_MUSICAL_FEATURES: MusicalFeatures = {
  tempo: NO_ESTIMATE,
  key: NO_ESTIMATE,
  mode: NO_ESTIMATE,
  timeSignature: NO_ESTIMATE,
};

/** Frames of more beats are too long for repetitions to begin and end with them. */
const MAX_BEATS_PER_FRAME = 2;

/** Shorter recordings, seconds, are excerpts, in which bars repeat and parts of a song hardly do. */
const MIN_REPEATING_SECONDS = 90;

/** A segment of frames, and whether it is a pause. */
type FrameSegment = Segment & { readonly isQuiet: boolean };

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
  const similarity = similarityOf(sources);
  const repetition =
    similarity && repetitionEdges(similarity, barStartsOf(edges, sources.rhythm.downbeats));
  const parts = spans.flatMap((span) => segmentsOf(span, rows, repetition));
  const { segments, kinds } = joined(parts, segmentKinds(parts, rows, similarity));
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

/** Null where there are no harmonies to compare, or frames are too long for it. */
function similarityOf({ frames, localKeys }: SectionSources): HarmonicSimilarity | null {
  const { edges, harmonies, beatsPerFrame } = frames;
  if (edges[edges.length - 1]! < MIN_REPEATING_SECONDS) return null;
  if (localKeys.length === 0 || beatsPerFrame > MAX_BEATS_PER_FRAME) return null;
  return harmonicSimilarity(harmonies, tonicsOf(edges, localKeys));
}

/** For each frame whether a bar begins at its start, to half a frame. */
function barStartsOf(edges: Float64Array, downbeats: Float64Array): readonly boolean[] {
  return Array.from(edges.subarray(0, -1), (start, i) => {
    const before = (start - (edges[i - 1] ?? start)) / 2;
    const after = (edges[i + 1]! - start) / 2;
    return timesBetween(downbeats, start - before, start + after).length > 0;
  });
}

/** The segments of one span of frames. */
function segmentsOf(
  { from: first, to: end, isQuiet }: FrameSpan,
  rows: readonly Float64Array[],
  repetition: Float64Array | null,
): readonly FrameSegment[] {
  const evidence = repetition?.subarray(first, end);
  return segmentFrames(rows.slice(first, end), evidence).map((segment) => ({
    ...segment,
    from: first + segment.from,
    to: first + segment.to,
    isQuiet,
  }));
}

/** Joins neighbours of one kind, which repeat each other. */
function joined(
  parts: readonly FrameSegment[],
  kindsOfParts: readonly number[],
): { readonly segments: readonly FrameSegment[]; readonly kinds: readonly number[] } {
  const [segments, kinds]: [FrameSegment[], number[]] = [[], []];
  parts.forEach((part, index) => {
    const last = segments[segments.length - 1];
    if (last !== undefined && kindsOfParts[index] === kinds[kinds.length - 1]) {
      segments[segments.length - 1] = { ...last, to: part.to };
      return;
    }
    segments.push(part);
    kinds.push(kindsOfParts[index]!);
  });
  return { segments, kinds };
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

/**
 * Estimates the tempo of a section, beats per minute, from its own onsets alone, so that it is right
 * even where the tempo changes and the beats of the whole recording do not follow. Of two similarly
 * likely tempi, the one of the beats is taken; so it is where
 * the section's own tempo is the one that the beats of the whole recording have ruled out.
 *
 * On clips joined end to end four sections in five are right, against three in five by the beats.
 *
 * @param rhythm of the whole recording
 * @returns a null value where nothing repeats, and where the section is shorter than five beats
 */
export function sectionTempo(
  { beats, onsets, tempo, ruledOutTempo }: RhythmFeatures,
  startSeconds: number,
  endSeconds: number,
): SectionEstimate {
  const [first, end] = [startSeconds, endSeconds].map((at) => Math.round(at * onsets.frameRate));
  const own = onsetsWithin(onsets, { first: first!, end: end! });
  const tempi = tempo.value === null ? [] : tempiOf(own);
  const tracked = tempoBetween(beats, startSeconds, endSeconds);
  const min = BEATS_SHARE * (tempi[0]?.confidence ?? 0);
  const likeliest =
    tempi.find(({ bpm, confidence }) => isNearTempo(bpm, tracked) && confidence >= min) ?? tempi[0];
  const isRuledOut = likeliest !== undefined && isNearTempo(likeliest.bpm, ruledOutTempo);
  const best = isRuledOut && tracked !== null ? { ...likeliest, bpm: tracked } : likeliest;
  if (best === undefined || endSeconds - startSeconds < (MIN_BEATS * 60) / best.bpm) {
    return { value: null, confidence: 0 };
  }
  return { value: refineTempo(own.total, own.frameRate, best.bpm), confidence: best.confidence };
}

/** Tempo candidates, most likely first; none without a pulse. */
function tempiOf(onsets: OnsetStrength): readonly TempoCandidate[] {
  const image = tempogram(onsets);
  return hasPulse(onsets, image)
    ? calibratedTempi(rankTempi(tempoDistribution(image), CANDIDATE_COUNT))
    : [];
}
