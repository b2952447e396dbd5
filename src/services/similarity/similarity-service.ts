import type { FieldWeights, SimilarTrack } from "../../domain/catalogue/similarity.js";
import type { TrackKey } from "../../domain/track/track-key.js";
import type { AnalysisFeed } from "../../ports/analysis/analysis-feed.js";
import type { AnalysisStore } from "../../ports/analysis/analysis-store.js";
import type { TrackService } from "../search/track-service.js";
import { AnalysedTracks } from "./analysed-tracks.js";
import { closenessFrom, nearestTracks } from "./nearest-tracks.js";
import { roundedToFourDecimals, similarityReasons } from "./similarity-reasons.js";
import type { SoundIndex } from "./sound-index.js";

/** Finds the tracks that sound most similar to a track. */
export class SimilarityService {
  readonly #index: SoundIndex;
  readonly #feed: AnalysisFeed;
  readonly #tracks: TrackService;
  readonly #analysed: AnalysedTracks;

  constructor(needs: {
    readonly index: SoundIndex;
    readonly feed: AnalysisFeed;
    readonly store: AnalysisStore;
    readonly tracks: TrackService;
  }) {
    this.#index = needs.index;
    this.#feed = needs.feed;
    this.#tracks = needs.tracks;
    this.#analysed = new AnalysedTracks(needs);
  }

  /**
   * Returns the analysed tracks that sound most similar to a track, most similar first; may be
   * empty. The track itself and other spellings of its recording are left out.
   *
   * @param first maximum number of tracks, 1..100
   * @throws {AnalysisNotFoundError} the track is known, but has not been analysed
   * @throws {TrackNotFoundError} the key is unknown
   */
  async findSimilar(
    trackKey: TrackKey,
    first: number,
    weights: FieldWeights,
  ): Promise<readonly SimilarTrack[]> {
    const [reference] = await this.#analysed.getMany([trackKey]);
    if (reference === undefined) return [];
    const { near, spreads } = await this.#index.read((table) => ({
      near: nearestTracks(table, reference, weights, first),
      spreads: table.spreads,
    }));
    const keys = near.map((track) => track.trackKey);
    const [tracks, measured] = await Promise.all([
      this.#tracks.findMany(keys),
      this.#feed.findMany(keys),
    ]);
    return near.flatMap(({ squaredDistance }, index) => {
      const [track, other] = [tracks[index], measured[index]];
      if (track === undefined || other === undefined) return [];
      const reasons = similarityReasons(reference, other, weights, spreads);
      return [
        { track, similarity: roundedToFourDecimals(closenessFrom(squaredDistance)), reasons },
      ];
    });
  }
}
