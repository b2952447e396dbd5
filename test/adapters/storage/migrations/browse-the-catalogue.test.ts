import BetterSqlite from "better-sqlite3";
import { Kysely, SqliteDialect } from "kysely";
import { createAnalyses } from "../../../../src/adapters/storage/migrations/0002-create-analyses.js";
import { knowRecordings } from "../../../../src/adapters/storage/migrations/0005-know-recordings.js";
import { browseTheCatalogue } from "../../../../src/adapters/storage/migrations/0008-browse-the-catalogue.js";

describe("The migration to a catalogue that is browsed in memory", () => {
  it("moves the confidences of all existing analyses, and counts each as changed once", async () => {
    const handle = new BetterSqlite(":memory:");
    const kysely = new Kysely<never>({ dialect: new SqliteDialect({ database: handle }) });
    for (const migration of [createAnalyses, knowRecordings]) await migration.up(kysely);
    const row = handle.prepare(
      "insert into analyses (track_key, version, analyzed_at, duration_ms, duration_seconds, names_folded, artist_folded, track_name_folded, artist, track_name, source) values (?, 1, 0, 0, 0, '', '', '', '', '', '')",
    );
    const details = handle.prepare("insert into analysis_details values (?, ?)");
    for (let index = 0; index < 450; index += 1) {
      row.run(`key ${index}`);
      const confidences = { tempo: index / 450 };
      details.run(`key ${index}`, JSON.stringify({ confidences, beats: [1] }));
    }

    await browseTheCatalogue.up(kysely);

    const all = (sql: string): unknown[] => handle.prepare(sql).pluck().all();
    const moved = all("select confidences from analyses order by rowid");
    const left = all("select distinct details from analysis_details");
    const revisions = all("select revision from analysis_changes order by revision");
    expect(moved).toEqual(
      Array.from({ length: 450 }, (_, index) => JSON.stringify({ tempo: index / 450 })),
    );
    expect(left).toEqual(['{"beats":[1]}']);
    expect(revisions).toEqual(Array.from({ length: 450 }, (_, index) => index + 1));
    expect(all("select revision from analysis_revision")).toEqual([450]);
    await kysely.destroy();
  });
});
