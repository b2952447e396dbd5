import type { Analysis } from "../../domain/analysis/analysis.js";
import { parseOrder } from "../../domain/catalogue/filter-texts.js";
import { passesFilter } from "../../domain/catalogue/passes-filter.js";
import { parseSimilarityWeights } from "../../domain/catalogue/similarity.js";
import { parseTrackFilter } from "../../domain/catalogue/track-filter.js";
import type { TrackOrder } from "../../domain/catalogue/catalogue-query.js";
import { MAX_PLAYLIST_LENGTH, type PlaylistRecipe } from "../../domain/playlist/playlist.js";
import type { TrackKey } from "../../domain/track/track-key.js";
import type { AnalysisStore } from "../../ports/analysis/analysis-store.js";
import { positionOf } from "../catalogue/catalogue-service.js";
import type { SelectedAnalyses } from "../export/selected-analyses.js";
import type { MixPathService } from "../similarity/mix-path-service.js";
import type { SimilarityService } from "../similarity/similarity-service.js";

/** Analyses that are read at once. */
const PAGE_SIZE = 250;

/** Finds the tracks that a recipe yields now. */
export class PlaylistTracks {
  constructor(
    private readonly needs: {
      readonly store: AnalysisStore;
      readonly selected: SelectedAnalyses;
      readonly similarity: SimilarityService;
      readonly mixPaths: MixPathService;
    },
  ) {}

  /**
   * Returns the keys of the tracks, in order; may be empty.
   *
   * @throws {AnalysisNotFoundError} a seed or an end of a path has no analysis any more
   * @throws {TrackNotFoundError} its key is unknown
   * @throws {InvalidInputError} both ends of a path are the same recording
   */
  async find(recipe: PlaylistRecipe): Promise<readonly TrackKey[]> {
    const excluded = new Set(recipe.exclude);
    const keys =
      recipe.path !== null
        ? await this.#alongPath(recipe.path, recipe.length)
        : recipe.seeds.length > 0
          ? await this.#likeSeeds(recipe)
          : await this.#passing(recipe);
    return keys.filter((key) => !excluded.has(key)).slice(0, recipe.length);
  }

  async #alongPath(
    { from, to }: NonNullable<PlaylistRecipe["path"]>,
    length: number,
  ): Promise<readonly TrackKey[]> {
    const { steps } = await this.needs.mixPaths.create(from, to, length);
    return steps.map(({ track }) => track.trackKey);
  }

  async #passing({ filter, order, length, exclude }: PlaylistRecipe): Promise<TrackKey[]> {
    const keys: TrackKey[] = [];
    const selection = {
      kind: "filter",
      filter: parseTrackFilter(filter),
      order: parseOrder(order ?? undefined),
      limit: length + exclude.length,
    } as const;
    for await (const page of this.needs.selected.pages(selection, { size: PAGE_SIZE })) {
      keys.push(...page.map(({ trackKey }) => trackKey));
    }
    return keys;
  }

  /** Returns the tracks that sound like a seed, closest first or in the order, without the seeds. */
  async #likeSeeds({ seeds, filter, order }: PlaylistRecipe): Promise<readonly TrackKey[]> {
    const closeness = new Map<TrackKey, number>();
    for (const seed of seeds) {
      const similar = await this.needs.similarity.findSimilar(
        seed,
        MAX_PLAYLIST_LENGTH,
        parseSimilarityWeights(),
      );
      for (const { track, similarity } of similar) {
        closeness.set(track.trackKey, Math.max(similarity, closeness.get(track.trackKey) ?? 0));
      }
    }
    for (const seed of seeds) closeness.delete(seed);
    const closest = [...closeness].sort(
      ([one, a], [other, b]) => b - a || (one < other ? -1 : one > other ? 1 : 0),
    );
    const keys = closest.map(([key]) => key);
    const conditions = parseTrackFilter(filter);
    const found = (await this.needs.store.findMany(keys))
      .filter((analysis) => analysis !== undefined)
      .filter((analysis) => passesFilter(analysis, conditions));
    if (order !== null) found.sort(comparatorOf(parseOrder(order)));
    return found.map(({ trackKey }) => trackKey);
  }
}

/** Compares analyses as the catalogue orders them: absent values last, ties by track key. */
function comparatorOf(order: TrackOrder): (one: Analysis, other: Analysis) => number {
  const sign = order.direction === "desc" ? -1 : 1;
  return (one, other) => {
    const [a, b] = [positionOf(one, order), positionOf(other, order)];
    if (a.value === b.value || a.value === null || b.value === null) {
      const absent = Number(a.value === null) - Number(b.value === null);
      return absent !== 0 ? absent : a.trackKey < b.trackKey ? -1 : 1;
    }
    return a.value < b.value ? -sign : sign;
  };
}
