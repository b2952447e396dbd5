import { valueOf, type Analysis } from "../../domain/analysis/analysis.js";
import { byField } from "../../domain/analysis/descriptors.js";
import { AnalysisNotFoundError, TrackNotFoundError } from "../../domain/errors/not-found-errors.js";
import { foldText } from "../../domain/track/folded-text.js";
import { similarityFields } from "../../domain/catalogue/similarity.js";
import type { RecordingId } from "../../domain/track/recording-id.js";
import type { TrackRef } from "../../domain/track/track-ref.js";
import type { MeasuredTrack } from "../../domain/catalogue/measured-track.js";
import type { AnalysisStore } from "../../ports/analysis/analysis-store.js";
import type { TrackService } from "../search/track-service.js";

/** Reads the measured values of requested tracks. */
export class AnalysedTracks {
  constructor(
    private readonly needs: { readonly store: AnalysisStore; readonly tracks: TrackService },
  ) {}

  /**
   * @throws {AnalysisNotFoundError} the track is known, but has not been analysed
   * @throws {TrackNotFoundError} the key is unknown
   */
  async get(ref: TrackRef): Promise<MeasuredTrack> {
    const [analysis] = await this.findMany([ref]);
    if (analysis === undefined) throw await this.reasonOfAbsence(ref);
    return analysis;
  }

  /** Returns the tracks that have been analysed, in their order; `undefined` for the others. */
  async findMany(refs: readonly TrackRef[]): Promise<readonly (MeasuredTrack | undefined)[]> {
    const analyses = await this.needs.store.findMany(refs);
    return analyses.map((analysis) => analysis && measuredTrackOf(analysis));
  }

  /** Returns the recordings of tracks, of those that have been analysed. */
  async recordingIdsOf(refs: readonly TrackRef[]): Promise<readonly RecordingId[]> {
    const analyses = await this.needs.store.findValues(refs);
    return analyses.flatMap((analysis) => analysis?.recordingId ?? []);
  }

  /** Returns why there is no analysis of a track: it has not been analysed, or its key is unknown. */
  async reasonOfAbsence(ref: TrackRef): Promise<AnalysisNotFoundError | TrackNotFoundError> {
    const track = await this.needs.tracks.find(ref);
    return track ? new AnalysisNotFoundError(ref) : new TrackNotFoundError(ref);
  }
}

function measuredTrackOf(analysis: Analysis): MeasuredTrack {
  return {
    recordingId: analysis.recordingId,
    artist: foldText(analysis.artist),
    title: foldText(analysis.trackName),
    values: byField(similarityFields, (field) => valueOf(analysis, field)),
    embedding: analysis.soundEmbedding,
  };
}
