import { wheelDistance, type WheelPosition } from "../../domain/analysis/key-relation.js";
import type { RecordingKey } from "../../domain/track/recording.js";
import type { MeasuredTrack } from "../../domain/catalogue/measured-track.js";
import { MixLine } from "./mix-line.js";
import { coordinateOf } from "../../domain/catalogue/sound-coordinates.js";
import type { SoundTable } from "../../ports/analysis/sound-catalogue.js";
import { NearTracks, type NearTrack } from "./near-tracks.js";

/**
 * Candidates for each position of a mix. More than a mix has positions, so that every path finds a
 * track that it has not used.
 */
const CANDIDATES = 64;

/**
 * Paths to each candidate that are continued: the second is needed where the first has already used
 * a track.
 */
const PATHS_PER_CANDIDATE = 2;

/**
 * The cost of each step on the Camelot wheel beyond a compatible one, or of an unknown key; squared
 * standard deviations.
 */
const KEY_COST = 1;

/** Weight of the distance from a position along the line, relative to the distance beside it. */
const LENGTHWISE_WEIGHT = 16;

/** Weight of a step back along the line, in addition to the cost of every step. */
const BACKWARD_WEIGHT = 16;

/** A track of a walk. */
export interface WalkedTrack {
  readonly measured: MeasuredTrack;
  /** Position along the line, [0, 1]. */
  readonly progress: number;
}

/** A candidate for a position. */
interface Candidate {
  readonly measured: () => MeasuredTrack;
  readonly recordingKey: RecordingKey;
  /** Position of its key; contains `NaN` where that is not known. */
  readonly wheel: WheelPosition;
  readonly position: Float64Array;
  readonly along: number;
  /** Squared distance from the position. */
  readonly offset: number;
}

/** A path through the positions so far. */
interface PartialPath {
  readonly candidate: Candidate;
  readonly cost: number;
  readonly before?: PartialPath;
}

/**
 * Finds the tracks of a mix from one track to another, both included; no recording occurs twice.
 *
 * The positions of the mix are spread evenly over the straight line between the two, in tempo and
 * mood. For each position the 64 nearest tracks are candidates. The result is the path through the
 * candidates with the lowest cost: the sum of the squares of its steps, of the squares of its
 * distances from the positions, and of the costs of changes of key that are not compatible on the
 * Camelot wheel. The squares make the steps even. The search is the Viterbi algorithm with two
 * paths per candidate, because a path must not use a track twice; it is deterministic.
 *
 * @param length total number of tracks, integer >= 2; there are fewer where the table has too few
 * between the ends
 *
 * Source: L. R. Rabiner, "A Tutorial on Hidden Markov Models", Proc. IEEE 77(2), 1989, section
 * III.B; the list of several paths is N. Seshadri and C.-E. W. Sundberg, "List Viterbi Decoding
 * Algorithms with Applications", IEEE Trans. Communications 42, 1994.
 */
export function walkMix(
  table: SoundTable,
  from: MeasuredTrack,
  to: MeasuredTrack,
  length: number,
): readonly WalkedTrack[] {
  const line = new MixLine(table, from, to);
  const ends = new Set([from, to].flatMap((end) => [end.trackKey, end.recordingKey]));
  const positionCount = Math.min(length - 2, countRecordings(table, line, ends, length - 2));
  let paths: readonly PartialPath[] = [
    { candidate: endCandidate(from, line.beginning, 0), cost: 0 },
  ];
  for (let position = 1; position <= positionCount; position += 1) {
    const target = (line.length * position) / (positionCount + 1);
    paths = candidatesAt(table, line, target, ends).flatMap((near) =>
      pathsTo(candidateOf(near, table, line), paths),
    );
  }
  const [best] = pathsTo(endCandidate(to, line.end, line.length), paths);
  const candidates: Candidate[] = [];
  for (let path = best; path !== undefined; path = path.before) candidates.unshift(path.candidate);
  return candidates.map(({ measured, along }, index) => ({
    measured: measured(),
    progress: progressOf(along, line.length, index / (candidates.length - 1)),
  }));
}

/**
 * Returns the progress along the line; where the ends have the same position, it is counted in
 * tracks.
 */
