import { defaultCollapse, type Collapse } from "../../domain/catalogue/collapse.js";
import { musicByDefault, type TrackFilter } from "../../domain/catalogue/catalogue-query.js";
import type { FieldWeights, SimilarTrack } from "../../domain/catalogue/similarity.js";
import type { TrackRef } from "../../domain/track/track-ref.js";
import type { WorkBudget } from "../../domain/work-budget.js";
import type { SoundCatalogue } from "../../ports/analysis/sound-catalogue.js";
import type { PerformanceService } from "../performances/performance-service.js";
import type { TrackService } from "../search/track-service.js";
import type { AnalysedTracks } from "./analysed-tracks.js";
import { closenessFrom, nearestTracks, squaredDistanceBetween } from "./nearest-tracks.js";
import { roundedToFourDecimals, similarityReasons } from "./similarity-reasons.js";

/** Which similar tracks are found. */
interface SimilarOptions {
  readonly filter?: TrackFilter | undefined;
  readonly collapse?: Collapse | undefined;
  readonly budget?: WorkBudget | undefined;
}

/** Finds the tracks that sound most similar to a track. */
export class SimilarityService {
  constructor(
    private readonly needs: {
      readonly catalogue: SoundCatalogue;
      readonly analysed: AnalysedTracks;
      readonly tracks: TrackService;
      readonly performances: Pick<PerformanceService, "groupsBy">;
    },
  ) {}

  /**
   * Returns the analysed tracks that sound most similar to a track, most similar first; may be
   * empty. The track itself is left out, and so are, by default, other recordings of its performance.
   *
   * @param first maximum number of tracks, 1..100
   * @param options.filter what the similar tracks meet, music by default; the track itself need not
   * @param options.collapse which recordings count as one; those of one performance by default
   * @throws {AnalysisNotFoundError} the track is known, but has not been analysed
   * @throws {TrackNotFoundError} the key is unknown
   * @throws what `WorkBudget.begin` throws
   */
  async findSimilar(
    ref: TrackRef,
    first: number,
    weights: FieldWeights,
    { filter, collapse = defaultCollapse.compared, budget }: SimilarOptions = {},
  ): Promise<readonly SimilarTrack[]> {
    const [reference, groups] = await Promise.all([
      this.needs.analysed.get(ref),
      this.needs.performances.groupsBy(collapse),
    ]);
    const similar = await this.needs.catalogue.readInSlices(
      function* (table, among) {
        const nearest = yield* nearestTracks(table, reference, weights, first, { among, groups });
        return nearest.map(({ slot, squaredDistance }) => {
          const other = table.measuredAt(slot);
          return {
            recordingId: other.recordingId,
            similarity: roundedToFourDecimals(closenessFrom(squaredDistance)),
            reasons: similarityReasons(reference, other, weights, table.spreads),
          };
        });
      },
      { filter: musicByDefault(filter), budget },
    );
    const tracks = await this.needs.tracks.findMany(similar.map(({ recordingId }) => recordingId));
    return similar.flatMap(({ similarity, reasons }, index) => {
      const track = tracks[index];
      return track === undefined ? [] : [{ track, similarity, reasons }];
    });
  }

  /**
   * Returns the similarity of each track to another, in [0, 1], in their order; `undefined` where the two have
   * too few values in common.
   *
   * @throws {AnalysisNotFoundError} a track is known, but has not been analysed
   * @throws {TrackNotFoundError} a key is unknown
   */
  async similaritiesTo(
    ref: TrackRef,
    others: readonly TrackRef[],
    weights: FieldWeights,
    budget?: WorkBudget,
  ): Promise<readonly (number | undefined)[]> {
    const { analysed, catalogue } = this.needs;
    const [reference, ...compared] = await Promise.all(
      [ref, ...others].map((key) => analysed.get(key)),
    );
    if (reference === undefined) return [];
    return catalogue.read(
      (table) =>
        compared.map((other) => {
          const squaredDistance = squaredDistanceBetween(table, reference, other, weights);
          if (Number.isNaN(squaredDistance)) return undefined;
          return roundedToFourDecimals(closenessFrom(squaredDistance));
        }),
      { budget },
    );
  }
}
