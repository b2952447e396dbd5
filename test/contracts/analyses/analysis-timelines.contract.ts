import { emptyTimeline } from "../../../src/domain/analysis/timeline.js";
import { trackKeyFrom } from "../../../src/domain/track/track-key.js";
import { recordingOf } from "../../fakes/measured-audio.js";
import { sixSeconds } from "../../fakes/timelines.js";
import { analysisOf } from "./analysis-store.contract.js";
import { type OpenedStores, replaceBytes } from "./replaced-bytes.js";

const money = { ...analysisOf("Pink Floyd", "Money"), timeline: sixSeconds };
const time = { ...analysisOf("Pink Floyd", "Time"), timeline: emptyTimeline };
const unknownKey = trackKeyFrom("nobody", "nothing");

/** The contract of every AnalysisStore for timelines. */
export function describeAnalysisTimelines(name: string, open: () => Promise<OpenedStores>): void {
  describe(`${name} as an AnalysisStore of timelines`, () => {
    it("finds timelines exactly as they were saved, in the order of the keys", async () => {
      const { store } = await open();
      for (const analysis of [money, time]) await store.save(analysis);

      const found = await store.findTimelines([time.trackKey, unknownKey, money.trackKey]);

      expect(found).toEqual([emptyTimeline, undefined, sixSeconds]);
      expect(await store.findTimelines([])).toEqual([]);
    });

    it("omits timelines from other reads", async () => {
      const { store } = await open();
      await store.save(money);

      const [found] = await store.findMany([money.trackKey]);
      const listed = await store.list({
        filter: {},
        order: { field: "artist", direction: "asc" },
      });

      expect(found).not.toHaveProperty("timeline");
      expect(listed.items[0]).not.toHaveProperty("timeline");
    });

    it("replaces a timeline together with the analysis, also by none", async () => {
      const { store } = await open();
      await store.save(money);

      await store.save({ ...money, timeline: emptyTimeline });
      const replaced = await store.findTimelines([money.trackKey]);
      await store.save(analysisOf("Pink Floyd", "Money"));
      const gone = await store.findTimelines([money.trackKey]);

      expect(replaced).toEqual([emptyTimeline]);
      expect(gone).toEqual([undefined]);
    });

    it("removes timelines together with their analysis", async () => {
      const { store, files } = await open();
      await store.save(money);

      await replaceBytes(files, money);
      await store.save(analysisOf("Pink Floyd", "Money"));

      expect(await store.findTimelines([money.trackKey])).toEqual([undefined]);
    });

    it("returns the timelines of recordings, and of the preferred one of a name", async () => {
      const { store } = await open();
      const shorter = { ...money, recordingId: recordingOf("shorter"), durationSeconds: 100 };
      await store.save({ ...shorter, timeline: emptyTimeline });
      await store.save(money);

      const found = await store.findTimelines([
        money.trackKey,
        shorter.recordingId,
        money.recordingId,
      ]);

      expect(found).toEqual([sixSeconds, emptyTimeline, sixSeconds]);
    });
  });
}
