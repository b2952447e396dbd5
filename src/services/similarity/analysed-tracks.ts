import { valueOf } from "../../domain/analysis/analysis.js";
import { AnalysisNotFoundError, TrackNotFoundError } from "../../domain/errors/not-found-errors.js";
import { recordingKeyFrom } from "../../domain/track/recording.js";
import { similarityFields, type SimilarityField } from "../../domain/catalogue/similarity.js";
import type { TrackKey } from "../../domain/track/track-key.js";
import type { MeasuredTrack } from "../../domain/catalogue/measured-track.js";
import type { AnalysisStore } from "../../ports/analysis/analysis-store.js";
import type { TrackService } from "../search/track-service.js";

/**
 * Reads the measured values of requested tracks, which may be other spellings of analysed tracks.
 */
export class AnalysedTracks {
  constructor(
    private readonly needs: { readonly store: AnalysisStore; readonly tracks: TrackService },
  ) {}

  /**
   * Returns one entry per key, in the order of the keys.
   *
   * @throws {AnalysisNotFoundError} a track is known, but has not been analysed
   * @throws {TrackNotFoundError} a key is unknown
   */
  async getMany(trackKeys: readonly TrackKey[]): Promise<readonly MeasuredTrack[]> {
    const analyses = await this.needs.store.findMany(trackKeys);
    return Promise.all(
      trackKeys.map(async (trackKey, index): Promise<MeasuredTrack> => {
        const analysis = analyses[index];
        if (analysis === undefined) throw await this.#reasonOfAbsence(trackKey);
        const values = similarityFields.map((field) => [field, valueOf(analysis, field)] as const);
        return {
          trackKey,
          recordingKey: recordingKeyFrom(analysis),
          values: Object.fromEntries(values) as Record<SimilarityField, number | null>,
        };
      }),
    );
  }

  async #reasonOfAbsence(trackKey: TrackKey): Promise<Error> {
    const track = await this.needs.tracks.find(trackKey);
    return track ? new AnalysisNotFoundError(trackKey) : new TrackNotFoundError(trackKey);
  }
}
