import { SqlAnalysisStore } from "../../../src/adapters/storage/sql-analysis-store.js";
import { trackKeyFrom } from "../../../src/domain/track-key.js";
import { analysisOf, describeAnalysisStore } from "../../contracts/analysis-store.contract.js";
import { openedDatabases } from "./opened-databases.js";

const databases = openedDatabases();

describeAnalysisStore("SqlAnalysisStore", async () => {
  return new SqlAnalysisStore({ database: await databases.open() });
});

describe("SqlAnalysisStore", () => {
  it("finds three hundred keys in one statement", async () => {
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
    expect(statements).toHaveLength(1);
  });
});
