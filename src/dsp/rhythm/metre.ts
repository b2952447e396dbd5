import { ACCENT_NAMES, type BeatAccents } from "./beat-accents.js";

/** How beats group into bars. */
export interface Metre {
  /** Tracked beats from one bar to the next, integer in [2, 7]. */
  readonly beatsPerBar: number;
  /** What a musician counts: `beatsPerBar`, or 6 for two beats of three parts each. */
  readonly timeSignature: number;
  /** (0, 1): about the share of such metres that are right. */
  readonly confidence: number;
  readonly evidence: MetreEvidence;
}

/** What the confidence of a metre depends on. */
export interface MetreEvidence {
  /** Explained variance and prior of the best candidate above those of the second, >= 0. */
  readonly margin: number;
  readonly beatCount: number;
  /** Whether the best candidate has four beats, which two beats of three parts are as well. */
  readonly isFour: boolean;
  readonly isCompound: boolean;
}

/**
 * Candidate numbers of beats per bar. A pattern of two beats also repeats after four, and one of three
 * after six: so two count as four, and six as three or four.
 */
export const METRE_CANDIDATES = [3, 4, 5, 7] as const;
/**
 * Prior of each candidate, added to its explained variance where there are `FULL_EVIDENCE_BEATS` or more.
 * Most music is in four: a larger share than of the training clips, of which this costs one in a hundred.
 */
const PRIOR: Readonly<Record<number, number>> = { 3: 0, 4: 0.1, 5: -0.02, 7: -0.03 };
/**
 * Prior of four beats, or two, of three parts each: 9/8 is not as rare beside 6/8 as 3/4 beside 4/4. With it, 5 of 11
 * rendered slip jigs have three beats, with that of four plain beats 2; of 150 jigs none.
 */
const PRIOR_OF_COMPOUND_FOUR = 0.05;
/**
 * Log odds that a metre is right: with `MIDDLE_BEATS` beats and a margin of 1 over the second best candidate, as
 * explained variance; and what is added for each factor of e in the margin and in the number of beats, for four
 * beats a bar, and for beats of three parts. Fitted by `test/evaluation/training/fit-metre-confidence.ts` to 1,550
 * parts of 5, 8, 12 and 22 s of 400 clips by `compose_clips.py --seed 21`; on 200
 * of seed 33, the expected calibration error of 5 s is 0.09 instead of 0.15, and of whole clips 0.06 instead of 0.10. A fit with the networks
 * of today (1,558 parts) gives 2.21, 0.72, 1.46, 0.9 and -0.04. Of it, only what beats of three parts have in all is taken, 2.17:
 * real music keeps more than the other constants promise already. The condition is that there is music at all (`musical-confidence.ts`).
 */
const LOG_ODDS = { middle: 2.62, margin: 0.74, beats: 1.24, four: 0.89, compound: -0.45 };
const MIDDLE_BEATS = 16;
/** More beats are not trusted more. */
const MAX_COUNTED_BEATS = 40;
/** Margins below it count as it: of beats that two candidates explain alike, chance decides. */
const MIN_MARGIN = 1e-3;
/**
 * Number of beats from which priors count as given. The variance that accents explain by chance falls
 * with the number of beats, so with fewer beats the priors grow in inverse proportion to it. Chosen on
 * 1,011 stretches of 9 to 28 beats of clips by `src/training/rhythm/compose_clips.py` with another
 * new seed, where four beats were weighted as nine tenths of all music: of 8 to 11 beats 91 % come out
 * right at a mean confidence of 0.88, against 82 % with constant priors.
 */
const FULL_EVIDENCE_BEATS = 24;
/** Minimum number of beats of a metre: two bars of four. */
const MIN_BEATS = 8;
/**
 * Estimates the beats in a bar.
 *
 * For each candidate the accents are averaged by position in the bar. The number of beats that explains
 * most of their variance, corrected for how much any folding explains by chance, is the metre. All
 * candidates are scored on the same beats, however few; the fewer they are, the more the prior counts.
 *
 * Source: beat similarity at the lag of the bar, M. Gainza, "Automatic Musical Meter Detection", Proc.
 * ICASSP, 2009; as explained variance it is ours, so that lengths can be compared.
 *
 * @param isCompound whether beats fall into three parts; an even number of such is grouped in twos
 * @returns null with fewer than eight beats
 */
