import { wheelDistance, type WheelPosition } from "../../domain/analysis/key-relation.js";
import type { TrackKey } from "../../domain/track/track-key.js";
import type { MeasuredTrack } from "../../ports/analysis/analysis-feed.js";
import { MixCourse } from "./mix-course.js";
import { NearestRecordings, type NearTrack } from "./nearest-recordings.js";
import { coordinateOf } from "./sound-coordinates.js";
import type { SoundTable } from "./sound-table.js";

/**
 * Candidates for each place of a mix. More than a mix has places, so that no way through them ends
 * for want of a track that it has not used.
 */
const CANDIDATES = 64;

/** Ways to each candidate that are followed further: the second is for where the first has used a track. */
const WAYS = 2;

/** What a move on the Camelot wheel beyond a compatible one costs, or a key that is not known; squared deviations. */
const KEY_COST = 1;

/** How much more it counts to be ahead of a place, or behind, than beside it. */
const AHEAD = 16;

/** How much more it counts to go back than to go on. */
const BACKWARDS = 16;

/** A track of a walk. */
export interface WalkedTrack {
  readonly trackKey: TrackKey;
  /** How far along the way it is, [0, 1]. */
  readonly progress: number;
}

/** A candidate for a place. */
interface Stop {
  readonly trackKey: TrackKey;
  readonly recordingKey: string;
  /** Of its key; holds `NaN` where that is not known. */
  readonly wheel: WheelPosition;
  readonly position: Float64Array;
  readonly along: number;
  /** From where the place is, squared. */
  readonly offset: number;
}

/** A way through the places so far. */
interface Way {
  readonly stop: Stop;
  readonly cost: number;
  readonly before?: Way;
}

/**
 * The tracks of a mix from one track to another, both included; none twice, no recording twice.
 *
 * The places of the mix are spread evenly over the straight line between the two, in tempo and
 * mood. For each place the 64 nearest tracks are candidates, and of all ways through the candidates
 * the one is looked for that costs least: the squares of its steps, the squares of its distances
 * from the places, and what its changes of key cost that are not compatible on the Camelot wheel.
 * That the squares are added makes the steps even. The search is Viterbi's with two ways a
 * candidate, because a way must not use a track twice; it is deterministic.
 *
 * @param length tracks in all, integer >= 2; there are fewer where the table has no more on the way
 *
 * Source: L. R. Rabiner, "A Tutorial on Hidden Markov Models", Proc. IEEE 77(2), 1989, section
 * III.B; the list of several ways is N. Seshadri and C.-E. W. Sundberg, "List Viterbi Decoding
 * Algorithms with Applications", IEEE Trans. Communications 42, 1994.
 */
export function walkMix(
  table: SoundTable,
  from: MeasuredTrack,
  to: MeasuredTrack,
  length: number,
): readonly WalkedTrack[] {
  const course = new MixCourse(table, from, to);
  const ends = new Set([from, to].flatMap((end) => [end.trackKey, end.recordingKey]));
  const places = Math.min(length - 2, countRecordings(table, course, ends, length - 2));
  let ways: readonly Way[] = [{ stop: endStop(from, course.beginning, 0), cost: 0 }];
  for (let place = 1; place <= places; place += 1) {
    const target = (course.length * place) / (places + 1);
    ways = candidatesAt(table, course, target, ends).flatMap((near) =>
      waysTo(stopOf(near, table, course), ways),
    );
  }
  const [best] = waysTo(endStop(to, course.end, course.length), ways);
  const stops: Stop[] = [];
  for (let way = best; way !== undefined; way = way.before) stops.unshift(way.stop);
  return stops.map(({ trackKey, along }, index) => ({
    trackKey,
    progress: progressOf(along, course.length, index / (stops.length - 1)),
  }));
}

/** Where the ends are one place, the way is counted in tracks. */
function progressOf(along: number, length: number, byCount: number): number {
  return length > 0 ? Math.min(1, Math.max(0, along / length)) : byCount;
}

