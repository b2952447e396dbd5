import { InvalidInputError } from "../../domain/errors/request-errors.js";
import { defaultCollapse, type Collapse } from "../../domain/catalogue/collapse.js";
import { musicByDefault, type TrackFilter } from "../../domain/catalogue/catalogue-query.js";
import type { MeasuredTrack } from "../../domain/catalogue/measured-track.js";
import {
  anyStep,
  type MixPath,
  type MixRules,
  type MixStep,
} from "../../domain/catalogue/mix-path.js";
import { keyOf, mixTransitionBetween } from "../../domain/catalogue/mix-transition.js";
import type { TrackRef } from "../../domain/track/track-ref.js";
import type { WorkBudget } from "../../domain/work-budget.js";
import type { SoundCatalogue } from "../../ports/analysis/sound-catalogue.js";
import type { PerformanceService } from "../performances/performance-service.js";
import type { TrackService } from "../search/track-service.js";
import type { AnalysedTracks } from "./analysed-tracks.js";
import { walkMix } from "./mix-walk.js";
import { roundedToFourDecimals } from "./similarity-reasons.js";

/** Conditions on a mix, of which absent ones hold for every mix; and for whom it is searched. */
export interface MixOptions {
  readonly filter?: TrackFilter | undefined;
  readonly rules?: MixRules | undefined;
  /** Which recordings count as one; those of one performance by default. */
  readonly collapse?: Collapse | undefined;
  /** Tracks that do not stand between the ends. */
  readonly exclude?: readonly TrackRef[] | undefined;
  readonly budget?: WorkBudget | undefined;
}

/** Creates playlists that lead from one track to another in small steps. */
export class MixPathService {
  constructor(
    private readonly needs: {
      readonly catalogue: SoundCatalogue;
      readonly analysed: AnalysedTracks;
      readonly tracks: TrackService;
      readonly performances: Pick<PerformanceService, "groupsBy">;
    },
  ) {}

  /**
   * Returns a playlist from one track to another, both included, as `walkMix` finds it.
   *
   * @param length total number of tracks, 2..50; there are fewer where the catalogue has too few
   * tracks between the ends
   * @param options.filter what the tracks between the ends meet, music by default; the ends need not
   * @param options.rules what every step meets; where no mix is found, the nearest one says which rules it breaks
   * @param options.exclude tracks that it has not between the ends, nor other recordings of their performances; those that
   * are not analysed, or unknown, make no difference
   * @param options.collapse which recordings count as one, of which the mix has at most one between the ends
   * @throws {InvalidInputError} both tracks are the same recording
   * @throws {AnalysisNotFoundError} an end is known, but has not been analysed
   * @throws {TrackNotFoundError} a key is unknown
   * @throws what `WorkBudget.begin` throws
   */
  async create(
    from: TrackRef,
    to: TrackRef,
    length: number,
    options: MixOptions = {},
  ): Promise<MixPath> {
    const { analysed, performances } = this.needs;
    const { filter, rules = anyStep, collapse = defaultCollapse.compared, budget } = options;
    const [[first, last], groups, excluded] = await Promise.all([
      analysed.getMany([from, to]),
      performances.groupsBy(collapse),
      analysed.recordingIdsOf(options.exclude ?? []),
    ]);
    if (first.recordingId === last.recordingId) {
      throw new InvalidInputError("to", 'must be another recording than "from"');
    }
    const { tracks: walked, unmet } = await this.needs.catalogue.readInSlices(
      (table, among) =>
        walkMix(table, { from: first, to: last, length, rules, among, groups, excluded }),
      { filter: musicByDefault(filter), budget },
    );
    const tracks = await this.needs.tracks.findMany(
      walked.map(({ measured }) => measured.recordingId),
    );
    const steps: MixStep[] = [];
    let before: MeasuredTrack | undefined;
    walked.forEach(({ measured, progress }, index) => {
      const track = tracks[index];
      if (track === undefined) return;
      const transition = before && mixTransitionBetween(before.values, measured.values);
      const { tempo, energy } = measured.values;
      steps.push({
        track,
        ...{ tempo, key: keyOf(measured.values), energy },
        progress: roundedToFourDecimals(progress),
        ...(transition && { transition }),
      });
      before = measured;
    });
    return { steps, unmet };
  }
}
