import type { Analysis } from "../../../src/domain/analysis/analysis.js";
import type { GoneRecordings } from "../../../src/ports/analysis/gone-recordings.js";
import { recordingOf } from "../../fakes/measured-audio.js";
import { sixSeconds } from "../../fakes/timelines.js";
import { fileOf } from "../library-store.contract.js";
import { analysisOf, countOf } from "./analysis-store.contract.js";
import type { OpenedStores } from "./replaced-bytes.js";

/** Three stores of one database. */
export interface OpenedGone extends OpenedStores {
  readonly gone: GoneRecordings;
}

const upload: Analysis = { ...analysisOf("Ann", "Upload"), source: "upload" };
const { recordingId, trackKey } = upload;
const file = fileOf("Ann", "Upload", { recordingId });
const unread = fileOf("Ann", "Upload", { formerRecordingId: recordingId });

/** The contract of every GoneRecordings. */
export function describeGoneRecordings(name: string, open: () => Promise<OpenedGone>): void {
  const opened = async (analysis = upload): Promise<OpenedGone> => {
    const stores = await open();
    await stores.store.save({ ...analysis, timeline: sixSeconds });
    return stores;
  };

  /** Returns how many recordings are there, and how many are gone. */
  const countsIn = ({ store }: OpenedGone): Promise<readonly number[]> =>
    Promise.all([countOf(store, {}), countOf(store, { presence: "gone" })]);

  const forget = ({ gone }: OpenedGone, at = 1_000, isKept = true) =>
    gone.forget(recordingId, { at, isKept });

  describe(`${name} as GoneRecordings`, () => {
    it.each(["upload", "deezer", "library"])(
      "hides what was measured from the source %s and no file holds, and answers it as before",
      async (source) => {
        const stores = await opened({ ...upload, source });
        const before = await countsIn(stores);

        const outcome = await forget(stores);

        const [byId, byName] = await stores.store.findMany([recordingId, trackKey]);
        expect(outcome).toEqual({ state: "gone", goneAt: 1_000 });
        expect([before, await countsIn(stores)]).toEqual([
          [1, 0],
          [0, 1],
        ]);
        expect(byId).toEqual({ ...upload, source, goneAt: 1_000 });
        expect(byName).toEqual(byId);
        expect(await stores.store.findTimelines([recordingId])).toEqual([sixSeconds]);
      },
    );

    it("lets it be gone since it was first forgotten", async () => {
      const stores = await opened();
      await forget(stores, 1_000);

      const again = await forget(stores, 2_000);

      expect(again).toEqual({ state: "gone", goneAt: 1_000 });
      expect(await countsIn(stores)).toEqual([0, 1]);
    });

    it("lists it again as it was when it is restored, and again does nothing", async () => {
      const stores = await opened();
      await forget(stores);

      const outcomes = [
        await stores.gone.restore(recordingId),
        await stores.gone.restore(recordingId),
      ];

      expect(outcomes).toEqual(["present", "present"]);
      expect(await countsIn(stores)).toEqual([1, 0]);
      expect(await stores.store.findMany([recordingId])).toEqual([upload]);
    });

    it.each([
      ["is there", false],
      ["is gone", true],
    ])("removes all that was measured of what %s, where it is not kept", async (_which, isGone) => {
      const stores = await opened();
      await stores.store.save(analysisOf("Ann", "Stays"));
      if (isGone) await forget(stores);

      const outcome = await forget(stores, 2_000, false);

      expect(outcome).toEqual({ state: "removed" });
      expect(await countsIn(stores)).toEqual([1, 0]);
      expect(await stores.store.findMany([recordingId, trackKey])).toEqual([undefined, undefined]);
      expect(await stores.store.findTimelines([recordingId])).toEqual([undefined]);
      expect(await stores.store.findNames(recordingId)).toEqual([]);
      expect(await forget(stores)).toBeUndefined();
    });

    it.each([
      ["holds it", file],
      ["held it before its bytes changed", unread],
    ])("hides and removes nothing while a file %s", async (_which, holding) => {
      const stores = await opened();
      await stores.files.save([holding]);

      const outcomes = [await forget(stores, 1_000, true), await forget(stores, 1_000, false)];

      const { folder, relativePath } = file;
      const held = { state: "held", path: { folder, relativePath }, fileCount: 1 };
      expect(outcomes).toEqual([held, held]);
      expect(await countsIn(stores)).toEqual([1, 0]);
    });

    it("lets what a file held leave once its bytes turn out to be no audio, and return", async () => {
      const stores = await opened({ ...upload, source: "library" });
      await stores.files.save([file]);
      await stores.files.save([unread]);
      const counts = [await countsIn(stores)];

      await stores.files.forgetFormer({ ...unread, sizeBytes: unread.sizeBytes + 1 });
      counts.push(await countsIn(stores));
      await stores.files.forgetFormer(unread);
      counts.push(await countsIn(stores));
      await stores.files.saveRecording(unread, recordingId);
      counts.push(await countsIn(stores));

      expect(counts).toEqual([
        [1, 0],
        [1, 0],
        [0, 1],
        [1, 0],
      ]);
    });

    it("names the first of the files by path, and how many there are", async () => {
      const stores = await opened();
      await stores.files.save(
        ["b", "a", "c"].map((relativePath) =>
          fileOf("Ann", "Upload", { relativePath, recordingId }),
        ),
      );

      const outcome = await forget(stores);

      const path = { folder: file.folder, relativePath: "a" };
      expect(outcome).toEqual({ state: "held", path, fileCount: 3 });
    });

    it("lets what left with its last file return with a file only", async () => {
      const stores = await opened({ ...upload, source: "library" });
      await stores.files.save([file]);
      await stores.files.remove([file]);
      const [before] = await stores.store.findMany([recordingId]);

      const outcomes = [await forget(stores, 1), await stores.gone.restore(recordingId)];
      const counts = [await countsIn(stores)];
      await stores.files.save([file]);
      counts.push(await countsIn(stores));

      expect(outcomes).toEqual([{ state: "gone", goneAt: before?.goneAt }, "withoutFile"]);
      expect(counts).toEqual([
        [0, 1],
        [1, 0],
      ]);
    });

    it("lets a forgotten upload return with a file that holds it, and leave with that", async () => {
      const stores = await opened();
      await forget(stores);
      const counts: (readonly number[])[] = [];

      await stores.files.save([file]);
      counts.push(await countsIn(stores));
      await stores.files.remove([file]);
      counts.push(await countsIn(stores));

      expect(counts).toEqual([
        [1, 0],
        [0, 1],
      ]);
      expect(await stores.store.findMany([recordingId])).toMatchObject([{ source: "library" }]);
    });

    it("lets a forgotten upload return when it is uploaded again", async () => {
      const stores = await opened();
      await forget(stores);

      await stores.store.save(upload);

      expect(await countsIn(stores)).toEqual([1, 0]);
    });

    it("leaves a forgotten preview gone when it is measured again", async () => {
      const preview = { ...upload, source: "deezer" };
      const stores = await opened(preview);
      await forget(stores);

      await stores.store.save({ ...preview, version: 2 });

      expect(await countsIn(stores)).toEqual([0, 1]);
    });

    it("knows nothing of recordings without an analysis", async () => {
      const { gone } = await open();
      const unknown = recordingOf("unknown");

      const outcomes = [
        await gone.forget(unknown, { at: 1_000, isKept: true }),
        await gone.forget(unknown, { at: 1_000, isKept: false }),
        await gone.restore(unknown),
      ];

      expect(outcomes).toEqual([undefined, undefined, undefined]);
    });

    it("removes some of what left before a time, what left first before the rest", async () => {
      const { store, gone } = await open();
      const titles = ["One", "Two", "Stays"];
      const [one, two, stays] = titles.map((title) => analysisOf("Ann", title));
      await store.save({ ...(one as Analysis), goneAt: 1_000 });
      await store.save({ ...(two as Analysis), goneAt: 2_000 });
      await store.save(stays as Analysis);

      const early = await gone.removeBefore(1_000, 10);
      const first = await gone.removeBefore(3_000, 1);
      const left = await countOf(store, { presence: "gone" });
      const rest = await gone.removeBefore(3_000, 10);

      expect([early, first, left, rest]).toEqual([0, 1, 1, 1]);
      expect(await countOf(store, { presence: "any" })).toBe(1);
      const keys = [one, two, stays].map((each) => (each as Analysis).trackKey);
      const found = await store.findMany(keys);
      expect(found.map((each) => each?.trackName)).toEqual([undefined, undefined, "Stays"]);
    });
  });
}
