import { wheelDistance, type WheelPosition } from "../../domain/analysis/key-relation.js";
import type { MeasuredTrack } from "../../domain/catalogue/measured-track.js";
import type { MixRules } from "../../domain/catalogue/mix-path.js";
import type { PerformanceGroups } from "../../domain/fingerprint/performance-groups.js";
import type { RecordingId } from "../../domain/track/recording-id.js";
import type { SlicedWork, SoundTable } from "../../ports/analysis/sound-catalogue.js";
import { areNearDuplicates, mixCandidateOf, mixEndOf, type MixCandidate } from "./mix-candidate.js";
import { MixLine } from "./mix-line.js";
import { NearTracks, type NearTrack } from "./near-tracks.js";
import { tracksSinceArtist, type PartialMix } from "./partial-mix.js";
import { meetsStepRules } from "./step-rules.js";

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
  /** Recordings that do not stand between the ends, nor others of their groups. */
  readonly excluded?: readonly RecordingId[] | undefined;
}

/** A path from the first track of a mix to the last. */
export interface FoundMix {
  /** Its end. */
  readonly last: PartialMix;
  /** How many tracks stand between its ends. */
  readonly count: number;
}

/** What a path is looked for by. */
interface PathConditions {
  /** What every step meets. */
  readonly rules: MixRules;
  /** Returns the breach of a path that a candidate follows: of all paths, those with the smallest are looked for. */
  readonly breachOf?: ((path: PartialMix, candidate: MixCandidate) => number) | undefined;
}

/** Looks for paths from one track to another, under one rule or another. */
export class MixSearch {
  private constructor(
    private readonly needs: {
      readonly table: SoundTable;
      readonly wanted: WantedMix;
      readonly line: MixLine;
      /** How many tracks stand between the ends at most. */
      readonly maxCount: number;
    },
  ) {}

  /** Returns the search for a mix. */
  static *begin(table: SoundTable, wanted: WantedMix): SlicedWork<MixSearch> {
    const line = yield* MixLine.between(table, wanted.from, wanted.to, wanted.among);
    const maxCount = countGroups(table, line, wanted);
    yield;
    return new MixSearch({ table, wanted, line, maxCount });
  }

  /** The length of the line from one end to the other. */
  get length(): number {
    return this.needs.line.length;
  }

  /** How many tracks stand between the ends at most: as many as are wanted, or as there are. */
  get maxCount(): number {
    return this.needs.maxCount;
  }

  /**
   * Returns the cheapest path that meets the rules, with as many tracks between the ends as a bisection finds one with;
   * `undefined` where none is found.
   */
  *find(conditions: PathConditions): SlicedWork<FoundMix | undefined> {
    let failed = this.maxCount + 1;
    for (let count = this.maxCount; ; count = Math.floor(count / 2)) {
      const last = yield* this.#pathOf(count, conditions);
      if (last !== undefined) return yield* this.#longest({ last, count }, failed, conditions);
      failed = count;
      if (count === 0) return undefined;
    }
  }

  /** Returns a path with more tracks than one that was found, and fewer than none was found with; else that one. */
  *#longest(found: FoundMix, failed: number, conditions: PathConditions): SlicedWork<FoundMix> {
    let [longest, tooMany] = [found, failed];
    while (tooMany - longest.count > 1) {
      const count = Math.floor((longest.count + tooMany) / 2);
      const last = yield* this.#pathOf(count, conditions);
      if (last === undefined) tooMany = count;
      else longest = { last, count };
    }
    return longest;
  }

  /** Returns the cheapest path with a number of tracks between the ends; `undefined` where none is found. */
  *#pathOf(count: number, conditions: PathConditions): SlicedWork<PartialMix | undefined> {
    const { table, wanted, line } = this.needs;
    const { from, to, groups } = wanted;
    const last = mixEndOf(to, groups, line.end, line.length);
    let paths: readonly PartialMix[] = [
      { candidate: mixEndOf(from, groups, line.beginning, 0), cost: 0, breach: 0 },
    ];
    const meets = (one: MixCandidate, other: MixCandidate): boolean =>
      meetsStepRules(conditions.rules, one, other);
    // Nothing can stand between the ends that the client chose, so they may be near-duplicates.
    if (count === 0) return pathsTo(last, paths, meets, conditions)[0];
    const isStep = (one: MixCandidate, other: MixCandidate): boolean =>
      meets(one, other) && !areNearDuplicates(one.measured, other.measured);
    for (let position = 1; position <= count; position += 1) {
      const target = (line.length * position) / (count + 1);
      const near = yield* candidatesAt(table, line, target, wanted);
      const longer: PartialMix[] = [];
      for (const track of near) {
        longer.push(
          ...pathsTo(mixCandidateOf(track, table, line, groups), paths, isStep, conditions),
        );
        yield;
      }
      if (longer.length === 0) return undefined;
      paths = longer;
    }
    return pathsTo(last, paths, isStep, conditions)[0];
  }
}

