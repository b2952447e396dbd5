import type { Analysis } from "../../../src/domain/analysis/analysis.js";
import type { Corrections } from "../../../src/domain/analysis/correction-field.js";
import { correctionsOf } from "../../../src/domain/analysis/corrections.js";
import { emptyTimeline } from "../../../src/domain/analysis/timeline.js";
import { trackKeyFrom } from "../../../src/domain/track/track-key.js";
import type { CorrectionStore } from "../../../src/ports/analysis/correction-store.js";
import { recordingOf } from "../../fakes/measured-audio.js";
import { fileOf } from "../library-store.contract.js";
import { analysisOf, countOf } from "./analysis-store.contract.js";
import { type OpenedStores, replaceBytes } from "./replaced-bytes.js";

/** Three stores of one database. */
export interface OpenedCorrections extends OpenedStores {
  readonly corrections: CorrectionStore;
}

const money: Analysis = {
  ...analysisOf("Pink Floyd", "Money", { tempo: 60, valence: 0.5 }),
  source: "library",
  beats: [1, 2, 3],
  downbeats: [],
};
const { recordingId, trackKey } = money;
const stated = trackKeyFrom("Pink Floyd", "Time");

/** The contract of every CorrectionStore. */
export function describeCorrectionStore(
  name: string,
  open: () => Promise<OpenedCorrections>,
): void {
  const state = (
    { corrections }: OpenedCorrections,
    after: Corrections,
    of = recordingId,
    at = 1000,
  ) => corrections.change(of, () => after, { at, deliveriesOf: () => [] });

  const opened = async (): Promise<OpenedCorrections> => {
    const stores = await open();
    await stores.store.save({ ...money, timeline: emptyTimeline });
    await stores.files.save([fileOf("Pink Floyd", "Money", { recordingId })]);
    return stores;
  };

  const found = async ({ store }: OpenedCorrections): Promise<Analysis | undefined> =>
    (await store.findMany([recordingId]))[0];

  describe(`${name} as a CorrectionStore`, () => {
    it("answers what is stated, beside what was measured, and filters and orders by it", async () => {
      const stores = await opened();
      await stores.store.save(analysisOf("Pink Floyd", "Us and Them", { tempo: 100 }));
      const before = await countOf(stores.store, { estimates: { tempo: { gte: 110 } } });

      const result = await state(stores, { tempo: 120, valence: 0.9 });

      expect(result?.isChanged).toBe(true);
      expect(await found(stores)).toEqual(result?.analysis);
      expect(result?.analysis).toMatchObject({ beats: [1, 1.5, 2, 2.5, 3], correctedAt: 1000 });
      expect(correctionsOf(result!.analysis)).toEqual([
        { field: "tempo", value: 120, measured: 60, confidence: 0.75, method: "measured" },
        { field: "valence", value: 0.9, measured: 0.5, confidence: 0.75, method: "measured" },
      ]);
      const after = await countOf(stores.store, { estimates: { tempo: { gte: 110 } } });
      expect([before, after]).toEqual([0, 1]);
      const page = await stores.store.list({
        ...{ filter: {}, order: { field: "tempo", direction: "desc" } },
      });
      expect(page.items.map(({ trackName }) => trackName)).toEqual(["Money", "Us and Them"]);
    });

    it("changes nothing where the same is stated again, or a recording is unknown", async () => {
      const stores = await opened();
      await state(stores, { tempo: 120 });

      const again = await state(stores, { tempo: 120 }, recordingId, 2000);
      const unknown = await state(stores, { tempo: 120 }, recordingOf("unknown"));

      expect([again?.isChanged, again?.analysis.correctedAt, unknown]).toEqual([
        false,
        1000,
        undefined,
      ]);
    });

    it("restores what was measured where it is taken back", async () => {
      const stores = await opened();
      const before = await found(stores);
      await state(stores, { tempo: 120, key: null, artist: "Someone" });

      const result = await state(stores, {}, recordingId, 3000);

      expect(result?.analysis).toEqual({ ...before, correctedAt: 3000 });
      expect(await stores.corrections.list()).toEqual([]);
    });

    it("keeps what is stated where a newer version measures anew, and shows the new measurement", async () => {
      const stores = await opened();
      await state(stores, { tempo: 120, valence: 0.9 });

      await stores.store.save({
        ...money,
        version: 2,
        beats: [1, 1.4, 1.8],
        estimates: analysisOf("", "", { tempo: 150, valence: 0.2 }).estimates,
      });

      const analysis = await found(stores);
      expect(analysis).toMatchObject({ version: 2, estimates: { tempo: { value: 120 } } });
      expect(correctionsOf(analysis!).map(({ measured }) => measured)).toEqual([150, 0.2]);
    });

    it("lists a recording under the stated name, also after its file gets other tags", async () => {
      const stores = await opened();
      await state(stores, { trackName: "Time" });
      const listed = await found(stores);

      await stores.files.save([fileOf("Pink Floid", "Mony", { recordingId })]);
      const retagged = await found(stores);
      const keys = [stated, trackKeyFrom("Pink Floid", "Time"), trackKeyFrom("Pink Floid", "Mony")];
      const byKeys = await stores.store.findMany(keys);
      await state(stores, {});
      const restored = await found(stores);

      expect(listed).toMatchObject({
        ...{ trackKey: stated, artist: "Pink Floyd", trackName: "Time" },
        ruledName: { artist: "Pink Floyd", trackName: "Money" },
      });
      expect(retagged).toMatchObject({ artist: "Pink Floid", trackName: "Time" });
      expect(byKeys.map((analysis) => analysis?.recordingId)).toEqual([
        ...[undefined, recordingId, recordingId],
      ]);
      expect(restored).toMatchObject({ artist: "Pink Floid", trackName: "Mony" });
      expect(restored?.ruledName).toBeUndefined();
    });

    it("leads from the stated name and from that of the tags to the recording and its file", async () => {
      const stores = await opened();
      await state(stores, { trackName: "Time" });

      const analyses = await stores.store.findMany([stated, trackKey]);
      const files = await stores.files.findFirst([stated, trackKey, recordingId]);
      const [listed] = await stores.files.findFiles(stated);

      expect(analyses.map((it) => [it?.recordingId, it?.trackName])).toEqual([
        [recordingId, "Time"],
        [recordingId, "Money"],
      ]);
      expect(files.map((file) => [file?.recordingId, file?.trackName])).toEqual([
        [recordingId, "Time"],
        [recordingId, "Money"],
        [recordingId, "Time"],
      ]);
      expect(listed?.recordingId).toBe(recordingId);
    });

    it("leads from a stated name that its tags had, too, to the recording, after they have another", async () => {
      const stores = await opened();
      await state(stores, { trackName: "Money" });

      const { relativePath } = fileOf("Pink Floyd", "Money");
      await stores.files.save([fileOf("Pink Floyd", "Mony", { relativePath, recordingId })]);

      const [analysis] = await stores.store.findMany([trackKey]);
      expect([analysis?.recordingId, analysis?.trackName]).toEqual([recordingId, "Money"]);
    });

    it("finds a file by its stated name in searches, until it is taken back, also after a scan", async () => {
      const stores = await opened();
      const file = fileOf("Pink Floyd", "Money", { recordingId });
      const foundBy = async (words: string) =>
        (await stores.files.search(words, 5)).map(({ trackName, trackKey: key }) => [
          trackName,
          key,
        ]);
      const before = await foundBy("brain damage");

      await state(stores, { trackName: "Brain Damage" });
      const stated = await foundBy("brain damage");
      await stores.files.save([{ ...file, sizeBytes: 1 }]);
      const scanned = [await foundBy("brain damage"), await foundBy("money")];
      await state(stores, {});

      const name = ["Brain Damage", trackKeyFrom("Pink Floyd", "Brain Damage")];
      expect([before, stated, scanned]).toEqual([[], [name], [[name], [name]]]);
      expect([await foundBy("brain damage"), await foundBy("money")]).toEqual([
        [],
        [["Money", trackKey]],
      ]);
    });

    it("prefers for a name the recording that has it to one that is named otherwise", async () => {
      const stores = await opened();
      const other = { ...money, recordingId: recordingOf("other"), durationSeconds: 10 };
      await stores.store.save(other);
      await stores.files.save([
        fileOf("Pink Floyd", "Money", { relativePath: "b", recordingId: other.recordingId }),
      ]);
      const [before] = await stores.store.findMany([trackKey]);

      await state(stores, { trackName: "Time" });

      const [after] = await stores.store.findMany([trackKey]);
      expect([before?.recordingId, after?.recordingId]).toEqual([recordingId, other.recordingId]);
    });

    it("keeps what is stated where the recording is removed, until its audio returns", async () => {
      const stores = await opened();
      await state(stores, { tempo: 120, trackName: "Time" });

      await stores.files.remove([fileOf("Pink Floyd", "Money")]);
      await replaceBytes(stores.files, money);
      const removed = await found(stores);
      const kept = await stores.corrections.list();
      await stores.store.save({
        ...money,
        artist: "Floyd",
        trackKey: trackKeyFrom("Floyd", "Money"),
      });

      expect(removed).toBeUndefined();
      expect(kept).toEqual([
        { recordingId, stated: { tempo: 120, trackName: "Time" }, statedAt: 1000 },
      ]);
      expect(await found(stores)).toMatchObject({
        ...{ artist: "Floyd", trackName: "Time", estimates: { tempo: { method: "user" } } },
      });
    });

    it("moves what is stated with a recording that gets the id of its audio", async () => {
      const stores = await opened();
      const to = recordingOf("verified");
      await state(stores, { tempo: 120 });

      await stores.store.verify(recordingId, to);

      const [analysis] = await stores.store.findMany([to]);
      expect(correctionsOf(analysis!).map(({ value }) => value)).toEqual([120]);
      expect(await stores.corrections.list()).toMatchObject([{ recordingId: to }]);
    });

    it("keeps the changes of two clients at once", async () => {
      const stores = await opened();
      const set = (field: keyof Corrections, value: number) =>
        stores.corrections.change(recordingId, (_, before) => ({ ...before, [field]: value }), {
          ...{ at: 1, deliveriesOf: () => [] },
        });

      await Promise.all([set("tempo", 90), set("valence", 0.1), set("energy", 0.2)]);

      const analysis = await found(stores);
      expect(analysis?.corrected?.stated).toEqual({ tempo: 90, valence: 0.1, energy: 0.2 });
    });

    it("stores nothing where the change throws", async () => {
      const stores = await opened();
      const before = await found(stores);
      const refuse = (): never => {
        throw new Error("no");
      };

      const failing = stores.corrections.change(recordingId, refuse, {
        ...{ at: 1, deliveriesOf: () => [] },
      });

      await expect(failing).rejects.toThrow("no");
      expect(await found(stores)).toEqual(before);
    });

    it("gives timelines that do not contradict what is stated", async () => {
      const stores = await opened();
      const tempoCurve = { hopSeconds: 1, values: [60, 61] };
      await stores.store.save({ ...money, timeline: { ...emptyTimeline, tempoCurve } });
      await state(stores, { tempo: 120 });

      const [timeline] = await stores.store.findTimelines([trackKey]);

      expect(timeline?.tempoCurve.values).toEqual([120, 122]);
    });
  });
}
