import { wheelDistance, type WheelPosition } from "../../domain/analysis/key-relation.js";
import type { PerformanceGroups } from "../../domain/fingerprint/performance-groups.js";
import type { RecordingId } from "../../domain/track/recording-id.js";
import type { MeasuredTrack } from "../../domain/catalogue/measured-track.js";
import type { MixRules } from "../../domain/catalogue/mix-path.js";
import type { SlicedWork, SoundTable } from "../../ports/analysis/sound-catalogue.js";
import { areNearDuplicates, mixCandidateOf, mixEndOf, type MixCandidate } from "./mix-candidate.js";
import { MixLine } from "./mix-line.js";
import { NearTracks, type NearTrack } from "./near-tracks.js";

/** The cost of a track behind one of the same artist, where none is wanted: more than any other reason to take it. */
const SAME_ARTIST_COST = 10_000;

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

/** Slots compared at a stretch: about a millisecond. */
const SLOTS_PER_SLICE = 16_384;

/** More than rounding changes a quotient, per cent. */
const ROUNDING_PERCENT = 1e-6;

/** A track of a walk. */
export interface WalkedTrack {
  readonly measured: MeasuredTrack;
  /** Position along the line, [0, 1]. */
  readonly progress: number;
}

/** A mix to find. */
export interface WantedMix {
  readonly from: MeasuredTrack;
  readonly to: MeasuredTrack;
  /** Total number of tracks, integer >= 2. */
  readonly length: number;
  readonly rules: MixRules;
  /** The slots of the tracks that may stand between the ends; all when absent. */
  readonly among?: Uint32Array | undefined;
  /** Recordings that count as one. */
  readonly groups: PerformanceGroups;
}

/** A path through the positions so far. */
interface PartialPath {
  readonly candidate: MixCandidate;
  readonly cost: number;
  readonly before?: PartialPath;
}

/**
 * Finds, in slices, the tracks of a mix from one track to another, both included; no recording and, between the
 * ends, no group occurs twice, and no near-duplicate of one follows it.
 *
 * The positions of the mix are spread evenly over the straight line between the two, in tempo and
 * mood. For each position the 64 nearest tracks are candidates. The result is the path through the
 * candidates with the lowest cost: the sum of the squares of its steps, of the squares of its
 * distances from the positions, and of the costs of changes of key that are not compatible on the
 * Camelot wheel. The squares make the steps even. The search is the Viterbi algorithm with two
 * paths per candidate, because a path must not use a track twice; it is deterministic.
 *
 * There are fewer tracks than wanted where the table has too few between the ends. Where no path
 * meets the rules, one with half of the tracks between is tried, and so on; if none is found, the
 * result is empty. The rules are those of single steps, so it may miss a path through tracks that
 * are no candidates.
 *
 * Source: L. R. Rabiner, "A Tutorial on Hidden Markov Models", Proc. IEEE 77(2), 1989, section
 * III.B; the list of several paths is N. Seshadri and C.-E. W. Sundberg, "List Viterbi Decoding
 * Algorithms with Applications", IEEE Trans. Communications 42, 1994.
 */
export function* walkMix(table: SoundTable, wanted: WantedMix): SlicedWork<readonly WalkedTrack[]> {
  const { from, to, among } = wanted;
  const line = yield* MixLine.between(table, from, to, among);
  let count = countGroups(table, line, wanted);
  yield;
  let best = yield* bestPath(table, line, wanted, count);
  while (best === undefined && count > 0) {
    count = Math.floor(count / 2);
    best = yield* bestPath(table, line, wanted, count);
  }
  const candidates: MixCandidate[] = [];
  for (let path = best; path !== undefined; path = path.before) candidates.unshift(path.candidate);
  return candidates.map(({ measured, along }, index) => ({
    measured,
    progress: progressOf(along, line.length, index / (candidates.length - 1)),
  }));
}

/** Returns the cheapest path with a number of tracks between the ends; `undefined` where none is found. */
function* bestPath(
  table: SoundTable,
  line: MixLine,
  wanted: WantedMix,
  count: number,
): SlicedWork<PartialPath | undefined> {
  const { from, to, rules, groups } = wanted;
  const last = mixEndOf(to, groups, line.end, line.length);
  let paths: readonly PartialPath[] = [
    { candidate: mixEndOf(from, groups, line.beginning, 0), cost: 0 },
  ];
  // Nothing can stand between the ends that the client chose, so they may be near-duplicates.
  if (count === 0) return pathsTo(last, paths, (one, other) => meets(rules, one, other), rules)[0];
  const isStep = (one: MixCandidate, other: MixCandidate): boolean =>
    meets(rules, one, other) && !areNearDuplicates(one.measured, other.measured);
  for (let position = 1; position <= count; position += 1) {
    const target = (line.length * position) / (count + 1);
    const near = yield* candidatesAt(table, line, target, wanted);
    const longer: PartialPath[] = [];
    for (const track of near) {
      longer.push(...pathsTo(mixCandidateOf(track, table, line, groups), paths, isStep, rules));
      yield;
    }
    paths = longer;
  }
  return pathsTo(last, paths, isStep, rules)[0];
}

