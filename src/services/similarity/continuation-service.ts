import type { AnalysisValues } from "../../domain/analysis/analysis.js";
import { musicByDefault, type TrackFilter } from "../../domain/catalogue/catalogue-query.js";
import { defaultCollapse, type Collapse } from "../../domain/catalogue/collapse.js";
import type {
  Continuation,
  ContinuedTrack,
  LibrarySeeds,
} from "../../domain/catalogue/continuation.js";
import type { FieldWeights } from "../../domain/catalogue/similarity.js";
import { NothingToContinueError } from "../../domain/errors/not-found-errors.js";
import { comparedTitleOf } from "../../domain/list-import/compared-title.js";
import { foldText } from "../../domain/track/folded-text.js";
import type { TrackRef } from "../../domain/track/track-ref.js";
import { spendAwaiting, type WorkBudget } from "../../domain/work-budget.js";
import type { AnalysisStore } from "../../ports/analysis/analysis-store.js";
import type { SoundCatalogue } from "../../ports/analysis/sound-catalogue.js";
import type { Clock } from "../../ports/runtime/clock.js";
import type { PerformanceService } from "../performances/performance-service.js";
import type { TrackService } from "../search/track-service.js";
import { comparedValuesOf, type AnalysedTracks } from "./analysed-tracks.js";
import { continuedSteps, type StepNames } from "./continued-steps.js";
import { continuationCandidates, drawnCandidates } from "./continued-tracks.js";
import { closenessFrom } from "./nearest-tracks.js";
import { roundedToFourDecimals } from "./similarity-reasons.js";
import { stepTrackOf } from "./step-rules.js";

/** Favourites, or tracks that were played last, that become seeds. */
const LIBRARY_SEEDS = 10;

/** Analyses that are read before other work runs: a few milliseconds. */
const ANALYSES_AT_ONCE = 50;

/** Which tracks of the library become seeds. */
const librarySeedsOf = {
  favourites: (chance: number) =>
    ({
      filter: { isFavourite: true },
      order: { field: "random", direction: "asc", seed: chance },
    }) as const,
  plays: () =>
    ({ filter: { isPlayed: true }, order: { field: "playedAt", direction: "desc" } }) as const,
} satisfies Record<LibrarySeeds, unknown>;

/** What the tracks of a continuation are chosen by, beside the continuation itself. */
interface ContinuationOptions {
  /** What they meet, music by default; seeds need not. */
  readonly filter?: TrackFilter | undefined;
  /** Which recordings count as one; those of one performance by default. */
  readonly collapse?: Collapse | undefined;
  readonly budget?: WorkBudget | undefined;
}

/** Finds what is heard next: tracks that sound like some, in an order that can be listened to. */
export class ContinuationService {
  constructor(
    private readonly needs: {
      readonly catalogue: SoundCatalogue;
      readonly store: AnalysisStore;
      readonly analysed: AnalysedTracks;
      readonly tracks: TrackService;
      readonly performances: Pick<PerformanceService, "groupsBy">;
      readonly clock: Pick<Clock, "sleep">;
    },
  ) {}

  /**
   * Returns the tracks that follow, in their order; fewer than wanted where no other meets the rules, perhaps none.
   *
   * @throws {NothingToContinueError} the library has no favourites, or nothing that was played, where only these are asked for
   * @throws {AnalysisNotFoundError} a seed, or a track to be unlike, is known, but has not been analysed
   * @throws {TrackNotFoundError} its key is unknown
   * @throws what `WorkBudget.begin` throws
   */
  async continue(
    { exploration, chance, rules, count, ...continuation }: Continuation,
    weights: FieldWeights,
    { filter, collapse = defaultCollapse.compared, budget }: ContinuationOptions = {},
  ): Promise<readonly ContinuedTrack[]> {
    const { unlike, from } = continuation;
    const { analysed, catalogue, performances } = this.needs;
    const found = await this.#seedsOf(from, chance, budget);
    const seeds = await analysed.getMany([...new Set([...continuation.seeds, ...found])]);
    if (seeds.length === 0) throw new NothingToContinueError(from);
    const unwanted = await analysed.getMany(unlike);
    const groups = await performances.groupsBy(collapse);
    const before = continuation.heard.length > 0 ? continuation.heard : continuation.seeds;
    const heard = (await this.#read(before, budget)).filter((one) => one !== undefined);
    const excluded = heard.map(({ recordingId }) => recordingId);
    const candidates = await catalogue.readInSlices(
      (table, among) =>
        continuationCandidates(table, {
          ...{ seeds, unlike: unwanted, excluded, weights, count, among, groups },
        }),
      { filter: musicByDefault(filter), budget },
    );
    const steps = await continuedSteps(drawnCandidates(candidates, { exploration, chance }), {
      heard: heard.map((analysis) => ({
        ...stepTrackOf(comparedValuesOf(analysis)),
        ...stepNamesOf(analysis),
      })),
      ...{ rules, count },
      readNames: async (some) => {
        const read = await this.#read(
          some.map(({ recordingId }) => recordingId),
          budget,
        );
        return read.map((analysis) => analysis && stepNamesOf(analysis));
      },
    });
    const tracks = await spendAwaiting(budget?.begun(), () =>
      this.needs.tracks.findMany(steps.map(({ recordingId }) => recordingId)),
    );
    return steps.flatMap(({ seed, squaredDistance }, index) => {
      const track = tracks[index];
      const similarity = roundedToFourDecimals(closenessFrom(squaredDistance));
      return track ? [{ track, like: seed, similarity }] : [];
    });
  }

  /** Returns what of the library becomes seeds. */
  async #seedsOf(
    from: readonly LibrarySeeds[],
    chance: number,
    budget: WorkBudget | undefined,
  ): Promise<readonly TrackRef[]> {
    const refs: TrackRef[] = [];
    for (const one of from) {
      const listed = librarySeedsOf[one](chance);
      const page = await this.needs.store.list({ ...listed, first: LIBRARY_SEEDS }, budget);
      refs.push(...page.items.map(({ recordingId }) => recordingId));
    }
    return refs;
  }

  /** Reads what tables have of analyses, and lets other work run in between; `undefined` for tracks without one. */
  async #read(
    refs: readonly TrackRef[],
    budget: WorkBudget | undefined,
  ): Promise<readonly (AnalysisValues | undefined)[]> {
    const analyses: (AnalysisValues | undefined)[] = [];
    for (let start = 0; start < refs.length; start += ANALYSES_AT_ONCE) {
      const some = refs.slice(start, start + ANALYSES_AT_ONCE);
      analyses.push(
        ...(await spendAwaiting(budget?.begun(), () => this.needs.store.findValues(some))),
      );
      await this.needs.clock.sleep(0);
    }
    return analyses;
  }
}

/** Returns the names of a track, as the rules of steps compare them. */
function stepNamesOf({ artist, trackName, release }: AnalysisValues): StepNames {
  const { album, albumArtist = "" } = release ?? {};
  return {
    album: album === undefined ? "" : foldText(`${albumArtist} ${album}`),
    title: comparedTitleOf(trackName, artist).main,
  };
}
