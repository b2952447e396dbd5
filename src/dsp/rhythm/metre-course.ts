import { barPath, type BarChange } from "./bars/bar-path.js";
import { isCompoundTime } from "./bars/compound-time.js";
import { phaseCertainty } from "./bars/downbeat-confidence.js";
import type { BarEvidence } from "./bars/bar-evidence.js";
import { metreChanges } from "./bars/metre-changes.js";
import { accentsBetween, type BeatAccents } from "./beat-accents.js";
import { estimateMetre, type Metre } from "./metre.js";

/** Shorter music, seconds from the first beat to the last, is an excerpt and has one metre. */
const MIN_CHANGING_SECONDS = 40;

/** What metres are estimated from. */
export interface MetreCues {
  /** Seconds, ascending. */
  readonly beats: Float64Array;
  readonly accents: BeatAccents;
  readonly bars: BarEvidence;
  /** Whether beats have three parts, as `isCompoundTime` returns it for all of them. */
  readonly isCompound: boolean;
}

/** How beats group into bars, from the first to the last. */
export interface MetreCourse {
  /** The metre of most beats, as estimated in its longest part. */
  readonly metre: Metre;
  /** Indices of the beats that begin bars, ascending. */
  readonly starts: readonly number[];
  /** How clearly these are preferred to others, as `phaseCertainty` defines it. */
  readonly certainty: number;
}

/** Beats from one index to before another. */
interface Span {
  readonly from: number;
  readonly to: number;
}

/** Beats in one metre. */
interface MetreSpan extends Span {
  readonly metre: Metre;
}

/**
 * Follows the metre along a recording.
 *
 * Accents tell near which beats the metre may change (`metreChanges`), and the evidence for bars tells whether and where it
 * does (`barPath`). The metre of each part must be the one that its own accents have; else, and in less
 * than 40 s, the metre is that of all beats together.
 *
 * @returns null with fewer than eight beats
 */
export function metreCourse(cues: MetreCues): MetreCourse | null {
  return changingCourse(cues) ?? steadyCourse(cues);
}

function steadyCourse({ accents, bars, isCompound }: MetreCues): MetreCourse | null {
  const metre = estimateMetre(accents, isCompound);
  if (metre === null) return null;
  const { starts } = barPath(bars.downbeats, [metre.beatsPerBar]);
  const certainty = phaseCertainty(bars.downbeats, metre.beatsPerBar, starts);
  return { metre, starts, certainty };
}

/** Null where the metre does not change. */
function changingCourse(cues: MetreCues): MetreCourse | null {
  const { beats, bars, accents } = cues;
  if (beats.length === 0 || beats[beats.length - 1]! - beats[0]! < MIN_CHANGING_SECONDS)
    return null;
  const found = metreChanges(accents);
  if (found.length === 0) return null;
  const isCompound = hasCompoundFour(cues, found);
  const lengthOf = (metre: number): number => (metre === 4 && isCompound ? 2 : metre);
  const changes = found.map(({ beat, from, to }) => ({
    beat,
    from: lengthOf(from),
    to: lengthOf(to),
  }));
  const lengths = new Set(changes.flatMap(({ from, to }) => [from, to]));
  const { starts, beatsPerBar } = barPath(bars.downbeats, [...lengths], changes);
  const spans = runsOf(beatsPerBar).flatMap(({ from, to }) => {
    const metre = estimateMetre(accentsBetween(accents, from, to), isCompound);
    return metre !== null && metre.beatsPerBar === beatsPerBar[from] ? [{ from, to, metre }] : [];
  });
  const isWhole = spans.reduce((sum, span) => sum + beatCount(span), 0) === beats.length;
  if (spans.length < 2 || !isWhole) return null;
  return { metre: mainMetre(spans), starts, certainty: meanCertainty(bars, spans, starts) };
}

/** Whether the beats of the longest part in four have three parts each. */
function hasCompoundFour({ beats, bars }: MetreCues, changes: readonly BarChange[]): boolean {
  const parts = changes.flatMap(({ beat, from, to }, i) => [
    { from: changes[i - 1]?.beat ?? 0, to: beat, metre: from },
    { from: beat, to: changes[i + 1]?.beat ?? beats.length, metre: to },
  ]);
  const longest = parts
    .filter(({ metre }) => metre === 4)
    .reduce<Span>((max, part) => (beatCount(part) > beatCount(max) ? part : max), {
      from: 0,
      to: 0,
    });
  const { from, to } = longest;
  return isCompoundTime(bars.compound.subarray(from, to));
}

function beatCount({ from, to }: Span): number {
  return to - from;
}

/** Runs of equal values. */
function runsOf(values: readonly number[]): readonly Span[] {
  const edges = values.flatMap((value, i) => (value === values[i - 1] ? [] : [i]));
  return edges.map((from, i) => ({ from, to: edges[i + 1] ?? values.length }));
}

function mainMetre(spans: readonly MetreSpan[]): Metre {
  const beatsIn = ({ beatsPerBar }: Metre): number =>
    spans
      .filter(({ metre }) => metre.beatsPerBar === beatsPerBar)
      .reduce((sum, span) => sum + beatCount(span), 0);
  const most = Math.max(...spans.map(({ metre }) => beatsIn(metre)));
  return spans
    .filter(({ metre }) => beatsIn(metre) === most)
    .reduce((max, span) => (beatCount(span) > beatCount(max) ? span : max)).metre;
}

/** The mean over all bars of how clearly they are preferred to others of their part. */
function meanCertainty(
  { downbeats }: BarEvidence,
  spans: readonly MetreSpan[],
  starts: readonly number[],
): number {
  const sum = spans.reduce((total, { from, to, metre }) => {
    const own = starts.filter((beat) => beat >= from && beat < to).map((beat) => beat - from);
    if (own.length === 0) return total;
    return (
      total + own.length * phaseCertainty(downbeats.subarray(from, to), metre.beatsPerBar, own)
    );
  }, 0);
  return sum / starts.length;
}
