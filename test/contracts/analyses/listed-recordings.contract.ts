import type { LibraryFile } from "../../../src/domain/library/library-file.js";
import {
  defaultOrder,
  type CataloguePosition,
  type TrackOrder,
} from "../../../src/domain/catalogue/catalogue-query.js";
import { positionOf } from "../../../src/domain/catalogue/order-position.js";
import { passesFilter } from "../../../src/domain/catalogue/passes-filter.js";
import {
  parseTrackFilter,
  type TrackFilterParameters,
} from "../../../src/domain/catalogue/track-filter.js";
import type { Analysis } from "../../../src/domain/analysis/analysis.js";
import type { AnalysisStore } from "../../../src/ports/analysis/analysis-store.js";
import { recordingOf } from "../../fakes/measured-audio.js";
import { sixSeconds } from "../../fakes/timelines.js";
import { fileOf } from "../library-store.contract.js";
import { analysisOf, countOf } from "./analysis-store.contract.js";
import type { OpenedCatalogue } from "./replaced-bytes.js";

const money = analysisOf("Pink Floyd", "Money");
const { recordingId } = money;
const other = recordingOf("other");

/** A file that holds `money`. */
const holding = (relativePath: string, title: string, facts: Partial<LibraryFile> = {}) =>
  fileOf("Pink Floyd", title, { relativePath, recordingId, ...facts });

