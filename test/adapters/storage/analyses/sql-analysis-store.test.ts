import { CatalogueIndex } from "../../../../src/adapters/storage/catalogue/catalogue-index.js";
import { SqlAnalysisStore } from "../../../../src/adapters/storage/analyses/sql-analysis-store.js";
import { SqlRecordingPins } from "../../../../src/adapters/storage/analyses/sql-recording-pins.js";
import { RecentRecordings } from "../../../../src/adapters/storage/analyses/recent-recordings.js";
import { SqlLibraryStore } from "../../../../src/adapters/storage/library/sql-library-store.js";
import { trackKeyFrom } from "../../../../src/domain/track/track-key.js";
import { describeAnalysisColumns } from "../../../contracts/analyses/analysis-columns.contract.js";
import {
  analysisOf,
  countOf,
  describeAnalysisStore,
} from "../../../contracts/analyses/analysis-store.contract.js";
import { describeAnalysisTimelines } from "../../../contracts/analyses/analysis-timelines.contract.js";
import { describeBrowsedAnalyses } from "../../../contracts/analyses/browsed-analyses.contract.js";
import { describeRankedAnalyses } from "../../../contracts/analyses/ranked-analyses.contract.js";
import { describeListedRecordings } from "../../../contracts/analyses/listed-recordings.contract.js";
import { describeNamedRecordings } from "../../../contracts/analyses/named-recordings.contract.js";
import {
  describeRecordingPins,
  type OpenedPins,
} from "../../../contracts/analyses/recording-pins.contract.js";
import { replaceBytes, type OpenedCatalogue } from "../../../contracts/analyses/replaced-bytes.js";
import { recordingOf } from "../../../fakes/measured-audio.js";
import { describeCatalogueWindows } from "../../../contracts/analyses/catalogue-windows.contract.js";
import { databaseSystems, openedDatabases } from "../opened-databases.js";

describe.each(databaseSystems)("On %s,", (system) => {
  const databases = openedDatabases(system);

  const open = async (): Promise<OpenedPins & OpenedCatalogue> => {
    const database = await databases.open();
    const recent = new RecentRecordings();
    const catalogue = new CatalogueIndex(database);
    return {
      ...{ store: new SqlAnalysisStore({ database, recent, catalogue }), catalogue },
      files: new SqlLibraryStore({ database, recent }),
      pins: new SqlRecordingPins({ database, recent }),
    };
  };

  describeAnalysisStore("SqlAnalysisStore", open);
  describeNamedRecordings("SqlAnalysisStore", open);
  describeRecordingPins("SqlRecordingPins", open);
  describeListedRecordings("SqlAnalysisStore", open);
  describeBrowsedAnalyses("SqlAnalysisStore", open);
  describeRankedAnalyses("SqlAnalysisStore", open);
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
      await replaceBytes(new SqlLibraryStore({ database }), analysisOf("Artist", "First"));
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

    it("finds three hundred keys in two statements, and their further keys in another", async () => {
      const statements: string[] = [];
      const database = await databases.open({ onStatement: (sql) => statements.push(sql) });
      const store = new SqlAnalysisStore({ database });
      await store.save(analysisOf("Artist", "Track 7"));
      const keys = Array.from({ length: 300 }, (_, index) =>
        trackKeyFrom("Artist", `Track ${index}`),
      );
      statements.length = 0;

      const found = await store.findMany(keys);

      expect(found.flatMap((analysis) => analysis?.trackName ?? [])).toEqual(["Track 7"]);
      expect(statements).toHaveLength(3);
    });

    it("lets other work run between parts of many analyses", async () => {
      let turn = 0;
      const turns: number[] = [];
      const database = await databases.open({ onStatement: () => turns.push(turn) });
      const store = new SqlAnalysisStore({ database });
      const analysis = analysisOf("Artist", "Track 499");
      await store.save(analysis);
      const ids = Array.from({ length: 500 }, (_, index) => recordingOf(`Track ${index}`));
      const count = (): void => {
        turn += 1;
        next = setImmediate(count);
      };
      let next = setImmediate(count);
      turns.length = 0;

      const found = await store.findMany([...ids, analysis.recordingId]);

      clearImmediate(next);
      expect(found.at(-1)).toEqual(analysis);
      expect(turns).toHaveLength(6);
      expect(new Set(turns).size).toBe(6);
    });
  });
});
