import { openDatabase } from "../../../../src/adapters/storage/database.js";
import { SqlAnalysisStore } from "../../../../src/adapters/storage/analyses/sql-analysis-store.js";
import { analysisOf } from "../../../contracts/analyses/analysis-store.contract.js";

describe("CatalogueIndex", () => {
  it("finds initials with and without dots, and symbols only as they are written", async () => {
    const database = await openDatabase({ url: "sqlite::memory:" });
    const store = new SqlAnalysisStore({ database });
    await store.save(analysisOf("R.E.M.", "Stand"));
    await store.save(analysisOf("Lumen & the Tides", "Harbour Lights"));
    await store.save(analysisOf("emoji 🎵", "Smile"));

    const found = await Promise.all(
      ["R.E.M.", "rem", "🎵", "lumen & tides"].map(async (text) => {
        const order = { field: "artist", direction: "asc" } as const;
        const { items } = await store.list({ filter: { text }, order });
        return items.map(({ trackName }) => trackName);
      }),
    );

    expect(found).toEqual([["Stand"], ["Stand"], ["Smile"], ["Harbour Lights"]]);
    await database.close();
  });
});
