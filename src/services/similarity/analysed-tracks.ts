import { valueOf } from "../../domain/analysis/analysis.js";
import { byField } from "../../domain/analysis/descriptors.js";
import { AnalysisNotFoundError, TrackNotFoundError } from "../../domain/errors/not-found-errors.js";
import { foldText } from "../../domain/track/folded-text.js";
import { recordingKeyFrom } from "../../domain/track/recording.js";
import { similarityFields } from "../../domain/catalogue/similarity.js";
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
   * @throws {AnalysisNotFoundError} the track is known, but has not been analysed
   * @throws {TrackNotFoundError} the key is unknown
   */
  async get(trackKey: TrackKey): Promise<MeasuredTrack> {
    const [analysis] = await this.needs.store.findMany([trackKey]);
    if (analysis === undefined) throw await this.#reasonOfAbsence(trackKey);
    return {
      trackKey,
      recordingKey: recordingKeyFrom(analysis),
      artist: foldText(analysis.artist),
      title: foldText(analysis.trackName),
      values: byField(similarityFields, (field) => valueOf(analysis, field)),
      embedding: analysis.soundEmbedding,
    };
  }

  async #reasonOfAbsence(trackKey: TrackKey): Promise<Error> {
    const track = await this.needs.tracks.find(trackKey);
    return track ? new AnalysisNotFoundError(trackKey) : new TrackNotFoundError(trackKey);
  }
}
