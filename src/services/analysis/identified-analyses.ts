import type { AnalysisState } from "../../domain/analysis/analysis.js";
import { UnknownTrackIdError } from "../../domain/errors/not-found-errors.js";
import { trackIdText, type TrackId } from "../../domain/track/track-id.js";
import type { TrackKey } from "../../domain/track/track-key.js";
import type { AnalysisService } from "./analysis-service.js";
import type { WaitOptions } from "../progress/job-progress.js";
import type { LookupService } from "../search/lookup-service.js";

/** Where the analysis of what goes by an id stands; failed as well where nothing goes by it. */
export type IdentifiedState = AnalysisState | { readonly state: "failed"; readonly error: Error };

/** Finds what tracks sound like by whatever ids clients have of them. */
export class IdentifiedAnalyses {
  readonly #lookup: LookupService;
  readonly #analyses: AnalysisService;

  constructor(needs: { readonly lookup: LookupService; readonly analyses: AnalysisService }) {
    this.#lookup = needs.lookup;
    this.#analyses = needs.analyses;
  }

  /**
   * The state of the analysis of the track that goes by an id, after having it made where that is
   * possible and waiting for it. Of several tracks that go by the id it is the first that has an
   * analysis; the first of all where none has.
   *
   * @throws {UnknownTrackIdError} nothing goes by the id
   * @throws {AnalyzerBusyError} as many analyses wait as may
   * @throws {ProviderError} no directory could say which track the id names
   */
  async request(id: TrackId, waitOptions: WaitOptions): Promise<AnalysisState> {
    const trackKey = await this.#trackKeyOf(id, waitOptions.signal);
    return this.#analyses.request({ trackKey }, waitOptions);
  }

  /**
   * The same for many ids, in their order. What fails for one of them is its own state: the id
   * names no track, no directory could say, or the analysis failed.
   */
  async requestMany(
    ids: readonly TrackId[],
    waitOptions: WaitOptions,
  ): Promise<readonly IdentifiedState[]> {
    const found = await Promise.all(ids.map((id) => this.#find(id, waitOptions.signal)));
    const trackKeys = found.filter((one) => typeof one === "string");
    const states = (await this.#analyses.requestMany(trackKeys, waitOptions)).values();
    return found.map((one) => {
      const state = typeof one === "string" ? states.next().value : one;
      if (state === undefined) throw new RangeError("There are fewer states than tracks.");
      return state;
    });
  }

  async #find(id: TrackId, signal: AbortSignal): Promise<TrackKey | IdentifiedState> {
    try {
      return await this.#trackKeyOf(id, signal);
    } catch (error) {
      signal.throwIfAborted();
      return { state: "failed", error: error instanceof Error ? error : new Error(String(error)) };
    }
  }

  async #trackKeyOf(id: TrackId, signal: AbortSignal): Promise<TrackKey> {
    if (id.kind === "trackKey") return id.trackKey;
    const { tracks } = await this.#lookup.find(id, signal);
    const trackKeys = tracks.map(({ trackKey }) => trackKey);
    const states = trackKeys.length > 1 ? await this.#analyses.findMany(trackKeys) : [];
    const firstReady = states.findIndex(({ state }) => state === "ready");
    const trackKey = trackKeys[Math.max(0, firstReady)];
    if (trackKey === undefined) throw new UnknownTrackIdError(trackIdText(id));
    return trackKey;
  }
}
