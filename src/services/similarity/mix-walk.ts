import type { MeasuredTrack } from "../../domain/catalogue/measured-track.js";
import {
  mixRuleNames,
  type MixRuleName,
  type MixRules,
  type UnmetMixRule,
} from "../../domain/catalogue/mix-path.js";
import {
  unmetLength,
  unmetMixRule,
  type BrokenMixRule,
} from "../../domain/catalogue/unmet-mix-rule.js";
import type { SlicedWork, SoundTable } from "../../ports/analysis/sound-catalogue.js";
import { mixRuleMeasures } from "./mix-rule-measures.js";
import { MixSearch, type FoundMix, type WantedMix } from "./mix-search.js";
import { candidatesOf } from "./partial-mix.js";

/** A track of a walk. */
export interface WalkedTrack {
  readonly measured: MeasuredTrack;
  /** Position along the line, [0, 1]. */
  readonly progress: number;
}

/** The tracks of a mix. */
export interface WalkedMix {
  /** From one end to the other, both included. */
  readonly tracks: readonly WalkedTrack[];
  /** The length and the rules that it misses, because no path was found that meets all. */
  readonly unmet: readonly UnmetMixRule[];
}

/** A path, and the rules that it breaks. */
interface NearestMix {
  readonly path: FoundMix;
  readonly unmet: readonly BrokenMixRule[];
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
 * There are fewer tracks than wanted where the table has too few between the ends, or where no longer
 * path that meets the rules is found. If none is found at all, rules are given up: as few as possible, in the order of `mixRuleNames`, and no more of each than any
 * path needs. The rules are those of single steps, so it may miss a path through tracks that are no
 * candidates.
 *
 * Source: L. R. Rabiner, "A Tutorial on Hidden Markov Models", Proc. IEEE 77(2), 1989, section
 * III.B; the list of several paths is N. Seshadri and C.-E. W. Sundberg, "List Viterbi Decoding
 * Algorithms with Applications", IEEE Trans. Communications 42, 1994.
 */
export function* walkMix(table: SoundTable, wanted: WantedMix): SlicedWork<WalkedMix> {
  const search = yield* MixSearch.begin(table, wanted);
  const whole = yield* search.find({ rules: wanted.rules });
  const nearest: NearestMix | undefined = whole
    ? { path: whole, unmet: [] }
    : yield* nearestMix(search, wanted.rules);
  const candidates = candidatesOf(nearest?.path.last);
  const found = candidates.length;
  const isShort = found < wanted.length;
  return {
    tracks: candidates.map(({ measured, along }, index) => ({
      measured,
      progress: progressOf(along, search.length, index / (candidates.length - 1)),
    })),
    unmet: [
      ...(isShort ? [unmetLength(wanted.length, found, search.maxCount)] : []),
      ...(nearest?.unmet ?? []).map((rule) => unmetMixRule(rule, found)),
    ],
  };
}

/** Returns a path that breaks as few rules as possible; without any rule, the step from end to end is one. */
function* nearestMix(search: MixSearch, rules: MixRules): SlicedWork<NearestMix | undefined> {
  const asked = mixRuleNames.filter((rule) => mixRuleMeasures[rule].askedBy(rules) !== null);
  for (const given of subsetsOf(asked)) {
    const nearest = yield* mixWithout(given, search, rules);
    if (nearest !== undefined) return nearest;
  }
  return undefined;
}

/**
 * Returns a path that breaks the `given` rules as little as possible and meets all others; `undefined` where none is found.
 *
 * The given rules are relaxed one after the other, the most important one first. Each search finds the smallest breach of one
 * rule; the rule is then held at that value while the next one is searched. A rule whose breach is a number of steps comes
 * last, because a search cannot hold a number of steps.
 */
function* mixWithout(
  given: readonly MixRuleName[],
  search: MixSearch,
  rules: MixRules,
): SlicedWork<NearestMix | undefined> {
  const inTurn = [...given]
    .reverse()
    .map((rule) => ({ rule, ...mixRuleMeasures[rule], asked: askedOf(rule, rules) }))
    .sort((one, other) => Number(one.isCounted) - Number(other.isCounted));
  let held = inTurn.reduce((rest, measure) => measure.with(rest, null), rules);
  let path: FoundMix | undefined;
  const unmet: NearestMix["unmet"][number][] = [];
  for (const { rule, asked, breachOf, found, with: changed } of inTurn) {
    path = yield* search.find({
      rules: held,
      breachOf: (before, candidate) => breachOf(before, candidate, asked),
    });
    if (path === undefined) return undefined;
    const { breach } = path.last;
    held = changed(held, found(breach, asked));
    if (breach > 0) unmet.push({ rule, asked, found: found(breach, asked) });
  }
  if (path === undefined) return undefined;
  if (inTurn.at(-1)?.isCounted === true) return { path, unmet };
  // The search kept the breach small on every part of the path, which costs more than the breach of the whole path requires.
  const cheapest = yield* search.find({ rules: held });
  return { path: cheapest && cheapest.count >= path.count ? cheapest : path, unmet };
}

/** Returns the value that some rules have for one of them. */
const askedOf = (rule: MixRuleName, rules: MixRules): number =>
  mixRuleMeasures[rule].askedBy(rules) ?? 0;

/** Returns all subsets of some rules but the empty one: smaller ones first, and of one size those with earlier rules first. */
function subsetsOf(rules: readonly MixRuleName[]): readonly (readonly MixRuleName[])[] {
  const sets = Array.from({ length: 2 ** rules.length - 1 }, (_, number) =>
    rules.filter((_rule, place) => ((number + 1) >> place) % 2 === 1),
  );
  return sets.sort((one, other) => one.length - other.length);
}

/**
 * Returns the progress along the line; where the ends have the same position, it is counted in
 * tracks.
 */
function progressOf(along: number, length: number, byCount: number): number {
  return length > 0 ? Math.min(1, Math.max(0, along / length)) : byCount;
}
