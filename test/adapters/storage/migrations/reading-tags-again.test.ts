import BetterSqlite from "better-sqlite3";
import { Kysely, SqliteDialect } from "kysely";
import { keepCredits } from "../../../../src/adapters/storage/migrations/0030-keep-credits.js";
import { keepTaggedValues } from "../../../../src/adapters/storage/migrations/0024-keep-tagged-values.js";
import { keepReleaseDetails } from "../../../../src/adapters/storage/migrations/0027-keep-release-details.js";
import { createLibraryFiles } from "../../../../src/adapters/storage/migrations/0004-create-library-files.js";

const details = ["genre", "year", "track_number", "disc_number"];
const credits = ["artists", "album_artist", "composer", "work", "movement", "movement_number"];

describe.each([
  ["tagged values", keepTaggedValues, ["tagged"]],
  ["details of releases", keepReleaseDetails, details],
  ["credits", keepCredits, credits],
])("The migration that keeps %s", (_kept, migration, added) => {
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

    await migration.up(kysely);

    const [after] = handle.prepare("select * from library_files").all();
    const nulls = Object.fromEntries(added.map((name) => [name, null]));
    expect(after).toEqual({ ...row, modified_at: 999, ...nulls });
    await kysely.destroy();
  });
});
