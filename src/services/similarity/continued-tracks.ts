import { compareTexts } from "../../domain/compare-texts.js";
import { firstBitsOf, randomPlace } from "../../domain/catalogue/random-order.js";
import type { FieldWeights } from "../../domain/catalogue/similarity.js";
import type { MeasuredTrack } from "../../domain/catalogue/measured-track.js";
import type { PerformanceGroups } from "../../domain/fingerprint/performance-groups.js";
import type { RecordingId } from "../../domain/track/recording-id.js";
import type { SlicedWork, SoundTable } from "../../ports/analysis/sound-catalogue.js";
import { nearestTracks, squaredDistanceBetween } from "./nearest-tracks.js";
import { SampledDistances } from "./sampled-distances.js";
import { stepTrackOf, type StepTrack } from "./step-rules.js";

/** How many of the tracks nearest to the seeds are candidates, for each track that is wanted. */
const NEAREST_PER_TRACK = 6;

/** The minimum number of candidates of each seed: the rules of steps would soon leave none of fewer. */
const MIN_NEAREST = 120;

/** The weight of the scaled distance to the nearest unwanted track: the larger it is, the farther in front is a candidate. */
const UNLIKE_WEIGHT = 0.5;

/** The temperature of the draw where exploration is 1, as a share of the number of candidates: about the mean rank of the first that is drawn. */
const WIDEST_SHARE = 0.4;

/** The range of the places of a random order. */
const PLACES = 2 ** 32;

/** A track that may follow. */
export interface ContinuationCandidate extends StepTrack {
  readonly recordingId: RecordingId;
  /** The seed that it sounds most like. */
  readonly seed: RecordingId;
  /** From the seed. */
  readonly squaredDistance: number;
}

/** What candidates are found by. */
interface CandidateSearch {
  /** At least one. */
  readonly seeds: readonly MeasuredTrack[];
  readonly unlike: readonly MeasuredTrack[];
  /** Recordings that are no candidates, nor are others of their groups. */
  readonly excluded: readonly RecordingId[];
  readonly weights: FieldWeights;
  readonly count: number;
  readonly among: Uint32Array | undefined;
  readonly groups: Pick<PerformanceGroups, "groupOf">;
}

/** A candidate in the table. */
interface PlacedSlot {
  readonly slot: number;
  readonly seed: RecordingId;
  readonly squaredDistance: number;
  /** Its scaled distance from the seed, as `SampledDistances.between` returns it: smaller for nearer candidates. */
  readonly place: number;
}

/**
 * Finds, in slices, the tracks that may follow, the one that sounds most like a seed first: one of each group, and none that
 * sounds more like an unwanted track than like any seed. Distances are those of `SampledDistances`.
 */
export function* continuationCandidates(
  table: SoundTable,
  search: CandidateSearch,
): SlicedWork<readonly ContinuationCandidate[]> {
  const distances = new SampledDistances(table, search.weights);
  const placed: PlacedSlot[] = [];
  for (const near of (yield* nearestToSeeds(table, search, distances)).values()) {
    const place = yield* placeAmongUnwanted(table, search, distances, near);
    if (place !== undefined) placed.push({ ...near, place });
    yield;
  }
  const idOf = ({ slot }: PlacedSlot): RecordingId => table.recordingIdAt(slot);
  placed.sort((one, other) => one.place - other.place || compareTexts(idOf(one), idOf(other)));
  const candidates: ContinuationCandidate[] = [];
  for (const { slot, seed, squaredDistance } of placed) {
    yield;
    const measured = table.measuredAt(slot);
    const { recordingId } = measured;
    candidates.push({ ...stepTrackOf(measured), recordingId, seed, squaredDistance });
  }
  return candidates;
}

/** Finds the track of each group that is nearest to a seed, without the groups of the seeds and those that are excluded. */
function* nearestToSeeds(
  table: SoundTable,
  { seeds, excluded, weights, count, among, groups }: CandidateSearch,
  distances: SampledDistances,
): SlicedWork<ReadonlyMap<RecordingId, PlacedSlot>> {
  const max = Math.max(MIN_NEAREST, Math.ceil((NEAREST_PER_TRACK * count) / seeds.length));
  const left = new Set(
    [...excluded, ...seeds.map(({ recordingId }) => recordingId)].map((id) => groups.groupOf(id)),
  );
  const best = new Map<RecordingId, PlacedSlot>();
  for (const seed of seeds) {
    const nearest = yield* nearestTracks(table, seed, weights, max, { among, groups });
    for (const { slot, squaredDistance, recordingId } of nearest) {
      const group = groups.groupOf(recordingId);
      if (left.has(group)) continue;
      const place = yield* distances.between(seed, table.measuredAt(slot), squaredDistance);
      if (place < (best.get(group)?.place ?? Infinity)) {
        best.set(group, { slot, seed: seed.recordingId, squaredDistance, place });
      }
      yield;
    }
  }
  return best;
}

/**
 * Returns the place of a candidate, which is farther back the nearer an unwanted track is; `undefined` where an unwanted track is
 * nearer to it than any seed is.
 */
function* placeAmongUnwanted(
  table: SoundTable,
  { unlike, weights }: CandidateSearch,
  distances: SampledDistances,
  { slot, place }: PlacedSlot,
): SlicedWork<number | undefined> {
  if (unlike.length === 0) return place;
  const measured = table.measuredAt(slot);
  let nearest = Infinity;
  for (const other of unlike) {
    const squaredDistance = squaredDistanceBetween(table, other, measured, weights);
    if (Number.isNaN(squaredDistance)) continue;
    nearest = Math.min(nearest, yield* distances.between(other, measured, squaredDistance));
  }
  if (nearest === Infinity) return place;
  return nearest <= place ? undefined : place - UNLIKE_WEIGHT * nearest;
}

/**
 * Returns candidates in a random order, in which near ones tend to stay in front; in the given order where exploration is 0.
 *
 * The place of each is its rank, divided by a temperature, plus noise of Gumbel's distribution: so the first of them is drawn with
 * a probability that falls exponentially with the rank, the second of the others likewise, and so on.
 *
 * Source: W. Kool, H. van Hoof and M. Welling, "Stochastic Beams and Where to Find Them: The Gumbel-Top-k Trick", ICML 2019.
 *
 * @param exploration [0, 1]
 */
export function drawnCandidates(
  candidates: readonly ContinuationCandidate[],
  { exploration, chance }: { readonly exploration: number; readonly chance: number },
): readonly ContinuationCandidate[] {
  const temperature = exploration * WIDEST_SHARE * candidates.length;
  if (temperature === 0) return candidates;
  return candidates
    .map((candidate, rank) => {
      const share = (randomPlace(firstBitsOf(candidate.recordingId), chance) + 0.5) / PLACES;
      return { candidate, place: rank / temperature + Math.log(-Math.log(share)) };
    })
    .sort((one, other) => one.place - other.place)
    .map(({ candidate }) => candidate);
}