export function estimateMetre(accents: BeatAccents, isCompound: boolean): Metre | null {
  const beatCount = accents.low.length;
  if (beatCount < MIN_BEATS) return null;
  const scores = metreScores(accents, isCompound)
    .map((score, i) => ({ beatsPerBar: METRE_CANDIDATES[i]!, score }))
    .sort((a, b) => b.score - a.score);
  const [best, second] = scores as [(typeof scores)[0], (typeof scores)[0]];
  const isFour = best.beatsPerBar === 4;
  const isSixEight = isCompound && isFour;
  const beatsPerBar = isSixEight ? 2 : best.beatsPerBar;
  const evidence = { margin: best.score - second.score, beatCount, isFour, isCompound };
  return {
    beatsPerBar,
    timeSignature: isSixEight ? 6 : beatsPerBar,
    confidence: metreConfidence(evidence),
    evidence,
  };
}

/**
 * Returns the score of each of `METRE_CANDIDATES`: its explained variance and prior.
 *
 * @param isCompound whether beats fall into three parts
 */
export function metreScores(accents: BeatAccents, isCompound: boolean): readonly number[] {
  const priorWeight = Math.max(1, FULL_EVIDENCE_BEATS / accents.low.length);
  const priors = isCompound ? { ...PRIOR, 4: PRIOR_OF_COMPOUND_FOUR } : PRIOR;
  return METRE_CANDIDATES.map(
    (beatsPerBar) =>
      priorWeight * (priors[beatsPerBar] ?? 0) + meanExplainedVariance(accents, beatsPerBar),
  );
}

/** Returns the inputs of the logistic model of the confidence: those of `LOG_ODDS`, in its order. */
export function metreInputs({ margin, beatCount, isFour, isCompound }: MetreEvidence): number[] {
  return [
    Math.log(Math.max(MIN_MARGIN, margin)),
    Math.log(Math.min(beatCount, MAX_COUNTED_BEATS) / MIDDLE_BEATS),
    Number(isFour),
    Number(isCompound),
  ];
}

function metreConfidence(evidence: MetreEvidence): number {
  const { middle, margin, beats, four, compound } = LOG_ODDS;
  const weights = [margin, beats, four, compound];
  const inputs = metreInputs(evidence);
  const logOdds = weights.reduce((sum, weight, i) => sum + weight * inputs[i]!, middle);
  return 1 / (1 + Math.exp(-logOdds));
}

function meanExplainedVariance(accents: BeatAccents, beatsPerBar: number): number {
  const sum = ACCENT_NAMES.reduce(
    (total, name) => total + explainedVariance(accents[name], beatsPerBar),
    0,
  );
  return sum / ACCENT_NAMES.length;
}

/**
 * Adjusted coefficient of determination of the position in the bar, <= 1; about 0 by chance. Accents
 * whose standard deviation is below 1 explain less in proportion to their variance.
 */
function explainedVariance(values: Float32Array, beatsPerBar: number): number {
  const means = foldedMeans(values, beatsPerBar);
  let explained = 0;
  for (let i = 0; i < values.length; i++) {
    explained += values[i]! ** 2 - (values[i]! - means[i % beatsPerBar]!) ** 2;
  }
  const unexplained = 1 - explained / values.length;
  return 1 - unexplained * ((values.length - 1) / (values.length - beatsPerBar));
}

function foldedMeans(values: Float32Array, beatsPerBar: number): Float64Array {
  const sums = new Float64Array(beatsPerBar);
  const counts = new Float64Array(beatsPerBar);
  values.forEach((value, i) => {
    sums[i % beatsPerBar]! += value;
    counts[i % beatsPerBar]! += 1;
  });
  return sums.map((sum, position) => sum / Math.max(1, counts[position]!));
}
