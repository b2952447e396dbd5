import { musicByDefault, type TrackFilter } from "../../domain/catalogue/catalogue-query.js";
import { defaultCollapse, type Collapse } from "../../domain/catalogue/collapse.js";
import type {
  Continuation,
  ContinuedTrack,
  LibrarySeeds,
} from "../../domain/catalogue/continuation.js";
import type { FieldWeights } from "../../domain/catalogue/similarity.js";
import type { MeasuredTrack } from "../../domain/catalogue/measured-track.js";
import { NothingToContinueError } from "../../domain/errors/not-found-errors.js";
import { comparedTitleOf } from "../../domain/list-import/compared-title.js";
import { foldText } from "../../domain/track/folded-text.js";
import type { Track } from "../../domain/track/track.js";
import type { TrackRef } from "../../domain/track/track-ref.js";
import { spendAwaiting, type WorkBudget } from "../../domain/work-budget.js";
import type { AnalysisStore } from "../../ports/analysis/analysis-store.js";
import type { SoundCatalogue } from "../../ports/analysis/sound-catalogue.js";
import type { PerformanceService } from "../performances/performance-service.js";
import type { TrackService } from "../search/track-service.js";
import type { AnalysedTracks } from "./analysed-tracks.js";
import {
  continuationCandidates,
  drawnCandidates,
  stepsThrough,
  type ContinuationCandidate,
  type StepTrack,
} from "./continued-tracks.js";
import { closenessFrom } from "./nearest-tracks.js";
import { roundedToFourDecimals } from "./similarity-reasons.js";

/** Favourites, or tracks that were played last, that become seeds. */
const LIBRARY_SEEDS = 10;

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
    const { unlike, from, heard } = continuation;
    const found = await this.#seedsOf(from, chance, budget);
    const seeds = await this.#analysed([...new Set([...continuation.seeds, ...found])]);
    if (seeds.length === 0) throw new NothingToContinueError(from);
    const [unwanted, before, groups] = await Promise.all([
      this.#analysed(unlike),
      this.#heardOf(heard, continuation.seeds),
      this.needs.performances.groupsBy(collapse),
    ]);
    const excluded = before.map(({ measured }) => measured.recordingId);
    const candidates = await this.needs.catalogue.readInSlices(
      (table, among) =>
        continuationCandidates(table, {
          ...{ seeds, unlike: unwanted, excluded, weights, count, among, groups },
        }),
      { filter: musicByDefault(filter), budget },
    );
    const drawn = drawnCandidates(candidates, { exploration, chance });
    const steps = await spendAwaiting(budget?.begun(), () => this.#stepsOf(drawn));
    return stepsThrough(steps, before, rules, count).map(({ candidate, track }) => ({
      track,
      like: candidate.seed.recordingId,
      similarity: roundedToFourDecimals(closenessFrom(candidate.squaredDistance)),
    }));
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

  /** Returns what was heard, as far as it is known still; the seeds where nothing was. */
  async #heardOf(
    heard: readonly TrackRef[],
    seeds: readonly TrackRef[],
  ): Promise<readonly StepTrack[]> {
    const refs = heard.length > 0 ? heard : seeds;
    const tracks = await this.needs.tracks.findMany(refs);
    const analyses = await this.needs.analysed.findMany(refs);
    return refs.flatMap((_ref, index) => {
      const [track, measured] = [tracks[index], analyses[index]];
      return track && measured ? [{ measured, ...comparedPartsOf(track) }] : [];
    });
  }

  /** Returns candidates with what the rules need to know, without those that are not known any more. */
  async #stepsOf(
    candidates: readonly ContinuationCandidate[],
  ): Promise<
    readonly (StepTrack & { readonly candidate: ContinuationCandidate; readonly track: Track })[]
  > {
    const refs = candidates.map(({ measured }) => measured.recordingId);
    const tracks = await this.needs.tracks.findMany(refs);
    return candidates.flatMap((candidate, index) => {
      const track = tracks[index];
      const { measured } = candidate;
      return track ? [{ candidate, track, measured, ...comparedPartsOf(track) }] : [];
    });
  }

  #analysed(refs: readonly TrackRef[]): Promise<readonly MeasuredTrack[]> {
    return Promise.all(refs.map((ref) => this.needs.analysed.get(ref)));
  }
}

/** Returns the album and the title of a track, as they are compared. */
function comparedPartsOf({
  album,
  albumArtist,
  artist,
  trackName,
}: Track): Pick<StepTrack, "album" | "title"> {
  const { main: title } = comparedTitleOf(trackName, artist);
  return {
    album: album === undefined ? undefined : foldText(`${albumArtist ?? ""}\n${album}`),
    title,
  };
}
