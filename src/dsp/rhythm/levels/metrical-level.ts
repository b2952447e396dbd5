import { type TempoCandidate, isNearRival, isTappable, tempoMass } from "../tempo/tempo.js";
import type { BeatRelation } from "./beat-relation-network.js";
import type { BeatTracker } from "./beat-tracker.js";
import type { MeasuredBeats } from "./measured-beats.js";

/** Minimum probability by the tempo networks, so that what they exclude can be chosen, but not easily. */
const MIN_MASS = 1e-4;

/**
 * Log odds against another level than that of the tempo networks. Without it as many tempi are right, on music of other
 * generators than the networks were trained on, but more are lost and more gained: of 3,531 clips 57 and 160, with it 28
 * and 134.
 */
const CHANGE_COST = 1;

/** Log odds from which beats count as off the beat. */
const MIN_OFF_BEAT_ODDS = 1;

/** The candidates of a recording, ranked by the tempo and by the beats, and the beats of the first. */
export interface LevelledBeats {
  readonly candidates: readonly TempoCandidate[];
  readonly beats: MeasuredBeats;
}

/**
 * Decides between the likeliest tempo, its double and its half, by how the beats tracked at each of them relate to
 * those that a listener taps.
 *
 * The log odds by the tempo networks and by the beats of either tempo are added, with equal weights: on music of
 * other generators than the networks were trained on, no other weights were better.
 *
 * @param ranked as `rankTempi` returns them, at least one
 * @param distribution as `tempoDistribution` returns it
 * @returns as many candidates as there were, or fewer; their confidences still sum to at most 1
 */
export function withMetricalLevel(
  ranked: readonly TempoCandidate[],
  distribution: Float64Array,
  tracker: Pick<BeatTracker, "beatsAt">,
): LevelledBeats {
  const { bpm } = ranked[0]!;
  const own = tracker.beatsAt(bpm);
  if (own.relation === null) return { candidates: ranked, beats: own };
  const mass = tempoMass(distribution, bpm);
  const levels: TempoLevel[] = [{ bpm, beats: own, mass, odds: 0 }];
  for (const [ratio, ownSays, otherSays] of [
    [2, "tooSlow", "tooFast"],
    [1 / 2, "tooFast", "tooSlow"],
  ] as const) {
    if (!isTappable(ratio * bpm)) continue;
    const beats = tracker.beatsAt(ratio * bpm);
    if (beats.relation === null) continue;
    const otherMass = tempoMass(distribution, ratio * bpm);
    const odds =
      Math.log(Math.max(MIN_MASS, otherMass) / Math.max(MIN_MASS, mass)) +
      (own.relation[ownSays] - logOfLevel(own.relation)) +
      (logOfLevel(beats.relation) - beats.relation[otherSays]) -
      CHANGE_COST;
    levels.push({ bpm: ratio * bpm, beats, mass: otherMass, odds });
  }
  const candidates = rankedAnew(levels, ranked);
  const best = candidates[0]!.bpm;
  const level = levels.find((one) => one.bpm === best);
  return { candidates, beats: level?.beats ?? tracker.beatsAt(best) };
}

/** Beats at one level of the metre. */
interface TempoLevel {
  readonly bpm: number;
  readonly beats: MeasuredBeats;
  /** Probability by the tempo networks. */
  readonly mass: number;
  /** Log odds against the first level. */
  readonly odds: number;
}

/** Log probability that the tempo is right, whether on the beat or off it. */
function logOfLevel({ same, offBeat }: BeatRelation): number {
  return Math.log(Math.exp(same) + Math.exp(offBeat));
}

/** The levels share what the tempo networks gave to all of them, by their odds. */
function rankedAnew(
  levels: readonly TempoLevel[],
  ranked: readonly TempoCandidate[],
): TempoCandidate[] {
  const total = levels.reduce((sum, { mass }) => sum + mass, 0);
  const shares = levels.reduce((sum, { odds }) => sum + Math.exp(odds), 0);
  const shared = levels.map(({ bpm, odds }) => ({
    bpm,
    confidence: total * (Math.exp(odds) / shares),
  }));
  const others = ranked.filter(({ bpm }) => levels.every((level) => !isNearRival(level.bpm, bpm)));
  return [...shared, ...others]
    .sort((a, b) => b.confidence - a.confidence)
    .slice(0, Math.max(levels.length, ranked.length));
}

/** Returns the beats, or those halfway between them where the networks hear the beats there. */
export function inPhase(
  beats: MeasuredBeats,
  tracker: Pick<BeatTracker, "halfway">,
): MeasuredBeats {
  if (beats.relation === null) return beats;
  const shifted = tracker.halfway(beats);
  if (shifted.relation === null) return beats;
  const odds =
    beats.relation.offBeat -
    beats.relation.same +
    (shifted.relation.same - shifted.relation.offBeat);
  return odds > MIN_OFF_BEAT_ODDS ? shifted : beats;
}
