import { valueOf, type Analysis } from "./analysis.js";
import { coveredSecondsOf } from "./analysis-data.js";
import { tempoRatioOf } from "./tempo-ratio.js";

/** Steps of times: a tenth of a millisecond. */
const TIME_STEPS = 1e4;

type BeatValues = Pick<Analysis, "beats" | "downbeats" | "downbeatConfidence">;

/** What is stated about the beats. */
interface StatedBeats {
  /** Beats per minute, > 0; `null` where there is no beat, `undefined` where nothing is stated. */
  readonly tempo: number | null | undefined;
  /** A time at which a bar begins, seconds, >= 0. */
  readonly firstBeat: number | undefined;
  readonly isMetreStated: boolean;
  /** Stated or measured; `null` where there are no bars. */
  readonly beatsPerBar: number | null;
}

/** Beats, and the index of one at which a bar begins; `undefined` where no bar is known. */
interface BeatGrid {
  readonly beats: readonly number[];
  readonly anchor: number | undefined;
}

/**
 * Returns the beats of an analysis as they follow from what is stated.
 *
 * A tempo that is a simple multiple or fraction of the measured one divides or joins the measured beats, which may
 * drift. Any other tempo makes an even grid, from the first beat that is stated or measured on; without such a beat
 * there are none, because their times would be made up. Bars are counted from the stated first beat, or else from
 * the first measured bar.
 *
 * @param measured without corrections
 */
export function correctedBeats(
  measured: BeatValues & Pick<Analysis, "estimates" | "durationSeconds" | "excerptSeconds">,
  stated: StatedBeats,
): BeatValues {
  const { tempo, firstBeat, isMetreStated, beatsPerBar } = stated;
  if (tempo === undefined && firstBeat === undefined && !isMetreStated) {
    const { beats, downbeats, downbeatConfidence } = measured;
    return { beats, downbeats, downbeatConfidence };
  }
  if (tempo === null) return { beats: [], downbeats: [], downbeatConfidence: 0 };
  const { beats, anchor } = gridOf(measured, tempo, firstBeat);
  const downbeats =
    anchor === undefined || beatsPerBar === null
      ? []
      : beats.filter((_, index) => (index - anchor) % beatsPerBar === 0);
  if (downbeats.length === 0) return { beats, downbeats, downbeatConfidence: 0 };
  const downbeatConfidence = firstBeat === undefined ? measured.downbeatConfidence : 1;
  return { beats, downbeats, downbeatConfidence };
}

function gridOf(
  measured: Parameters<typeof correctedBeats>[0],
  tempo: number | undefined,
  firstBeat: number | undefined,
): BeatGrid {
  const { beats, downbeats } = measured;
  const [firstBar] = downbeats;
  const measuredTempo = valueOf(measured, "tempo");
  const ratio =
    tempo === undefined || measuredTempo === null
      ? { beats: 1, measured: 1 }
      : tempoRatioOf(tempo, measuredTempo);
  const hasBar = firstBeat !== undefined || firstBar !== undefined;
  const from = firstBeat ?? firstBar ?? beats[0];
  if (from === undefined) return { beats: [], anchor: undefined };
  const anchored = (grid: BeatGrid): BeatGrid => (hasBar ? grid : { ...grid, anchor: undefined });
  if (ratio !== undefined && beats.length > 1) {
    return anchored(dividedGrid(beats, from, ratio.measured / ratio.beats));
  }
  if (tempo === undefined) return anchored({ beats, anchor: 0 });
  return anchored(evenGrid(from, 60 / tempo, coveredSecondsOf(measured)));
}

/**
 * Returns beats from the start to the end, one of them at `from`.
 *
 * @param period seconds, > 0
 */
function evenGrid(from: number, period: number, seconds: number): BeatGrid {
  const anchor = Math.floor(from / period);
  const count = anchor + 1 + Math.floor((seconds - from) / period);
  const beats = Array.from({ length: count }, (_, index) =>
    rounded(from + (index - anchor) * period),
  );
  return { beats, anchor };
}

/**
 * Returns beats at positions among the given ones: one at `from`, and others a number of measured beats apart. They
 * lie between the first and the last given beat, and reach to `from`.
 *
 * @param beats at least 2
 * @param distance > 0: 1/2 doubles the tempo
 */
function dividedGrid(beats: readonly number[], from: number, distance: number): BeatGrid {
  const start = positionOf(from, beats);
  const lowest = Math.min(0, start);
  const highest = Math.max(beats.length - 1, start);
  // Positions that rounding has moved out of the range by less than anyone hears are in it.
  const slack = 1e-6;
  const anchor = Math.floor((start - lowest) / distance + slack);
  const count = anchor + 1 + Math.floor((highest - start) / distance + slack);
  const times = Array.from({ length: count }, (_, index) =>
    rounded(timeAt(start + (index - anchor) * distance, beats)),
  );
  return { beats: times, anchor };
}

/** Returns the position of a time among beats: that of the beat with this index is the index; it may lie outside. */
function positionOf(time: number, beats: readonly number[]): number {
  const next = beats.findIndex((beat) => beat > time);
  const before = between(next === -1 ? beats.length - 2 : next - 1, beats);
  const [from, to] = [beats[before] ?? 0, beats[before + 1] ?? 0];
  return before + (time - from) / (to - from);
}

/** Returns the time at a position among beats. */
function timeAt(position: number, beats: readonly number[]): number {
  const before = between(Math.floor(position), beats);
  const [from, to] = [beats[before] ?? 0, beats[before + 1] ?? 0];
  return from + (position - before) * (to - from);
}

/** Returns the index of a beat that another one follows. */
const between = (index: number, beats: readonly number[]): number =>
  Math.min(Math.max(index, 0), beats.length - 2);

const rounded = (seconds: number): number => Math.round(seconds * TIME_STEPS) / TIME_STEPS;
