import type { Analysis } from "../../../src/domain/analysis/analysis.js";
import type { RecordingId } from "../../../src/domain/track/recording-id.js";
import { trackKeyFrom } from "../../../src/domain/track/track-key.js";
import { recordingOf } from "../../fakes/measured-audio.js";
import { fileOf } from "../library-store.contract.js";
import { analysisOf, countOf } from "./analysis-store.contract.js";
import type { OpenedStores } from "./replaced-bytes.js";

const money = analysisOf("Pink Floyd", "Money");
const namesOf = ({ trackKey, artist, trackName }: Analysis) => ({ trackKey, artist, trackName });

/** Another recording of the name of `money`. */
const another = (which: string, facts: Partial<Analysis> = {}): Analysis => ({
  ...money,
  recordingId: recordingOf(which),
  ...facts,
});

/** What is known of a file in the folder of the library itself. */
const holdingFile = { folder: "" };

/** The contract of every AnalysisStore for names of several recordings, and recordings of several names. */
export function describeNamedRecordings(name: string, open: () => Promise<OpenedStores>): void {
  describe(`${name} as an AnalysisStore of names`, () => {
    it("returns the preferred recording of a name, and each recording by its id", async () => {
      const { store } = await open();
      const longer = another("the album", { durationSeconds: 400 });
      await store.save(longer);
      await store.save(money);

      const found = await store.findMany([money.trackKey, money.recordingId, longer.recordingId]);

      expect(found).toEqual([longer, money, longer]);
      expect(await countOf(store, {})).toBe(2);
    });

    it("says which recordings a name means, the same in each order of their saves", async () => {
      const whole = another("whole", { durationSeconds: 200 });
      const held = another("held", { durationSeconds: 100 });
      const upload = another("upload", { source: "upload", durationSeconds: 900 });
      const excerpt = another("excerpt", { source: "deezer", excerptSeconds: 30 });
      const files = ["a", "b"].map((path) =>
        fileOf("Pink Floyd", "Money", { relativePath: path, recordingId: held.recordingId }),
      );
      files.push(fileOf("Pink Floyd", "Money", { recordingId: whole.recordingId }));
      const answers: (readonly RecordingId[])[] = [];

      for (const order of permutationsOf([whole, held, upload, excerpt])) {
        const opened = await open();
        for (const analysis of order) await opened.store.save(analysis);
        await opened.files.save(files);
        const [found] = await opened.store.findNamed([money.trackKey]);
        answers.push(found?.recordings.map(({ recordingId }) => recordingId) ?? []);
      }

      const expected = [held, whole, upload, excerpt].map(({ recordingId }) => recordingId);
      expect(answers).toEqual(Array(24).fill(expected));
    }, 120_000);

    it("leads to a file that holds the preferred recording of a name, whatever its path", async () => {
      const { store, files } = await open();
      const longer = another("the album", { durationSeconds: 400 });
      const held = [money, longer].map(({ recordingId, durationSeconds }, index) =>
        fileOf("Pink Floyd", "Money", { relativePath: `${index}`, recordingId, durationSeconds }),
      );
      await store.save(money);
      await store.save(longer);
      await files.save(held);

      const [first] = await files.findFirst([money.trackKey]);

      expect(first).toEqual(held[1]);
      expect(await files.findFiles(money.trackKey)).toEqual([held[1], held[0]]);
    });

    it("says how many files of a name hold each of its recordings, and that one is unread", async () => {
      const { store, files } = await open();
      await store.save(money);
      const { recordingId } = money;
      await files.save([
        fileOf("Pink Floyd", "Money", { relativePath: "a", recordingId }),
        fileOf("Pink Floyd", "Money", { relativePath: "b", recordingId }),
        fileOf("Pink Floyd", "Time", { relativePath: "c", recordingId }),
        fileOf("Pink Floyd", "Money", { relativePath: "d" }),
      ]);

      const found = await store.findNamed([money.trackKey, trackKeyFrom("nobody", "nothing")]);

      expect(found).toEqual([
        {
          ...{ hasUnreadFile: true, names: namesOf(money) },
          recordings: [
            {
              ...{ recordingId, fileCount: 2, source: "library" },
              ...{ isExcerpt: false, durationMs: 180_000, isPinned: false },
            },
          ],
        },
        { hasUnreadFile: false, recordings: [] },
      ]);
    });

    it("returns a recording under each of its names, with the release of the listed one", async () => {
      const { store, files } = await open();
      const live = analysisOf("Pink Floyd", "Money (Live)");
      await store.save(money);
      const { recordingId } = money;
      await files.save([
        fileOf("Pink Floyd", "Money", { relativePath: "a", recordingId, album: "Echoes" }),
        fileOf("Pink Floyd", "Money (Live)", { relativePath: "b", recordingId, album: "Pulse" }),
      ]);

      const found = await store.findMany([money.trackKey, live.trackKey, recordingId]);

      const listed = { ...money, holdingFile, release: { album: "Echoes" } };
      expect(found).toEqual([listed, { ...money, holdingFile, ...namesOf(live) }, listed]);
      expect(await countOf(store, {})).toBe(1);
    });

    it("leads from a name that its file has given up to what it meant", async () => {
      const { store, files } = await open();
      const mony = analysisOf("Pink Floyd", "Mony");
      const { recordingId } = mony;
      await files.save([fileOf("Pink Floyd", "Mony", { relativePath: "a", recordingId })]);
      await store.save(mony);

      await files.save([fileOf("Pink Floyd", "Money", { relativePath: "a", recordingId })]);

      const found = await store.findMany([money.trackKey, mony.trackKey]);
      const held = { ...mony, holdingFile };
      expect(found).toEqual([{ ...held, ...namesOf(money) }, held]);
      const names = await store.findNames(recordingId);
      expect(names.map(({ trackName }) => trackName).sort()).toEqual(["Money", "Mony"]);
    });

    it("leads from each name that a file had, one after the other", async () => {
      const { store, files } = await open();
      const { recordingId } = money;
      const titles = ["Money", "Mony", "Moony", "Last"];
      await store.save(money);

      for (const title of titles) {
        await files.save([fileOf("Pink Floyd", title, { relativePath: "a", recordingId })]);
      }

      const found = await store.findMany(titles.map((title) => trackKeyFrom("Pink Floyd", title)));
      expect(found.map((analysis) => analysis?.trackName)).toEqual(titles);
    });

    it("does not lead from a name with a new, unread file to what another file holds", async () => {
      const { store, files } = await open();
      const { recordingId } = money;
      await store.save(money);
      await files.save([fileOf("Pink Floyd", "Time", { relativePath: "a", recordingId })]);

      await files.save([fileOf("Pink Floyd", "Money", { relativePath: "b" })]);

      expect(await store.findMany([money.trackKey, trackKeyFrom("Pink Floyd", "Time")])).toEqual([
        undefined,
        { ...money, holdingFile, ...namesOf(analysisOf("Pink Floyd", "Time")) },
      ]);
    });

    it("leads from the names of two files whose titles were swapped to what each holds", async () => {
      const { store, files } = await open();
      const time = analysisOf("Pink Floyd", "Time");
      for (const analysis of [money, time]) await store.save(analysis);
      const titled = (titles: readonly string[]) =>
        [money, time].map(({ recordingId }, at) =>
          fileOf("Pink Floyd", titles[at]!, { relativePath: `${at}`, recordingId }),
        );
      await files.save(titled(["Money", "Time"]));

      await files.save(titled(["Time", "Money"]));

      const found = await store.findMany([money.trackKey, time.trackKey]);
      const ids = found.map((analysis) => analysis?.recordingId);
      expect(ids).toEqual([time.recordingId, money.recordingId]);
    });

    it("still leads to what was uploaded under the name of an unread file", async () => {
      const { store, files } = await open();
      const upload = another("upload", { source: "upload" });
      await store.save(upload);

      await files.save([fileOf("Pink Floyd", "Money")]);

      expect(await store.findMany([money.trackKey])).toEqual([upload]);
    });

    it.each([
      ["NFD", "Sigur Rós".normalize("NFD")],
      ["two spaces", "Sigur  Rós"],
    ])("leads from the key of the name %s to the name of its tag", async (_form, tagged) => {
      const { store } = await open();
      const analysis = analysisOf(tagged, "Intro");
      await store.save(analysis);

      const found = await store.findMany([trackKeyFrom("Sigur Rós", "Intro")]);

      expect(found).toMatchObject([{ recordingId: analysis.recordingId, artist: tagged }]);
    });
  });
}

function permutationsOf<Item>(items: readonly Item[]): readonly (readonly Item[])[] {
  if (items.length === 0) return [[]];
  return items.flatMap((item, at) =>
    permutationsOf(items.filter((_, index) => index !== at)).map((rest) => [item, ...rest]),
  );
}
