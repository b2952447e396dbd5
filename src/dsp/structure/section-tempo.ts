import { onsetsWithin, type OnsetStrength } from "../rhythm/onset-strength.js";
import { hasPulse } from "../rhythm/pulse.js";
import type { RhythmFeatures } from "../rhythm/rhythm-features.js";
import type { TempoCandidate } from "../rhythm/tempo/tempo.js";
import { calibratedTempi, rankTempi, tempoDistribution } from "../rhythm/tempo/tempo.js";
import { refineTempo } from "../rhythm/tempo/tempo-refinement.js";
import { tempogram } from "../rhythm/tempo/tempogram.js";
import { isNearTempo, tempoBetween } from "./tempo-course.js";
import type { SectionEstimate } from "./timeline-features.js";

const CANDIDATE_COUNT = 4;

/** Shorter sections have no tempo: a bar of four beats, and the beat after it. */
const MIN_BEATS = 5;

/** Minimum confidence of the tempo of the beats, relative to the best candidate, for it to be preferred. */
const BEATS_SHARE = 0.5;

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
