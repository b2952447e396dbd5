import { compareTexts } from "../../domain/compare-texts.js";
import type { AnalysisValues } from "../../domain/analysis/analysis.js";
import { defaultCollapse } from "../../domain/catalogue/collapse.js";
import { parseOrder } from "../../domain/catalogue/filter-texts.js";
import { passesFilter } from "../../domain/catalogue/passes-filter.js";
import { parseSimilarityWeights } from "../../domain/catalogue/similarity.js";
import { storedTrackFilter } from "../../domain/catalogue/track-filter.js";
import { musicByDefault, type TrackOrder } from "../../domain/catalogue/catalogue-query.js";
import { anyStep } from "../../domain/catalogue/mix-path.js";
import { artistsApart } from "../../domain/playlist/artists-apart.js";
import {
  areArtistsApart,
  MAX_PLAYLIST_LENGTH,
  type PlaylistRecipe,
} from "../../domain/playlist/playlist.js";
import { firstOfGroups } from "../../domain/fingerprint/performance-groups.js";
import type { TrackSelection } from "../../domain/export/track-selection.js";
import type { RecordingId } from "../../domain/track/recording-id.js";
import type { Track } from "../../domain/track/track.js";
import { refOf, type TrackRef } from "../../domain/track/track-ref.js";
import type { WorkBudget } from "../../domain/work-budget.js";
import type { AnalysisStore } from "../../ports/analysis/analysis-store.js";
import type { Clock } from "../../ports/runtime/clock.js";
import { positionOf } from "../../domain/catalogue/order-position.js";
import type { SelectedAnalyses } from "../export/selected-analyses.js";
import type { PerformanceService } from "../performances/performance-service.js";
import type { MixPathService } from "../similarity/mix-path-service.js";
import type { SimilarityService } from "../similarity/similarity-service.js";

/** What leads to a track of a playlist. */
type FoundTrack = Pick<Track, "artist" | "recordingId" | "trackKey">;

/** Analyses that are read at once: some 10 ms. */
const PAGE_SIZE = 100;

/** Finds the tracks that a recipe yields now, and lets other work run between its steps. */
export class PlaylistTracks {
  constructor(
    private readonly needs: {
      readonly store: AnalysisStore;
      readonly selected: SelectedAnalyses;
      readonly similarity: SimilarityService;
      readonly mixPaths: MixPathService;
      readonly performances: Pick<PerformanceService, "groupsBy">;
      readonly clock: Pick<Clock, "sleep">;
    },
  ) {}

  /**
   * Returns the keys of the tracks, in order; may be empty.
   *
   * @throws {AnalysisNotFoundError} a seed or an end of a path has no analysis any more
   * @throws {TrackNotFoundError} its key is unknown
   * @throws {InvalidInputError} both ends of a path are the same recording
   * @throws what `WorkBudget.begin` throws
   */
  async find(recipe: PlaylistRecipe, budget?: WorkBudget): Promise<readonly TrackRef[]> {
    const excluded = new Set<TrackRef | undefined>(recipe.exclude);
    const found =
      recipe.path !== null
        ? await this.#alongPath(recipe.path, recipe, budget)
        : recipe.seeds.length > 0
          ? await this.#likeSeeds(recipe, budget)
          : await this.#passing(recipe, budget);
    const kept = found
      .filter(({ trackKey, recordingId }) => !excluded.has(trackKey) && !excluded.has(recordingId))
      .slice(0, recipe.length);
    const areApart = recipe.path === null && areArtistsApart(recipe);
    await this.needs.clock.sleep(0);
    return (areApart ? artistsApart(kept) : kept).map(refOf);
  }

  async #alongPath(
    { from, to }: NonNullable<PlaylistRecipe["path"]>,
    { length, spreadArtists }: PlaylistRecipe,
    budget: WorkBudget | undefined,
  ): Promise<readonly FoundTrack[]> {
    const rules = { ...anyStep, ...(spreadArtists === false && { artistSpacing: 0 }) };
    const { steps } = await this.needs.mixPaths.create(from, to, length, { rules, budget });
    return steps.map(({ track }) => track);
  }

  async #passing(
    { filter, order, length, exclude }: PlaylistRecipe,
    budget: WorkBudget | undefined,
  ): Promise<FoundTrack[]> {
    const found: FoundTrack[] = [];
    const selection = {
      kind: "filter",
      filter: musicByDefault(storedTrackFilter(filter)),
      order: parseOrder(order ?? undefined),
      limit: length + exclude.length,
    } as const;
    for await (const page of this.#pages(selection, budget)) found.push(...page);
    return found;
  }

  /**
   * Returns the tracks that sound like a seed, closest first or in the order, one of each performance, without
   * those of the seeds.
   */
  async #likeSeeds(
    { seeds, filter, order, length, exclude }: PlaylistRecipe,
    budget: WorkBudget | undefined,
  ): Promise<readonly FoundTrack[]> {
    const closeness = new Map<RecordingId, number>();
    const conditions = musicByDefault(storedTrackFilter(filter));
    const { kind = "any", presence = "present" } = conditions;
    for (const seed of seeds) {
      const similar = await this.needs.similarity.findNearest(
        seed,
        MAX_PLAYLIST_LENGTH,
        parseSimilarityWeights(),
        { filter: { kind, presence }, budget },
      );
      for (const { recordingId, similarity } of similar) {
        closeness.set(recordingId, Math.max(similarity, closeness.get(recordingId) ?? 0));
      }
      await this.needs.clock.sleep(0);
    }
    const closest = [...closeness].sort(
      ([one, a], [other, b]) => b - a || (one < other ? -1 : one > other ? 1 : 0),
    );
    const trackKeys = closest.map(([recordingId]) => recordingId);
    const [groups, known] = await Promise.all([
      this.needs.performances.groupsBy(defaultCollapse.compared),
      this.needs.store.findMany(seeds),
    ]);
    const seedIds = known.flatMap((seed) => seed?.recordingId ?? []);
    const passing: AnalysisValues[] = [];
    let found: readonly AnalysisValues[] = [];
    for await (const page of this.#pages({ kind: "tracks", trackKeys }, budget)) {
      passing.push(...page.filter((analysis) => passesFilter(analysis, conditions)));
      found = firstOfGroups(passing, groups, seedIds);
      // Those behind are less similar; another order needs them all.
      if (order === null && found.length >= length + exclude.length) break;
    }
    return order === null ? found : [...found].sort(comparatorOf(parseOrder(order)));
  }

  /** Reads analyses a page at a time, and lets other work run in between. */
  async *#pages(
    selection: TrackSelection,
    budget: WorkBudget | undefined,
  ): AsyncGenerator<readonly AnalysisValues[]> {
    for await (const page of this.needs.selected.pages(selection, { size: PAGE_SIZE, budget })) {
      yield page;
      await this.needs.clock.sleep(0);
    }
  }
}

/** Compares analyses as the catalogue orders them: absent values last, ties by the id of the recording. */
function comparatorOf(order: TrackOrder): (one: AnalysisValues, other: AnalysisValues) => number {
  const sign = order.direction === "desc" ? -1 : 1;
  return (one, other) => {
    const [a, b] = [positionOf(one, order), positionOf(other, order)];
    if (a.value === b.value || a.value === null || b.value === null) {
      const absent = Number(a.value === null) - Number(b.value === null);
      return absent || compareTexts(a.id, b.id);
    }
    return a.value < b.value ? -sign : sign;
  };
}