/** How many recordings there are to choose from; counts no further than `enough`. */
function countRecordings(
  table: SoundTable,
  { asideSquared }: MixCourse,
  ends: ReadonlySet<string>,
  enough: number,
): number {
  const found = new Set<string>();
  for (let slot = 0; slot < table.size && found.size < enough; slot += 1) {
    const [trackKey = "", recordingKey = ""] = [table.trackKeys[slot], table.recordingKeys[slot]];
    const isEnd = ends.has(trackKey) || ends.has(recordingKey);
    if (!isEnd && !Number.isNaN(asideSquared[slot])) found.add(recordingKey);
  }
  return found.size;
}

function candidatesAt(
  table: SoundTable,
  { along, asideSquared }: MixCourse,
  target: number,
  ends: ReadonlySet<string>,
): readonly NearTrack[] {
  const nearest = new NearestRecordings(table, CANDIDATES, ends);
  const { size } = table;
  let { maxSquaredDistance: furthest } = nearest;
  for (let slot = 0; slot < size; slot += 1) {
    const ahead = (along[slot] ?? NaN) - target;
    const squaredDistance = AHEAD * ahead * ahead + (asideSquared[slot] ?? NaN);
    if (squaredDistance <= furthest) {
      nearest.offer(slot, squaredDistance);
      ({ maxSquaredDistance: furthest } = nearest);
    }
  }
  return nearest.tracks;
}

/** The cheapest ways to a stop, cheapest first, earlier ones first where they cost the same. */
function waysTo(stop: Stop, ways: readonly Way[]): readonly Way[] {
  const best: Way[] = [];
  let step = Infinity;
  let steppedFrom: Stop | undefined;
  for (const before of ways) {
    if (before.stop !== steppedFrom) {
      steppedFrom = before.stop;
      step = stepCost(before.stop, stop);
    }
    const cost = before.cost + step + stop.offset;
    const worst = best.length < WAYS ? Infinity : (best.at(-1)?.cost ?? Infinity);
    if (cost >= worst || uses(before, stop)) continue;
    const behind = best.findIndex((other) => other.cost > cost);
    best.splice(behind < 0 ? best.length : behind, 0, { stop, cost, before });
    if (best.length > WAYS) best.pop();
  }
  return best;
}

function uses(way: Way, { recordingKey }: Stop): boolean {
  for (let at: Way | undefined = way; at !== undefined; at = at.before) {
    if (at.stop.recordingKey === recordingKey) return true;
  }
  return false;
}

function stepCost(one: Stop, other: Stop): number {
  let cost = keyCost(one.wheel, other.wheel);
  for (let index = 0; index < one.position.length; index += 1) {
    const way = (other.position[index] ?? 0) - (one.position[index] ?? 0);
    cost += way * way;
  }
  const back = Math.max(0, one.along - other.along);
  return cost + BACKWARDS * back * back;
}

function keyCost(one: WheelPosition, other: WheelPosition): number {
  const distance = wheelDistance(one, other);
  return KEY_COST * (Number.isNaN(distance) ? 1 : Math.max(0, distance - 1));
}

function stopOf(near: NearTrack, table: SoundTable, course: MixCourse): Stop {
  const { slot, trackKey, recordingKey, squaredDistance: offset } = near;
  const wheel = {
    circlePosition: table.column("key")[slot] ?? NaN,
    mode: table.column("mode")[slot] ?? NaN,
  };
  const along = course.along[slot] ?? NaN;
  return { trackKey, recordingKey, wheel, position: course.positionOf(slot), along, offset };
}

function endStop(
  { trackKey, recordingKey, values }: MeasuredTrack,
  position: Float64Array,
  along: number,
): Stop {
  const wheel = {
    circlePosition: coordinateOf("key", values),
    mode: coordinateOf("mode", values),
  };
  return { trackKey, recordingKey, wheel, position, along, offset: 0 };
}
