import type { Timeline } from "../../domain/analysis/timeline.js";
import type { TrackKey } from "../../domain/track/track-key.js";
import type { AnalysisStore } from "../../ports/analysis/analysis-store.js";

/** Reads timelines of tracks. They are large, so they are read separately from analyses. */
export class TimelineService {
  constructor(private readonly needs: { readonly store: AnalysisStore }) {}

  /** Returns the timeline of the stored analysis of a track; `undefined` where there is none. */
  async find(trackKey: TrackKey): Promise<Timeline | undefined> {
    const [timeline] = await this.findMany([trackKey]);
    return timeline;
  }

  /** Returns the timelines of many tracks, in the order of the keys, with one read of the store. */
  findMany(trackKeys: readonly TrackKey[]): Promise<readonly (Timeline | undefined)[]> {
    return this.needs.store.findTimelines(trackKeys);
  }
}
