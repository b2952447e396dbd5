import { SqlAnalysisStore } from "../../../../src/adapters/storage/analyses/sql-analysis-store.js";
import { trackKeyFrom } from "../../../../src/domain/track/track-key.js";
import { describeAnalysisColumns } from "../../../contracts/analyses/analysis-columns.contract.js";
import { describeRenamedAnalyses } from "../../../contracts/analyses/renamed-analyses.contract.js";
import { describeAnalysedSpellings } from "../../../contracts/analyses/analysed-spellings.contract.js";
import {
  analysisOf,
  countOf,
  describeAnalysisStore,
} from "../../../contracts/analyses/analysis-store.contract.js";
import { describeAnalysisTimelines } from "../../../contracts/analyses/analysis-timelines.contract.js";
import { describeBrowsedAnalyses } from "../../../contracts/analyses/browsed-analyses.contract.js";
import { describeCatalogueWindows } from "../../../contracts/analyses/catalogue-windows.contract.js";
import { databaseSystems, openedDatabases } from "../opened-databases.js";

describe.each(databaseSystems)("On %s,", (system) => {
  const databases = openedDatabases(system);

  const open = async (): Promise<SqlAnalysisStore> =>
    new SqlAnalysisStore({ database: await databases.open() });

  describeAnalysisStore("SqlAnalysisStore", open);
  describeAnalysedSpellings("SqlAnalysisStore", open);
  describeRenamedAnalyses("SqlAnalysisStore", open);
  describeBrowsedAnalyses("SqlAnalysisStore", open);
  describeCatalogueWindows("SqlAnalysisStore", open);
  describeAnalysisTimelines("SqlAnalysisStore", open);
  describeAnalysisColumns("SqlAnalysisStore", open);

  describe("SqlAnalysisStore", () => {
    it("lists what another process on the same database has written and removed", async () => {
      const database = await databases.open();
      const [ours, theirs] = [
        new SqlAnalysisStore({ database }),
        new SqlAnalysisStore({ database }),
      ];
      await theirs.save(analysisOf("Artist", "First"));
      const one = await countOf(ours, {});

      await theirs.save(analysisOf("Artist", "Second"));
      await theirs.remove([trackKeyFrom("Artist", "First")]);
      const listed = await ours.list({ filter: {}, order: { field: "tempo", direction: "asc" } });

      expect(one).toBe(1);
      expect(listed.items.map(({ trackName }) => trackName)).toEqual(["Second"]);
    });

    it("answers all reads and writes while the catalogue is loaded for the first time", async () => {
      const database = await databases.open();
      const writer = new SqlAnalysisStore({ database });
      for (let index = 0; index < 30; index += 1) {
        await writer.save(analysisOf("Artist", `Track ${index}`));
      }
      const store = new SqlAnalysisStore({ database });

      const [first, second, third] = await Promise.all([
        countOf(store, {}),
        countOf(store, { text: "7" }),
        store.save(analysisOf("Artist", "Late")).then(() => countOf(store, { text: "late" })),
      ]);

      expect([30, 31]).toContain(first);
      expect(second).toBe(3);
      expect(third).toBe(1);
    });

    it("finds three hundred keys in one statement", async () => {
      const statements: string[] = [];
      const database = await databases.open({ onStatement: (sql) => statements.push(sql) });
      const store = new SqlAnalysisStore({ database });
      const recording = analysisOf("Artist", "Track 7");
      await store.save(recording);
      const spelling = { artist: "Artist", trackName: "Track 9" };
      const trackKey = trackKeyFrom(spelling.artist, spelling.trackName);
      await store.saveSpelling({ ...spelling, trackKey, analysisKey: recording.trackKey });
      const keys = Array.from({ length: 300 }, (_, index) =>
        trackKeyFrom("Artist", `Track ${index}`),
      );
      statements.length = 0;

      const found = await store.findMany(keys);

      expect(found.flatMap((analysis) => analysis?.trackName ?? [])).toEqual([
        "Track 7",
        "Track 9",
      ]);
      expect(statements).toHaveLength(1);
    });
  });
});
