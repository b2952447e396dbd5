import fc from "fast-check";
import type { Analysis } from "../../../src/domain/analysis/analysis.js";
import type { RecordingId } from "../../../src/domain/track/recording-id.js";
import { trackKeyFrom } from "../../../src/domain/track/track-key.js";
import type { RecordingPins } from "../../../src/ports/analysis/recording-pins.js";
import { recordingOf } from "../../fakes/measured-audio.js";
import { fileOf } from "../library-store.contract.js";
import { analysisOf } from "./analysis-store.contract.js";
import type { OpenedStores } from "./replaced-bytes.js";

/** The stores of one database. */
export interface OpenedPins extends OpenedStores {
  readonly pins: RecordingPins;
}

const money = analysisOf("Pink Floyd", "Money");
const { trackKey } = money;
const longer: Analysis = {
  ...money,
  recordingId: recordingOf("the album"),
  durationSeconds: 400,
};
const upload: Analysis = { ...money, recordingId: recordingOf("upload"), source: "upload" };

/** The contract of every RecordingPins. */
export function describeRecordingPins(name: string, open: () => Promise<OpenedPins>): void {
  describe(`${name} as a RecordingPins`, () => {
    const preferredOf = async ({ store }: OpenedPins): Promise<RecordingId | undefined> =>
      (await store.findMany([trackKey]))[0]?.recordingId;

    it("lets a name answer for the pinned recording, and for another one that is pinned later", async () => {
      const opened = await open();
      for (const analysis of [money, longer, upload]) await opened.store.save(analysis);

      const before = await preferredOf(opened);
      const pinned = await opened.pins.pin(trackKey, money.recordingId);
      const after = await preferredOf(opened);
      await opened.pins.pin(trackKey, upload.recordingId);
      const [named] = await opened.store.findNamed([trackKey]);

      expect([before, pinned, after]).toEqual([longer.recordingId, true, money.recordingId]);
      expect(named?.recordings.map(({ recordingId, isPinned }) => [recordingId, isPinned])).toEqual(
        [
          [upload.recordingId, true],
          [longer.recordingId, false],
          [money.recordingId, false],
        ],
      );
    });

    it("answers by the rule again when the choice is taken back", async () => {
      const opened = await open();
      for (const analysis of [money, longer]) await opened.store.save(analysis);
      await opened.pins.pin(trackKey, money.recordingId);

      const unpinned = await opened.pins.unpin(trackKey);

      expect([unpinned, await preferredOf(opened)]).toEqual([true, longer.recordingId]);
      expect(await opened.pins.unpin(trackKey)).toBe(false);
    });

    it("refuses a recording that the name does not mean", async () => {
      const opened = await open();
      const time = analysisOf("Pink Floyd", "Time");
      for (const analysis of [money, time]) await opened.store.save(analysis);

      const refused = [
        await opened.pins.pin(trackKey, time.recordingId),
        await opened.pins.pin(trackKey, recordingOf("unknown")),
        await opened.pins.pin(trackKeyFrom("nobody", "nothing"), money.recordingId),
      ];

      expect(refused).toEqual([false, false, false]);
      expect(await preferredOf(opened)).toBe(money.recordingId);
    });

    it("chooses for the name behind another spelling of it, and takes that back", async () => {
      const opened = await open();
      const further = trackKeyFrom("Pink  Floyd", "Money");
      const spaced = { artist: "Pink  Floyd", trackKey: further };
      for (const analysis of [money, longer]) {
        await opened.store.save({ ...analysis, ...spaced });
      }

      const pinned = await opened.pins.pin(trackKey, money.recordingId);
      const found = await opened.store.findMany([trackKey, further]);
      const unpinned = await opened.pins.unpin(trackKey);

      expect([pinned, unpinned]).toEqual([true, true]);
      expect(found.map((analysis) => analysis?.recordingId)).toEqual([
        money.recordingId,
        money.recordingId,
      ]);
      expect(await preferredOf(opened)).toBe(longer.recordingId);
    });

    it("keeps the choice without effect while no file with the name holds the recording", async () => {
      const opened = await open();
      for (const analysis of [money, longer]) await opened.store.save(analysis);
      const [one, two] = [money, longer].map(({ recordingId }, at) =>
        fileOf("Pink Floyd", "Money", { relativePath: `${at}`, recordingId }),
      );
      await opened.files.save([one!, two!]);
      await opened.pins.pin(trackKey, money.recordingId);

      await opened.files.save([{ ...one!, recordingId: longer.recordingId }]);
      const away = await preferredOf(opened);
      await opened.files.save([one!]);

      expect([away, await preferredOf(opened)]).toEqual([longer.recordingId, money.recordingId]);
    });

    it("answers the same for each order of scans, analyses and the choice", async () => {
      const events = ["analyse money", "analyse longer", "add a", "add b", "add c", "pin"] as const;
      await fc.assert(
        fc.asyncProperty(
          fc.shuffledSubarray([...events], { minLength: events.length }),
          async (order) => {
            const opened = await open();
            const file = (relativePath: string, { recordingId }: Analysis) =>
              fileOf("Pink Floyd", "Money", { relativePath, recordingId });
            let pinned = false;
            for (const event of order) {
              if (event === "analyse money") await opened.store.save(money);
              if (event === "analyse longer") await opened.store.save(longer);
              if (event === "add a") await opened.files.save([file("a", money)]);
              if (event === "add b") await opened.files.save([file("b", longer)]);
              if (event === "add c") await opened.files.save([file("c", longer)]);
              if (event === "pin") pinned = await opened.pins.pin(trackKey, money.recordingId);
            }

            const expected = pinned ? money : longer;
            expect(await preferredOf(opened)).toBe(expected.recordingId);
          },
        ),
        { numRuns: 30 },
      );
    }, 120_000);
  });
}
