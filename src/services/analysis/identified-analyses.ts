import type { AnalysisState } from "../../domain/analysis/analysis.js";
import { asError } from "../../domain/errors/as-error.js";
import { UnknownTrackIdError } from "../../domain/errors/not-found-errors.js";
import { trackIdText, type TrackId } from "../../domain/track/track-id.js";
import type { TrackRef } from "../../domain/track/track-ref.js";
import type { AnalysisService } from "./analysis-service.js";
import type { WaitOptions } from "./job-progress.js";
import type { LookupService } from "../search/lookup-service.js";

/**
 * The state of the analysis of a track that was named by an id; failed also where no track has the
 * id.
 */
export type IdentifiedState = AnalysisState | { readonly state: "failed"; readonly error: Error };

/** Requests analyses by any identifier of a track. */
export class IdentifiedAnalyses {
  constructor(
    private readonly needs: {
      readonly lookup: LookupService;
      readonly analyses: AnalysisService;
    },
  ) {}

  /**
   * Returns the state of the analysis of the track with an id, after starting it where possible and
   * waiting for it. Of several tracks with the id it is the first that has an analysis; the first
   * of all where none has.
   *
   * @throws {UnknownTrackIdError} no track has the id
   * @throws {AnalyzerBusyError} the queue of analyses is full
   * @throws {ProviderError} no directory could look up the id
   */
  async request(id: TrackId, waitOptions: WaitOptions): Promise<AnalysisState> {
    const trackKey = await this.getRef(id, waitOptions.signal);
    return this.needs.analyses.request({ trackKey }, waitOptions);
  }

  /**
   * Requests the analyses of many ids, in their order. A failure is the state of its id only: no
   * track has the id, no directory could look it up, or the analysis failed.
   */
  async requestMany(
    ids: readonly TrackId[],
    waitOptions: WaitOptions,
  ): Promise<readonly IdentifiedState[]> {
    const found = await Promise.all(ids.map((id) => this.#find(id, waitOptions.signal)));
    const trackKeys = found.filter((one) => typeof one === "string");
    const states = (await this.needs.analyses.requestMany(trackKeys, waitOptions)).values();
    return found.map((one) => {
      const state = typeof one === "string" ? states.next().value : one;
      if (state === undefined) throw new RangeError("There are fewer states than tracks.");
      return state;
    });
  }

  /**
   * Returns what leads to the track with an id: by an ISRC or MusicBrainz id, the recording in a file whose tags
   * have it, because another recording of the same name may have another id. Of several tracks with the id it is the
   * first that has an analysis; the first of all where none has.
   *
   * @throws {UnknownTrackIdError} no track has the id
   * @throws {ProviderError} no directory could look up the id
   */
  async getRef(id: TrackId, signal: AbortSignal): Promise<TrackRef> {
    if (id.kind === "trackKey") return id.trackKey;
    if (id.kind === "recording") {
      const [state] = await this.needs.analyses.findMany([id.recordingId]);
      if (state?.state !== "ready") throw new UnknownTrackIdError(trackIdText(id));
      return id.recordingId;
    }
    const tagged = await this.#findTagged(id);
    if (tagged !== undefined) return tagged;
    const { tracks } = await this.needs.lookup.find(id, signal);
    const trackKeys = tracks.map(({ trackKey }) => trackKey);
    const states = trackKeys.length > 1 ? await this.needs.analyses.findMany(trackKeys) : [];
    const firstReady = states.findIndex(({ state }) => state === "ready");
    const trackKey = trackKeys[Math.max(0, firstReady)];
    if (trackKey === undefined) throw new UnknownTrackIdError(trackIdText(id));
    return trackKey;
  }

  /** Returns the first analysed recording of a file whose tags have an id. */
  async #findTagged(id: TrackId): Promise<TrackRef | undefined> {
    const found = await this.needs.lookup.findHeld(id);
    const held = [...new Set(found.map(({ recordingId }) => recordingId))];
    const states = held.length === 0 ? [] : await this.needs.analyses.findMany(held);
    return held[states.findIndex(({ state }) => state === "ready")];
  }

  async #find(id: TrackId, signal: AbortSignal): Promise<TrackRef | IdentifiedState> {
    try {
      return await this.getRef(id, signal);
    } catch (error) {
      signal.throwIfAborted();
      return { state: "failed", error: asError(error) };
    }
  }
}