/** Returns whether a step meets the rules on tempo and key; what is not known meets no rule. */
function meets(rules: MixRules, one: MixCandidate, other: MixCandidate): boolean {
  const { maxTempoChangePercent: max, compatibleKeysOnly } = rules;
  if (compatibleKeysOnly && !(wheelDistance(one.wheel, other.wheel) <= 1)) return false;
  if (max === Infinity) return true;
  const [from, to] = [one.measured.values.tempo, other.measured.values.tempo];
  return from !== null && to !== null && Math.abs(to / from - 1) * 100 <= max + ROUNDING_PERCENT;
}

/**
 * Returns the progress along the line; where the ends have the same position, it is counted in
 * tracks.
 */
function progressOf(along: number, length: number, byCount: number): number {
  return length > 0 ? Math.min(1, Math.max(0, along / length)) : byCount;
}

/** Returns the groups of the ends, of which no other recording stands between them. */
const endGroups = ({ from, to, groups }: WantedMix): ReadonlySet<RecordingId> =>
  new Set([from, to].map(({ recordingId }) => groups.groupOf(recordingId)));

/** Counts the groups to choose from, up to as many as stand between the ends. */
function countGroups(table: SoundTable, { squaredOffset }: MixLine, wanted: WantedMix): number {
  const ends = endGroups(wanted);
  const enough = wanted.length - 2;
  const found = new Set<RecordingId>();
  for (let slot = 0; slot < table.size && found.size < enough; slot += 1) {
    if (Number.isNaN(squaredOffset[slot])) continue;
    const group = wanted.groups.groupOf(table.recordingIdAt(slot));
    if (!ends.has(group)) found.add(group);
  }
  return found.size;
}

function* candidatesAt(
  table: SoundTable,
  { along, squaredOffset }: MixLine,
  target: number,
  wanted: WantedMix,
): SlicedWork<readonly NearTrack[]> {
  const groupOf = (recordingId: RecordingId): RecordingId => wanted.groups.groupOf(recordingId);
  const excluded = endGroups(wanted);
  const nearest = new NearTracks({ table, max: CANDIDATES, groupOf, excluded });
  const { size } = table;
  let { maxSquaredDistance: furthest } = nearest;
  for (let slot = 0; slot < size; slot += 1) {
    const ahead = (along[slot] ?? NaN) - target;
    const squaredDistance = LENGTHWISE_WEIGHT * ahead * ahead + (squaredOffset[slot] ?? NaN);
    if (squaredDistance <= furthest) {
      nearest.offer(slot, squaredDistance);
      ({ maxSquaredDistance: furthest } = nearest);
    }
    if (slot % SLOTS_PER_SLICE === SLOTS_PER_SLICE - 1) yield;
  }
  return nearest.list();
}

/** Returns the cheapest paths to a candidate, cheapest first, earlier ones first at equal cost. */
function pathsTo(
  candidate: MixCandidate,
  paths: readonly PartialPath[],
  isStep: (one: MixCandidate, other: MixCandidate) => boolean,
  { artistSpacing }: MixRules,
): readonly PartialPath[] {
  const best: PartialPath[] = [];
  let step = Infinity;
  let stepFrom: MixCandidate | undefined;
  let isAllowed: boolean | undefined;
  for (const before of paths) {
    if (before.candidate !== stepFrom) {
      stepFrom = before.candidate;
      step = stepCost(stepFrom, candidate);
      if (artistSpacing === null && hasArtistWithin(before, candidate, 1)) step += SAME_ARTIST_COST;
      isAllowed = undefined;
    }
    const cost = before.cost + step + candidate.offset;
    const worst = best.length < PATHS_PER_CANDIDATE ? Infinity : (best.at(-1)?.cost ?? Infinity);
    if (cost >= worst || uses(before, candidate)) continue;
    // Asked only of steps that would be taken, because it takes longer than their cost.
    isAllowed ??= isStep(stepFrom, candidate);
    if (!isAllowed) continue;
    if (hasArtistWithin(before, candidate, artistSpacing ?? 0)) continue;
    const behind = best.findIndex((other) => other.cost > cost);
    best.splice(behind < 0 ? best.length : behind, 0, { candidate, cost, before });
    if (best.length > PATHS_PER_CANDIDATE) best.pop();
  }
  return best;
}

/** Returns whether a path has a track of a candidate's group behind its first one; the ends may be of one group. */
function uses(path: PartialPath, { group }: MixCandidate): boolean {
  for (let at = path; at.before !== undefined; at = at.before) {
    if (at.candidate.group === group) return true;
  }
  return false;
}

/** Returns whether one of the last tracks of a path, at most `spacing`, is of a candidate's artist. */
function hasArtistWithin(path: PartialPath, { artist }: MixCandidate, spacing: number): boolean {
  let at: PartialPath | undefined = path;
  for (let back = 0; back < spacing && at !== undefined && artist !== ""; back += 1) {
    if (at.candidate.artist === artist) return true;
    at = at.before;
  }
  return false;
}

function stepCost(one: MixCandidate, other: MixCandidate): number {
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
