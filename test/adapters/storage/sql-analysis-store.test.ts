import { SqlAnalysisStore } from "../../../src/adapters/storage/sql-analysis-store.js";
import { trackKeyFrom } from "../../../src/domain/track-key.js";
import { describeAnalysedSpellings } from "../../contracts/analysed-spellings.contract.js";
import { analysisOf, describeAnalysisStore } from "../../contracts/analysis-store.contract.js";
import { describeAnalysisTimelines } from "../../contracts/analysis-timelines.contract.js";
import { openedDatabases } from "./opened-databases.js";

const databases = openedDatabases();

const open = async (): Promise<SqlAnalysisStore> =>
  new SqlAnalysisStore({ database: await databases.open() });

describeAnalysisStore("SqlAnalysisStore", open);
describeAnalysedSpellings("SqlAnalysisStore", open);
describeAnalysisTimelines("SqlAnalysisStore", open);

describe("SqlAnalysisStore", () => {
  it("finds three hundred keys in one statement", async () => {
    const statements: string[] = [];
    const database = await databases.open({ onStatement: (sql) => statements.push(sql) });
    const store = new SqlAnalysisStore({ database });
    const lender = analysisOf("Artist", "Track 7");
    await store.save(lender);
    const borrower = { artist: "Artist", trackName: "Track 9" };
    const trackKey = trackKeyFrom(borrower.artist, borrower.trackName);
    await store.keepSpelling({ ...borrower, trackKey, analysisKey: lender.trackKey });
    const keys = Array.from({ length: 300 }, (_, index) =>
      trackKeyFrom("Artist", `Track ${index}`),
    );
    statements.length = 0;

    const found = await store.findMany(keys);

    expect(found.flatMap((analysis) => analysis?.trackName ?? [])).toEqual(["Track 7", "Track 9"]);
    expect(statements).toHaveLength(1);
  });
});