function progressOf(along: number, length: number, byCount: number): number {
  return length > 0 ? Math.min(1, Math.max(0, along / length)) : byCount;
}

/** Counts the recordings to choose from, up to `enough`. */
function countRecordings(
  table: SoundTable,
  { squaredOffset }: MixLine,
  ends: ReadonlySet<string>,
  enough: number,
): number {
  const found = new Set<string>();
  for (let slot = 0; slot < table.size && found.size < enough; slot += 1) {
    if (Number.isNaN(squaredOffset[slot])) continue;
    const recordingKey = table.recordingKeyAt(slot);
    if (!ends.has(table.trackKeyAt(slot)) && !ends.has(recordingKey)) found.add(recordingKey);
  }
  return found.size;
}

function candidatesAt(
  table: SoundTable,
  { along, squaredOffset }: MixLine,
  target: number,
  ends: ReadonlySet<string>,
): readonly NearTrack[] {
  const nearest = new NearTracks(table, CANDIDATES, ends);
  const { size } = table;
  let { maxSquaredDistance: furthest } = nearest;
  for (let slot = 0; slot < size; slot += 1) {
    const ahead = (along[slot] ?? NaN) - target;
    const squaredDistance = LENGTHWISE_WEIGHT * ahead * ahead + (squaredOffset[slot] ?? NaN);
    if (squaredDistance <= furthest) {
      nearest.offer(slot, squaredDistance);
      ({ maxSquaredDistance: furthest } = nearest);
    }
  }
  return nearest.list();
}

/** Returns the cheapest paths to a candidate, cheapest first, earlier ones first at equal cost. */
function pathsTo(candidate: Candidate, paths: readonly PartialPath[]): readonly PartialPath[] {
  const best: PartialPath[] = [];
  let step = Infinity;
  let stepFrom: Candidate | undefined;
  for (const before of paths) {
    if (before.candidate !== stepFrom) {
      stepFrom = before.candidate;
      step = stepCost(before.candidate, candidate);
    }
    const cost = before.cost + step + candidate.offset;
    const worst = best.length < PATHS_PER_CANDIDATE ? Infinity : (best.at(-1)?.cost ?? Infinity);
    if (cost >= worst || uses(before, candidate)) continue;
    const behind = best.findIndex((other) => other.cost > cost);
    best.splice(behind < 0 ? best.length : behind, 0, { candidate, cost, before });
    if (best.length > PATHS_PER_CANDIDATE) best.pop();
  }
  return best;
}

function uses(path: PartialPath, { recordingKey }: Candidate): boolean {
  for (let at: PartialPath | undefined = path; at !== undefined; at = at.before) {
    if (at.candidate.recordingKey === recordingKey) return true;
  }
  return false;
}

function stepCost(one: Candidate, other: Candidate): number {
  let cost = keyCost(one.wheel, other.wheel);
  for (let index = 0; index < one.position.length; index += 1) {
    const way = (other.position[index] ?? 0) - (one.position[index] ?? 0);
    cost += way * way;
  }
  const back = Math.max(0, one.along - other.along);
  return cost + BACKWARD_WEIGHT * back * back;
}

function keyCost(one: WheelPosition, other: WheelPosition): number {
  const distance = wheelDistance(one, other);
  return KEY_COST * (Number.isNaN(distance) ? 1 : Math.max(0, distance - 1));
}

function candidateOf(near: NearTrack, table: SoundTable, line: MixLine): Candidate {
  const { slot, squaredDistance: offset } = near;
  const measured = (): MeasuredTrack => table.measuredAt(slot);
  const recordingKey = table.recordingKeyAt(slot);
  const wheel = {
    circlePosition: table.coordinates("key")[slot] ?? NaN,
    mode: table.coordinates("mode")[slot] ?? NaN,
  };
  const along = line.along[slot] ?? NaN;
  return { measured, recordingKey, wheel, position: line.positionOf(slot), along, offset };
}

function endCandidate(end: MeasuredTrack, position: Float64Array, along: number): Candidate {
  const { recordingKey, values } = end;
  const wheel = {
    circlePosition: coordinateOf("key", values),
    mode: coordinateOf("mode", values),
  };
  return { measured: () => end, recordingKey, wheel, position, along, offset: 0 };
}
