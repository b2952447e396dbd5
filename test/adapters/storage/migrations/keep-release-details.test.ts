import BetterSqlite from "better-sqlite3";
import { Kysely, SqliteDialect } from "kysely";
import { keepReleaseDetails } from "../../../../src/adapters/storage/migrations/0027-keep-release-details.js";
import { createLibraryFiles } from "../../../../src/adapters/storage/migrations/0004-create-library-files.js";

describe("The migration that keeps details of releases", () => {
  it("makes the next scan read the tags of all files again, and keeps the rest", async () => {
    const handle = new BetterSqlite(":memory:");
    const kysely = new Kysely<never>({ dialect: new SqliteDialect({ database: handle }) });
    await createLibraryFiles.up(kysely);
    const columns = handle.pragma("table_info(library_files)") as {
      readonly name: string;
      readonly type: string;
    }[];
    const row = Object.fromEntries(
      columns.map(({ name, type }) => [name, type.toLowerCase() === "text" ? "x" : 1_000]),
    );
    const names = Object.keys(row);
    handle
      .prepare(
        `insert into library_files (${names.join(", ")}) values (${names.map((name) => `@${name}`).join(", ")})`,
      )
      .run(row);

    await keepReleaseDetails.up(kysely);

    const [after] = handle.prepare("select * from library_files").all();
    const details = { genre: null, year: null, track_number: null, disc_number: null };
    expect(after).toEqual({ ...row, modified_at: 999, ...details });
    await kysely.destroy();
  });
});