/** Returns the groups of which no recording stands between the ends: those of the ends, and those that are excluded. */
const excludedGroups = ({ from, to, excluded = [], groups }: WantedMix): ReadonlySet<RecordingId> =>
  new Set([from.recordingId, to.recordingId, ...excluded].map((id) => groups.groupOf(id)));

/** Counts the groups to choose from, up to as many as stand between the ends. */
function countGroups(table: SoundTable, { squaredOffset }: MixLine, wanted: WantedMix): number {
  const excluded = excludedGroups(wanted);
  const enough = wanted.length - 2;
  const found = new Set<RecordingId>();
  for (let slot = 0; slot < table.size && found.size < enough; slot += 1) {
    if (Number.isNaN(squaredOffset[slot])) continue;
    const group = wanted.groups.groupOf(table.recordingIdAt(slot));
    if (!excluded.has(group)) found.add(group);
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
  const excluded = excludedGroups(wanted);
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

/**
 * Returns the best paths to a candidate, best first, earlier ones first where they are equal: those with the smallest breach,
 * and of these the cheapest.
 */
function pathsTo(
  candidate: MixCandidate,
  paths: readonly PartialMix[],
  isStep: (one: MixCandidate, other: MixCandidate) => boolean,
  { rules: { artistSpacing }, breachOf }: PathConditions,
): readonly PartialMix[] {
  const best: PartialMix[] = [];
  let step = Infinity;
  let stepFrom: MixCandidate | undefined;
  let isAllowed: boolean | undefined;
  for (const before of paths) {
    if (before.candidate !== stepFrom) {
      stepFrom = before.candidate;
      step = stepCost(stepFrom, candidate);
      if (artistSpacing === null && isOfArtist(before, candidate, 1)) step += SAME_ARTIST_COST;
      isAllowed = undefined;
    }
    const cost = before.cost + step + candidate.offset;
    const breach = breachOf?.(before, candidate) ?? 0;
    const worst = best.length < PATHS_PER_CANDIDATE ? undefined : best.at(-1);
    if (worst !== undefined && (breach - worst.breach || cost - worst.cost) >= 0) continue;
    if (uses(before, candidate)) continue;
    // Asked only of steps that would be taken, because it takes longer than their cost.
    isAllowed ??= isStep(stepFrom, candidate);
    if (!isAllowed || isOfArtist(before, candidate, artistSpacing ?? 0)) continue;
    const behind = best.findIndex((other) => (other.breach - breach || other.cost - cost) > 0);
    best.splice(behind < 0 ? best.length : behind, 0, { candidate, cost, breach, before });
    if (best.length > PATHS_PER_CANDIDATE) best.pop();
  }
  return best;
}

/** Returns whether a path has a track of a candidate's group behind its first one; the ends may be of one group. */
function uses(path: PartialMix, { group }: MixCandidate): boolean {
  for (let at = path; at.before !== undefined; at = at.before) {
    if (at.candidate.group === group) return true;
  }
  return false;
}

/** Returns whether one of the last tracks of a path, at most `spacing`, is of a candidate's artist. */
const isOfArtist = (path: PartialMix, candidate: MixCandidate, spacing: number): boolean =>
  tracksSinceArtist(path, candidate, spacing) < spacing;

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
