import { indexOfMax } from "../../signal/index-of-max.js";

/**
 * Evidence, in log odds, that must speak against the count before a bar is cut short or a beat added, and before bars
 * become longer or shorter for good: of tracked beats some are missing or too many, and some music has a shorter bar.
 */
export const SLIP_COST = 12;
/** Maximum distance of a change of metre from where it was found, in beats: half of the window it was found by. */
const CHANGE_REACH_BEATS = 12;

/** A beat near which bars may become longer or shorter. */
export interface BarChange {
  readonly beat: number;
  /** Beats per bar before and after. */
  readonly from: number;
  readonly to: number;
}

/** A way to count beats. */
export interface BarPath {
  /** Indices of the beats that begin bars, ascending. */
  readonly starts: readonly number[];
  /** For each beat, how many beats the bars have that are counted there. */
  readonly beatsPerBar: readonly number[];
}

/** Scores of the places in the bars of one length; index 0 is the first beat. */
interface BarScores {
  readonly beatsPerBar: number;
  /** Index of the first place among the places of all lengths. */
  readonly offset: number;
  readonly places: Float64Array;
}

/** Where a beat is counted from: the place of the beat before, and the score there less what the step costs. */
interface Origin {
  readonly place: number;
  readonly score: number;
}

/**
 * Returns which beats begin bars: of all ways to count, the one with the highest sum of log odds, where each bar of
 * another length, and each change of metre, costs as much as several clear downbeats.
 *
 * Source: the bar pointer of N. Whiteley, A. T. Cemgil and S. Godsill, "Bayesian Modelling of Temporal
 * Structure in Musical Audio", Proc. ISMIR, 2006, with beats for positions, found by dynamic programming.
 *
 * @param logOdds of each beat to be a downbeat
 * @param lengths beats per bar, integers >= 2, none twice
 * @param changes where one of these lengths may follow another; without any, bars of one length are counted
 */
export function barPath(
  logOdds: Float32Array,
  lengths: readonly number[],
  changes: readonly BarChange[] = [],
): BarPath {
  let scores = initialScores(lengths);
  const placeCount = lengths.reduce((sum, length) => sum + length, 0);
  const origins = new Uint8Array(logOdds.length * placeCount);
  logOdds.forEach((odds, beat) => {
    const near = changes.filter((change) => Math.abs(change.beat - beat) <= CHANGE_REACH_BEATS);
    scores = scores.map((own) => {
      const jump = indexOfMax(own.places);
      const places = own.places.map((_, place) => {
        const counted = countedFrom(own, place);
        const slipped = { place: own.offset + jump, score: own.places[jump]! - SLIP_COST };
        let best = beat === 0 || counted.score >= slipped.score ? counted : slipped;
        if (place === 0) best = changedFrom(scores, own.beatsPerBar, near, best);
        origins[beat * placeCount + own.offset + place] = best.place;
        return best.score + (place === 0 ? odds : 0);
      });
      return { ...own, places };
    });
  });
  return backtracked(origins, scores, logOdds.length);
}

function initialScores(lengths: readonly number[]): readonly BarScores[] {
  let offset = 0;
  return lengths.map((beatsPerBar) => {
    const scores = { beatsPerBar, offset, places: new Float64Array(beatsPerBar) };
    offset += beatsPerBar;
    return scores;
  });
}

/** The place before one, in bars of the same length. */
function countedFrom({ beatsPerBar, offset, places }: BarScores, place: number): Origin {
  const before = (place + beatsPerBar - 1) % beatsPerBar;
  return { place: offset + before, score: places[before]! };
}

/** The end of a bar of another length, where a change from it is near and scores more than what is given. */
function changedFrom(
  scores: readonly BarScores[],
  to: number,
  near: readonly BarChange[],
  given: Origin,
): Origin {
  let best = given;
  for (const other of scores) {
    if (!near.some((change) => change.to === to && change.from === other.beatsPerBar)) continue;
    const { place, score } = countedFrom(other, 0);
    if (score - SLIP_COST > best.score) best = { place, score: score - SLIP_COST };
  }
  return best;
}

function backtracked(
  origins: Uint8Array,
  scores: readonly BarScores[],
  beatCount: number,
): BarPath {
  const lengths = scores.flatMap(({ beatsPerBar, places }) => [...places].map(() => beatsPerBar));
  const firsts = scores.map(({ offset }) => offset);
  const [starts, beatsPerBar]: [number[], number[]] = [[], []];
  let place = indexOfMax(scores.flatMap(({ places }) => [...places]));
  for (let beat = beatCount - 1; beat >= 0; beat--) {
    if (firsts.includes(place)) starts.push(beat);
    beatsPerBar.push(lengths[place]!);
    place = origins[beat * lengths.length + place]!;
  }
  return { starts: starts.reverse(), beatsPerBar: beatsPerBar.reverse() };
}
