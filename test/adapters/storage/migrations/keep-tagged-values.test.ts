import BetterSqlite from "better-sqlite3";
import { Kysely, SqliteDialect } from "kysely";
import { keepTaggedValues } from "../../../../src/adapters/storage/migrations/0024-keep-tagged-values.js";
import { createLibraryFiles } from "../../../../src/adapters/storage/migrations/0004-create-library-files.js";

describe("The migration that keeps tagged values", () => {
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

    await keepTaggedValues.up(kysely);

    const [after] = handle.prepare("select * from library_files").all();
    expect(after).toEqual({ ...row, modified_at: 999, tagged: null });
    await kysely.destroy();
  });
});
