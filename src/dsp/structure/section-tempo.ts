import { onsetsWithin, type OnsetStrength } from "../rhythm/onset-strength.js";
import { hasPulse } from "../rhythm/pulse.js";
import type { RhythmFeatures, TempoCandidate } from "../rhythm/rhythm-features.js";
import { calibratedTempi, rankTempi, tempoDistribution } from "../rhythm/tempo/tempo.js";
import { refineTempo } from "../rhythm/tempo/tempo-refinement.js";
import { tempogram } from "../rhythm/tempo/tempogram.js";
import { isNearTempo, tempoBetween } from "./tempo-course.js";
import type { SectionEstimate } from "./timeline-features.js";

const CANDIDATE_COUNT = 4;
/** Shorter stretches have no tempo: a bar of four, and the beat that ends it. */
const MIN_BEATS = 5;
/** How sure the tempo of the beats must be beside the surest: octaves are as good as each other. */
const BEATS_SHARE = 0.5;

/**
 * Tempo of a stretch, beats per minute, as its own onsets have it: what the stretch alone would be
 * given, so that music that changes its tempo has each where it holds, even where the beats of the
 * whole do not follow. Of two tempi about as likely it is the one that the beats keep.
 *
 * On clips joined end to end four sections in five are right, where the beats have three in five.
 *
 * @param rhythm of the whole recording
 * @returns null where nothing repeats, and where it is shorter than five beats
 */
export function sectionTempo(
  { beats, onsets, tempo }: RhythmFeatures,
  startSeconds: number,
  endSeconds: number,
): SectionEstimate {
  const [first, end] = [startSeconds, endSeconds].map((at) => Math.round(at * onsets.frameRate));
  const own = onsetsWithin(onsets, { first: first!, end: end! });
  const tempi = tempo.value === null ? [] : tempiOf(own);
  const tracked = tempoBetween(beats, startSeconds, endSeconds);
  const min = BEATS_SHARE * (tempi[0]?.confidence ?? 0);
  const best =
    tempi.find(({ bpm, confidence }) => isNearTempo(bpm, tracked) && confidence >= min) ?? tempi[0];
  if (best === undefined || endSeconds - startSeconds < (MIN_BEATS * 60) / best.bpm) {
    return { value: null, confidence: 0 };
  }
  return { value: refineTempo(own.total, own.frameRate, best.bpm), confidence: best.confidence };
}

/** Likeliest first; none without a pulse. */
function tempiOf(onsets: OnsetStrength): readonly TempoCandidate[] {
  const image = tempogram(onsets);
  return hasPulse(onsets, image)
    ? calibratedTempi(rankTempi(tempoDistribution(image), CANDIDATE_COUNT))
    : [];
}
