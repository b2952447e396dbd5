import { sql } from "kysely";
import {
  copiedTables,
  leftOutTables,
} from "../../../../src/adapters/storage/copy/copied-tables.js";
import { databaseSystems, openedDatabases } from "../opened-databases.js";
import { tablesOf } from "./copied-content.js";

const copied = copiedTables.map(({ name }) => name);

describe.each(databaseSystems)("The tables of a copy, on %s", (system) => {
  const databases = openedDatabases(system);

  it("are all tables of the schema, except those that are left out with a reason", async () => {
    const { kysely } = await databases.open();

    const tables = await kysely.introspection.getTables();

    const names = tables.map(({ name }) => name).sort();
    expect([...copied, ...Object.keys(leftOutTables)].sort()).toEqual(names);
  });

  it("have no column that the database numbers itself: the copy would have to continue it", async () => {
    const { kysely } = await databases.open();

    const tables = await kysely.introspection.getTables();

    const numbered = tables.filter(({ columns }) =>
      columns.some(({ isAutoIncrementing }) => isAutoIncrementing),
    );
    expect(numbered).toEqual([]);
  });
});

describe("The tables of a copy", () => {
  const databases = openedDatabases();

  it("come after those that they refer to", async () => {
    const { kysely } = await databases.open();

    const { rows } = await sql<{ child: string; parent: string }>`
      select tables.name as child, keys."table" as parent
      from sqlite_schema as tables, pragma_foreign_key_list(tables.name) as keys
    `.execute(kysely);

    expect(rows.length).toBeGreaterThan(0);
    for (const { child, parent } of rows) {
      expect(copied.indexOf(parent)).toBeLessThan(copied.indexOf(child));
    }
  });

  it("are read by their primary key, or have one row", async () => {
    const database = await databases.open();

    for (const { name, key, isCounter } of copiedTables) {
      const { rows } = await sql<{ name: string }>`
        select name from pragma_table_info(${name}) where pk > 0 order by pk
      `.execute(database.kysely);
      const primaryKey = rows.map((column) => column.name);

      expect({ name, primaryKey }).toEqual({ name, primaryKey: isCounter ? [] : key });
      if (isCounter)
        expect(await tablesOf(database).selectFrom(name).selectAll().execute()).toHaveLength(1);
    }
  });
});
