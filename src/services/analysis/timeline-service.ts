import type { Timeline } from "../../domain/analysis/timeline.js";
import type { TrackKey } from "../../domain/track/track-key.js";
import type { AnalysisStore } from "../../ports/analysis/analysis-store.js";

/** Tells how tracks go over time. Timelines are long, so they are read apart from analyses. */
export class TimelineService {
  readonly #store: AnalysisStore;

  constructor({ store }: { readonly store: AnalysisStore }) {
    this.#store = store;
  }

  /** The timeline of the analysis that is kept for a track; `undefined` where there is none. */
  async find(trackKey: TrackKey): Promise<Timeline | undefined> {
    const [timeline] = await this.findMany([trackKey]);
    return timeline;
  }

  /** The same for many tracks, in the order of the keys, with one read of the store. */
  findMany(trackKeys: readonly TrackKey[]): Promise<readonly (Timeline | undefined)[]> {
    return this.#store.findTimelines(trackKeys);
  }
}
