import { durationMsOf } from "../../domain/analysis/analysis-data.js";
import { valueOf, type Analysis } from "../../domain/analysis/analysis.js";
import { defaultCollapse } from "../../domain/catalogue/collapse.js";
import {
  defaultOrder,
  type MeasuredField,
  type TrackFilter,
} from "../../domain/catalogue/catalogue-query.js";
import {
  parseSimilarityWeights,
  MAX_SIMILAR_COUNT,
  similarityFields,
  type SimilarTrack,
} from "../../domain/catalogue/similarity.js";
import { coordinateFrom, shapeOf } from "../../domain/catalogue/sound-coordinates.js";
import {
  firstOfGroups,
  type PerformanceGroups,
} from "../../domain/fingerprint/performance-groups.js";
import { refOf, type TrackRef } from "../../domain/track/track-ref.js";
import type { Track } from "../../domain/track/track.js";
import type { WorkBudget } from "../../domain/work-budget.js";
import type { AnalysisStore } from "../../ports/analysis/analysis-store.js";
import type { PerformanceService } from "../performances/performance-service.js";
import { squaredDifference } from "../similarity/nearest-tracks.js";
import type { SimilarityService } from "../similarity/similarity-service.js";

/** What recommended tracks shall be like. */
interface RecommendationRequest {
  /** Analysed tracks, at least one. */
  readonly seeds: readonly Analysis[];
  /** Maximum number of tracks, 1..100. */
  readonly count: number;
  readonly filter: TrackFilter;
  /** Values that tracks shall come close to. */
  readonly targets: ReadonlyMap<MeasuredField, number>;
  readonly budget: WorkBudget;
}

type FilteredWork = Pick<RecommendationRequest, "filter" | "budget">;

/** Recommended tracks, and among how many they were chosen. */
interface Recommendations {
  readonly tracks: readonly Track[];
  readonly analysedCount: number;
  /** The number of analysed tracks that pass the filter. */
  readonly passingCount: number;
}

/** The difference of a track without the value from a target, squared standard deviations. */
const ABSENT_DIFFERENCE = 9;

/** Standard deviation of the length of tracks, a choice, milliseconds. */
const LENGTH_DEVIATION = 60_000;

/** Recommends tracks that sound like others and come close to given values. */
export class RecommendationService {
  constructor(
    private readonly needs: {
      readonly similarity: SimilarityService;
      readonly store: AnalysisStore;
      readonly performances: Pick<PerformanceService, "groupsBy">;
    },
  ) {}

  /**
   * Returns the tracks that sound most similar to any of the seeds, one per performance, without those of
   * the seeds; of the hundred nearest to each seed, those that come closest to the targets first where
   * there are any, else the most similar ones.
   *
   * @throws what `WorkBudget.begin` throws
   */
  async recommend(request: RecommendationRequest): Promise<Recommendations> {
    const { seeds, count, targets } = request;
    const poolSize = targets.size > 0 ? MAX_SIMILAR_COUNT : count;
    const [groups, analysedCount, passingCount, ...near] = await Promise.all([
      this.needs.performances.groupsBy(defaultCollapse.compared),
      this.#countOf({ ...request, filter: {} }),
      this.#countOf(request),
      ...seeds.map(({ recordingId }) => this.#near(recordingId, poolSize, request)),
    ]);
    const similar = mostSimilar(near.flat(), seeds, groups);
    const ordered = targets.size > 0 ? await this.#byTargets(similar, targets) : similar;
    return { tracks: ordered.slice(0, count), analysedCount, passingCount };
  }

  async #countOf({ filter, budget }: FilteredWork): Promise<number> {
    const page = await this.needs.store.list({ filter, order: defaultOrder, first: 1 }, budget);
    return page.totalCount;
  }

  /** The seeds are found again, and are left out: one per seed more than asked for. */
  #near(
    ref: TrackRef,
    count: number,
    { filter, budget }: FilteredWork,
  ): Promise<readonly SimilarTrack[]> {
    const first = Math.min(count + MAX_SEEDS, MAX_SIMILAR_COUNT);
    return this.needs.similarity.findSimilar(ref, first, parseSimilarityWeights(), {
      filter,
      budget,
    });
  }

  async #byTargets(
    tracks: readonly Track[],
    targets: ReadonlyMap<MeasuredField, number>,
  ): Promise<readonly Track[]> {
    const analyses = await this.needs.store.findMany(tracks.map(refOf));
    return tracks
      .map((track, index) => ({ track, distance: distanceTo(targets, analyses[index]) }))
      .sort((one, other) => one.distance - other.distance)
      .map(({ track }) => track);
  }
}

/** Maximum number of seeds of a request. */
export const MAX_SEEDS = 5;

/** Returns tracks, most similar to any of the seeds first, one of each group, without those of the seeds. */
function mostSimilar(
  near: readonly SimilarTrack[],
  seeds: readonly Analysis[],
  groups: PerformanceGroups,
): readonly Track[] {
  const sorted = [...near].sort((one, other) => other.similarity - one.similarity);
  const seedIds = seeds.map(({ recordingId }) => recordingId);
  return firstOfGroups(
    sorted.map(({ track }) => track),
    groups,
    seedIds,
  );
}

/** Returns the mean difference of an analysis from the targets, squared standard deviations. */
function distanceTo(
  targets: ReadonlyMap<MeasuredField, number>,
  analysis: Analysis | undefined,
): number {
  if (!analysis) return Infinity;
  let total = 0;
  for (const [field, target] of targets) total += differenceFrom(target, field, analysis);
  return total / targets.size;
}

function differenceFrom(target: number, field: MeasuredField, analysis: Analysis): number {
  const value = field === "durationMs" ? durationMsOf(analysis) : valueOf(analysis, field);
  if (value === null) return ABSENT_DIFFERENCE;
  const compared = similarityFields.find((known) => known === field);
  if (compared === undefined) {
    const deviations = (value - target) / (field === "durationMs" ? LENGTH_DEVIATION : 1);
    return Math.min(ABSENT_DIFFERENCE, deviations * deviations);
  }
  const mode = valueOf(analysis, "mode") ?? NaN;
  const difference = squaredDifference(
    compared,
    coordinateFrom(compared, value, mode),
    coordinateFrom(compared, target, mode),
    shapeOf(compared).defaultStandardDeviation,
  );
  return Number.isNaN(difference) ? ABSENT_DIFFERENCE : difference;
}
