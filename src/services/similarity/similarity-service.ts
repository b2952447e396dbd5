import { defaultCollapse, type Collapse } from "../../domain/catalogue/collapse.js";
import { musicByDefault, type TrackFilter } from "../../domain/catalogue/catalogue-query.js";
import type { ComparedSound, MeasuredTrack } from "../../domain/catalogue/measured-track.js";
import type { FieldWeights, SimilarTrack } from "../../domain/catalogue/similarity.js";
import type { StatedMeasurement } from "../../domain/likeness/stated-sound.js";
import { InvalidInputError } from "../../domain/errors/request-errors.js";
import type { RecordingId } from "../../domain/track/recording-id.js";
import type { TrackRef } from "../../domain/track/track-ref.js";
import type { WorkBudget } from "../../domain/work-budget.js";
import type { SoundCatalogue, SoundTable } from "../../ports/analysis/sound-catalogue.js";
import type { PerformanceService } from "../performances/performance-service.js";
import type { TrackService } from "../search/track-service.js";
import type { AnalysedTracks } from "./analysed-tracks.js";
import type { NearTrack } from "./near-tracks.js";
import { closenessFrom, nearestTracks, squaredDistanceBetween } from "./nearest-tracks.js";
import { roundedToFourDecimals, similarityReasons } from "./similarity-reasons.js";

/** Which similar tracks are found. */
interface SimilarOptions {
  readonly filter?: TrackFilter | undefined;
  readonly collapse?: Collapse | undefined;
  readonly budget?: WorkBudget | undefined;
}

/** What recordings are compared with, and which of the similar ones are found. */
interface NearestRequest extends SimilarOptions {
  readonly reference: ComparedSound;
  readonly first: number;
  readonly weights: FieldWeights;
}

/** A recording that sounds similar to another. */
interface NearRecording<Detail> {
  readonly recordingId: RecordingId;
  /** [0, 1]. */
  readonly similarity: number;
  readonly detail: Detail;
}

/** Finds the tracks that sound most similar to a track. */
export class SimilarityService {
  constructor(
    private readonly needs: {
      readonly catalogue: SoundCatalogue;
      readonly analysed: AnalysedTracks;
      readonly tracks: TrackService;
      readonly performances: Pick<PerformanceService, "groupsBy">;
      /** Of the analysis of this server. */
      readonly analysisVersion: number;
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
    options: SimilarOptions = {},
  ): Promise<readonly SimilarTrack[]> {
    const reference = await this.needs.analysed.get(ref);
    return this.#findSimilar({ reference, first, weights, ...options });
  }

  /**
   * Returns the analysed tracks that sound most similar to audio that was measured elsewhere, most similar first, among them
   * perhaps a recording of the same audio; may be empty. Nothing of it is kept.
   *
   * @param first maximum number of tracks, 1..100
   * @throws {InvalidInputError} another version of the analysis measured it, whose values are not comparable
   * @throws what `WorkBudget.begin` throws
   */
  async findAlike(
    { values, embedding, analysisVersion }: StatedMeasurement,
    first: number,
    weights: FieldWeights,
    options: SimilarOptions = {},
  ): Promise<readonly SimilarTrack[]> {
    if (analysisVersion !== this.needs.analysisVersion) {
      const wanted = `must be ${this.needs.analysisVersion}, the version of the analysis of this server`;
      throw new InvalidInputError("sound.analysisVersion", wanted);
    }
    return this.#findSimilar({ reference: { values, embedding }, first, weights, ...options });
  }

  async #findSimilar(request: NearestRequest): Promise<readonly SimilarTrack[]> {
    const { reference, weights } = request;
    const similar = await this.#readNearest(request, ({ slot }, table) =>
      similarityReasons(reference, table.measuredAt(slot), weights, table.spreads),
    );
    const tracks = await this.needs.tracks.findMany(similar.map(({ recordingId }) => recordingId));
    return similar.flatMap(({ similarity, detail }, index) => {
      const track = tracks[index];
      return track === undefined ? [] : [{ track, similarity, reasons: detail }];
    });
  }

  /**
   * Returns the recordings that `findSimilar` finds, and how similar they are, but neither their names nor the reasons.
   *
   * @param first maximum number of recordings, >= 1
   * @throws what `findSimilar` throws
   */
  async findNearest(
    ref: TrackRef,
    first: number,
    weights: FieldWeights,
    options: SimilarOptions = {},
  ): Promise<readonly NearRecording<undefined>[]> {
    const reference = await this.needs.analysed.get(ref);
    return this.#readNearest({ reference, first, weights, ...options }, () => undefined);
  }

  /** @param detailOf returns what else is told of each recording */
  async #readNearest<Detail>(
    request: NearestRequest,
    detailOf: (near: NearTrack, table: SoundTable) => Detail,
  ): Promise<readonly NearRecording<Detail>[]> {
    const { reference, first, weights, filter, budget } = request;
    const { collapse = defaultCollapse.compared } = request;
    const groups = await this.needs.performances.groupsBy(collapse);
    return this.needs.catalogue.readInSlices(
      function* (table, among) {
        const nearest = yield* nearestTracks(table, reference, weights, first, { among, groups });
        return nearest.map((near) => ({
          recordingId: near.recordingId,
          similarity: roundedToFourDecimals(closenessFrom(near.squaredDistance)),
          detail: detailOf(near, table),
        }));
      },
      { filter: musicByDefault(filter), budget },
    );
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
    const [reference, ...compared] = await this.needs.analysed.getMany([ref, ...others]);
    return this.#similaritiesOf(
      compared.map((other) => [reference, other]),
      weights,
      budget,
    );
  }

  /**
   * Returns the similarity of each track to the one before it, in [0, 1], from the second on; `undefined` where the two have too
   * few values in common.
   *
   * @throws what `similaritiesTo` throws
   */
  async similaritiesAlong(
    refs: readonly TrackRef[],
    weights: FieldWeights,
    budget?: WorkBudget,
  ): Promise<readonly (number | undefined)[]> {
    const tracks = await this.needs.analysed.getMany(refs);
    return this.#similaritiesOf(
      tracks.slice(1).map((track, index) => [tracks[index] as MeasuredTrack, track]),
      weights,
      budget,
    );
  }

  #similaritiesOf(
    pairs: readonly (readonly [MeasuredTrack, MeasuredTrack])[],
    weights: FieldWeights,
    budget: WorkBudget | undefined,
  ): Promise<readonly (number | undefined)[]> {
    return this.needs.catalogue.read(
      (table) =>
        pairs.map(([reference, other]) => {
          const squaredDistance = squaredDistanceBetween(table, reference, other, weights);
          if (Number.isNaN(squaredDistance)) return undefined;
          return roundedToFourDecimals(closenessFrom(squaredDistance));
        }),
      { budget },
    );
  }
}