/** The contract of every AnalysisStore for recordings as files of the library hold them. */
export function describeListedRecordings(name: string, open: () => Promise<OpenedCatalogue>): void {
  describe(`${name} as an AnalysisStore of recordings in files`, () => {
    it("lists a recording once, under the name and release of its first file by path", async () => {
      const { store, files } = await open();
      await store.save(money);
      const titles: (string | undefined)[] = [];
      const list = async () => titles.push(await listedTitleOf(store));

      await list();
      await files.save([holding("b", "In B", { album: "Echoes" })]);
      await list();
      await files.save([holding("a", "In A"), holding("c", "In C")]);
      await list();
      await files.save([holding("a", "Retagged")]);
      await list();
      await files.remove([holding("a", "Retagged")]);
      await list();

      expect(titles).toEqual(["Money", "In B", "In A", "Retagged", "In B"]);
      expect(await store.findMany([recordingId])).toMatchObject([{ release: { album: "Echoes" } }]);
      expect(await countOf(store, { text: "retagged" })).toBe(0);
      expect(await countOf(store, { text: "in b" })).toBe(1);
    });

    it("filters, orders and counts recordings by the files that hold them", async () => {
      const { store, files, catalogue } = await open();
      const [flac, mp3, none] = ["Flac", "Mp3", "None"].map((title) => analysisOf("Ann", title));
      for (const one of [flac, mp3, none]) await store.save(one as Analysis);
      const inFolder = (
        of: Analysis | undefined,
        relativePath: string,
        facts: Partial<LibraryFile>,
      ) =>
        fileOf("Ann", of?.trackName ?? "", {
          relativePath,
          ...(of && { recordingId: of.recordingId }),
          ...facts,
        });
      const first = { format: "FLAC", bitRateKbps: 900, addedAt: 2_000, label: "Blue Note" };
      const last = { format: "MP3", bitRateKbps: 128, addedAt: 3_000 };
      await files.save([
        inFolder(flac, "Jazz/1959/a.flac", first),
        inFolder(flac, "Zz/copy.mp3", { ...last, addedAt: 1_000 }),
        inFolder(mp3, "Jazz/b.mp3", last),
      ]);
      const filters: readonly TrackFilterParameters[] = [
        { folder: ["jazz"] },
        { folder: ["Jazz/1959"] },
        { folder: ["1959"] },
        { format: ["flac"] },
        { format: ["Mp3", "FLAC"] },
        { bitRateKbps: { lte: 128 } },
        { addedAt: { gte: "1970-01-01T00:00:01Z", lte: "1970-01-01T00:00:01Z" } },
        { addedAt: { lte: "1970-01-01" } },
        { hasFile: false },
        { label: ["blue note"] },
      ];

      const found: (readonly string[])[] = [];
      for (const parameters of filters) {
        const filter = parseTrackFilter(parameters);
        const all = await store.list({ filter: {}, order: defaultOrder });
        const { items } = await store.list({ filter, order: defaultOrder });
        found.push(items.map(({ trackName }) => trackName).sort());
        expect(all.items.filter((one) => passesFilter(one, filter))).toHaveLength(items.length);
      }
      const { facets } = await catalogue.countFacets({
        ...{ fields: ["folder", "format", "label", "hasFile"], filter: {}, first: 10 },
      });

      expect(found).toEqual([
        ["Flac", "Mp3"],
        ["Flac"],
        [],
        ["Flac"],
        ["Flac", "Mp3"],
        ["Mp3"],
        ["Flac"],
        ["Flac", "Mp3"],
        ["None"],
        ["Flac"],
      ]);
      expect(facets.map(({ values }) => values.map(({ value, count }) => [value, count]))).toEqual([
        [
          ["Jazz", 2],
          ["Jazz/1959", 1],
        ],
        [
          ["FLAC", 1],
          ["MP3", 1],
        ],
        [["Blue Note", 1]],
        [
          ["true", 2],
          ["false", 1],
        ],
      ]);
    });

    it.each<[TrackOrder["field"], string[]]>([
      ["folder", ["Mp3", "Flac", "None"]],
      ["format", ["Flac", "Mp3", "None"]],
      ["bitRateKbps", ["Mp3", "Flac", "None"]],
      ["addedAt", ["Flac", "Mp3", "None"]],
    ])(
      "pages through recordings in the order of %s, those without a file last",
      async (field, expected) => {
        const { store, files } = await open();
        const titles = ["Flac", "Mp3", "None"];
        for (const title of titles) await store.save(analysisOf("Ann", title));
        const facts = [
          { relativePath: "B/a", format: "FLAC", bitRateKbps: 900, addedAt: 1_000 },
          { relativePath: "A/b", format: "MP3", bitRateKbps: 128, addedAt: 2_000 },
        ];
        await files.save(
          facts.map((one, index) => {
            const { recordingId: held, trackName } = analysisOf("Ann", titles[index] ?? "");
            return fileOf("Ann", trackName, { recordingId: held, ...one });
          }),
        );
        const order: TrackOrder = { field, direction: "asc" };

        const seen: string[] = [];
        let after: CataloguePosition | undefined;
        while (seen.length < titles.length) {
          const page = { filter: {}, order, first: 1, ...(after && { after }) };
          const [item] = (await store.list(page)).items;
          if (item === undefined) break;
          seen.push(item.trackName);
          after = positionOf(item, order);
        }

        expect(seen).toEqual(expected);
      },
    );

    it("hides a recording with the last of its files, and shows it again with the next, as it was", async () => {
      const { store, files, catalogue } = await open();
      await store.save(money);
      const [a, b] = [holding("a", "In A"), holding("b", "In B")];
      const counts: (readonly number[])[] = [];
      const count = async () => {
        const asked = (["present", "gone", "any"] as const).map((presence) =>
          countOf(store, { presence }),
        );
        counts.push([...(await Promise.all(asked)), await countOf(store, {})]);
      };

      await files.save([a, b]);
      await files.remove([a]);
      await count();
      await files.remove([b]);
      await count();
      const [gone] = await store.findMany([money.trackKey]);
      const [hidden, shown] = await Promise.all(
        (["present", "gone"] as const).map((presence) =>
          catalogue.countFacets({ fields: ["source"], filter: { presence }, first: 1 }),
        ),
      );
      await files.save([a]);
      await count();
      const [returned] = await store.findMany([money.trackKey]);

      expect(counts).toEqual([
        [1, 0, 1, 1],
        [0, 1, 1, 0],
        [1, 0, 1, 1],
      ]);
      expect([hidden?.totalCount, shown?.totalCount]).toEqual([0, 1]);
      expect(gone).toMatchObject({ recordingId, goneAt: expect.any(Number) as number });
      expect(returned).toMatchObject({ recordingId, estimates: money.estimates });
      expect(returned?.goneAt).toBeUndefined();
      expect(returned?.analyzedAt).toBe(money.analyzedAt);
    });

    it("hides what no file holds any more, however the last of them left", async () => {
      const file = holding("a", "In A", { folder: "/music" });
      const changed = fileOf("Pink Floyd", "In A", {
        ...{ relativePath: "a", folder: "/music", formerRecordingId: recordingId },
      });
      const ways: readonly ((files: OpenedCatalogue["files"]) => Promise<unknown>)[] = [
        (files) => files.remove([file]),
        (files) => files.removeFolder("/music"),
        async (files) => {
          await files.save([changed]);
          await files.remove([changed]);
        },
        async (files) => {
          await files.save([changed]);
          await files.removeFolder("/music");
        },
      ];
      const counts: number[] = [];

      for (const leave of ways) {
        const { store, files } = await open();
        await store.save(money);
        await files.save([file]);
        await leave(files);
        counts.push(await countOf(store, { presence: "gone" }));
      }

      expect(counts).toEqual([1, 1, 1, 1]);
    });

    it("hides what was measured on a file that was removed meanwhile, until one holds it", async () => {
      const { store, files } = await open();
      const counts: (readonly number[])[] = [];
      const count = async () => {
        const presences = ["present", "gone"] as const;
        counts.push(await Promise.all(presences.map((presence) => countOf(store, { presence }))));
      };

      await files.save([holding("a", "In A")]);
      await files.remove([holding("a", "In A")]);
      await store.save(money, undefined, { isOfFile: true });
      await count();
      await files.save([holding("a", "In A")]);
      await count();
      await store.save({ ...money, version: 2 }, undefined, { isOfFile: true });
      await count();

      expect(counts).toEqual([
        [0, 1],
        [1, 0],
        [1, 0],
      ]);
    });

    it("lists a recording while a file that held it is not read again", async () => {
      const { store, files } = await open();
      await store.save(money);
      await files.save([holding("a", "In A")]);

      const { relativePath } = holding("a", "In A");
      await files.save([
        fileOf("Pink Floyd", "In A", { relativePath, formerRecordingId: recordingId }),
      ]);

      expect(await countOf(store, { hasFile: false })).toBe(1);
      expect(await countOf(store, { presence: "gone" })).toBe(0);
    });

    it("lists what is gone again when it is uploaded, and keeps it without a file from then on", async () => {
      const { store, files } = await open();
      await store.save(money);
      await files.save([holding("a", "In A")]);
      await files.remove([holding("a", "In A")]);

      await store.save({ ...money, source: "upload" });
      await files.save([holding("a", "In A")]);
      await files.remove([holding("a", "In A")]);

      expect(await countOf(store, { source: "upload" })).toBe(1);
      expect(await countOf(store, { presence: "gone" })).toBe(0);
    });

    it("lists uploads and previews, which never came with a file, when a file that held them is removed", async () => {
      const { store, files } = await open();
      for (const source of ["upload", "deezer"]) {
        const one = { ...analysisOf("Ann", source), source };
        const file = fileOf("Ann", source, { relativePath: source, recordingId: one.recordingId });
        await store.save(one);
        await files.save([file]);
        await files.remove([file]);
      }

      expect(await countOf(store, {})).toBe(2);
      expect(await countOf(store, { presence: "gone" })).toBe(0);
    });

    it("keeps the name of a recording whose last file is removed", async () => {
      const { store, files } = await open();
      await files.save([holding("a", "In A", { folder: "/music" })]);
      await store.save(money);

      await files.removeFolder("/music");

      expect(await listedTitleOf(store)).toBe("In A");
      expect(await store.findMany([money.trackKey])).toMatchObject([{ recordingId }]);
    });

    it("lists a recording under the name of its file also where it is measured later", async () => {
      const { store, files } = await open();
      await files.save([holding("a", "In A")]);

      await store.save(money);

      expect(await listedTitleOf(store)).toBe("In A");
    });

    it("stores what a file holds, unless it was changed, retagged or removed meanwhile", async () => {
      const { store, files } = await open();
      await store.save(money);
      const file = fileOf("Pink Floyd", "Money");
      await files.save([file]);
      const others = [
        { ...file, modifiedAt: 1 },
        { ...file, changedAt: 1 },
        { ...file, sizeBytes: 1 },
        { ...file, fingerprint: "another" },
        fileOf("Pink Floyd", "Time", { relativePath: file.relativePath }),
        fileOf("Pink Floyd", "Money", { relativePath: "removed" }),
      ];

      const areStored: boolean[] = [];
      for (const one of others) areStored.push(await files.saveRecording(one, other));
      const isStored = await files.saveRecording(file, recordingId);

      expect(areStored).toEqual(others.map(() => false));
      expect(isStored).toBe(true);
      expect(await files.findFiles(recordingId)).toEqual([
        { ...file, recordingId, durationSeconds: money.durationSeconds },
      ]);
      expect(await files.findFiles(other)).toEqual([]);
    });

    it("removes the analysis of a recording whose bytes were replaced in its only file", async () => {
      const { store, files } = await open();
      await store.save({ ...money, timeline: sixSeconds });
      const replaced = fileOf("Pink Floyd", "Money", { formerRecordingId: recordingId });
      await files.save([replaced]);

      await files.saveRecording(replaced, other);

      expect(await store.findMany([recordingId, money.trackKey])).toEqual([undefined, undefined]);
      expect(await store.findTimelines([recordingId])).toEqual([undefined]);
      expect(await store.findNames(recordingId)).toEqual([]);
      expect(await countOf(store, {})).toBe(0);
    });

    it.each<[string, Partial<Analysis>, Partial<LibraryFile>]>([
      ["another file holds", {}, { recordingId }],
      [
        "another file held before its bytes may have changed",
        {},
        { formerRecordingId: recordingId },
      ],
      ["was uploaded", { source: "upload" }, {}],
    ])("keeps the analysis of a replaced recording that %s", async (_which, facts, ofOther) => {
      const { store, files } = await open();
      await store.save({ ...money, ...facts });
      const replaced = fileOf("Pink Floyd", "Money", { formerRecordingId: recordingId });
      await files.save([replaced, fileOf("Pink Floyd", "Copy", ofOther)]);

      await files.saveRecording(replaced, other);

      expect(await store.findMany([recordingId])).toMatchObject([{ recordingId }]);
    });

    it("does not lead from a name to what its file held before its bytes were replaced", async () => {
      const { store, files } = await open();
      const shorter = { ...money, recordingId: other, durationSeconds: 20 };
      await store.save(money);
      await store.save(shorter);
      await files.save([holding("copy", "Elsewhere")]);
      const replaced = fileOf("Pink Floyd", "Money", { formerRecordingId: recordingId });
      await files.save([replaced]);

      await files.saveRecording(replaced, other);
      await files.remove([replaced]);

      const [found] = await store.findNamed([money.trackKey]);
      expect(found?.recordings.map((recording) => recording.recordingId)).toEqual([other]);
    });

    it("knows an unverified analysis by its digest from now on, and has its files read", async () => {
      const { store, files } = await open();
      await store.save({ ...money, isUnverified: true, timeline: sixSeconds });
      await files.save([holding("a", "Money"), holding("b", "Copy")]);

      await store.verify(recordingId, other);

      const verified = { ...money, recordingId: other };
      expect(await store.findMany([recordingId, other])).toEqual([undefined, verified]);
      expect(await store.findTimelines([other])).toEqual([sixSeconds]);
      const names = await store.findNames(other);
      expect(names.map(({ trackName }) => trackName).sort()).toEqual(["Copy", "Money"]);
      expect(await files.findFiles(recordingId)).toEqual([]);
      expect(await countOf(store, {})).toBe(1);
    });

    it("removes an unverified analysis of a recording that has one, and verifies no unknown one", async () => {
      const { store } = await open();
      const known = { ...money, recordingId: other, durationSeconds: 20 };
      await store.save({ ...money, isUnverified: true });
      await store.save(known);

      await store.verify(recordingId, other);
      await store.verify(recordingId, recordingOf("third"));

      const found = await store.findMany([recordingId, other, recordingOf("third")]);
      expect(found).toEqual([undefined, known, undefined]);
    });
  });
}

/** Returns the title of the only recording that is listed. */
async function listedTitleOf(store: AnalysisStore): Promise<string | undefined> {
  const { items } = await store.list({ filter: { presence: "any" }, order: defaultOrder });
  expect(items).toHaveLength(1);
  return items[0]?.trackName;
}
