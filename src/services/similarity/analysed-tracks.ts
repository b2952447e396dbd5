import { valueOf, type AnalysisValues } from "../../domain/analysis/analysis.js";
import { byField } from "../../domain/analysis/descriptors.js";
import { AnalysisNotFoundError, TrackNotFoundError } from "../../domain/errors/not-found-errors.js";
import { foldText } from "../../domain/track/folded-text.js";
import { similarityFields } from "../../domain/catalogue/similarity.js";
import type { RecordingId } from "../../domain/track/recording-id.js";
import type { TrackRef } from "../../domain/track/track-ref.js";
import type { MeasuredTrack } from "../../domain/catalogue/measured-track.js";
import type { AnalysisStore } from "../../ports/analysis/analysis-store.js";
import type { TrackService } from "../search/track-service.js";

/** A list of tracks, as long as the list of references to them. */
type MeasuredOf<Refs extends readonly TrackRef[]> = {
  readonly [Index in keyof Refs]: MeasuredTrack;
};

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
    const [track] = await this.getMany([ref]);
    return track;
  }

  /**
   * Returns tracks in their order.
   *
   * @throws what `get` throws, for the first track without an analysis
   */
  async getMany<const Refs extends readonly TrackRef[]>(refs: Refs): Promise<MeasuredOf<Refs>> {
    const analyses = await this.needs.store.findMany(refs);
    const tracks: MeasuredTrack[] = [];
    for (const [index, ref] of refs.entries()) {
      const analysis = analyses[index];
      if (analysis === undefined) throw await this.reasonOfAbsence(ref);
      tracks.push({ ...comparedValuesOf(analysis), embedding: analysis.soundEmbedding });
    }
    return tracks as MeasuredOf<Refs>;
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

/** Returns what tracks are compared by, but for the sound as a whole. */
export function comparedValuesOf(analysis: AnalysisValues): Omit<MeasuredTrack, "embedding"> {
  return {
    recordingId: analysis.recordingId,
    artist: foldText(analysis.artist),
    title: foldText(analysis.trackName),
    values: byField(similarityFields, (field) => valueOf(analysis, field)),
  };
}
