import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import type { Database } from "../../../../src/adapters/storage/database.js";
import {
  sealedTables,
  unsealedTables,
} from "../../../../src/adapters/storage/seals/sealed-tables.js";
import { SqlRowSeals } from "../../../../src/adapters/storage/seals/sql-row-seals.js";
import { contentOf, fill } from "../copy/copied-content.js";
import { databaseSystems, openedDatabases } from "../opened-databases.js";
import { comparedRows, SealedFile } from "./changed-byte.js";

const NEVER = new AbortController().signal;

/** Runs a statement as a disk would: no trigger notices it. */
async function changeUnnoticed(
  database: Database,
  table: string,
  statement: string,
): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(database.kysely);
  if (database.system === "postgres") {
    await run(`alter table ${table} disable trigger user`);
    await run(statement);
    await run(`alter table ${table} enable trigger user`);
    return;
  }
  const names = ["update", "delete"].map((change) => `unseal_${table}_on_${change}`);
  const { rows } = await sql<{ sql: string }>`
    select sql from sqlite_schema where name in (${sql.join(names)})
  `.execute(database.kysely);
  for (const name of names) await run(`drop trigger ${name}`);
  await run(statement);
  for (const row of rows) await run(row.sql);
}

describe.each(databaseSystems)("On %s, the seals of rows", (system) => {
  const databases = openedDatabases(system);

  async function opened() {
    const database = await databases.open();
    await fill(database, contentOf(60));
    const seals = new SqlRowSeals({ database });
    return { database, seals, run: (text: string) => sql.raw(text).execute(database.kysely) };
  }

  it("are of each table, except those that are left out with a reason", async () => {
    const { kysely } = await databases.open();

    const tables = await kysely.introspection.getTables();

    const named = [...sealedTables.map(({ name }) => name), ...Object.keys(unsealedTables)];
    expect(named.sort()).toEqual(tables.map(({ name }) => name).sort());
  });

  it("are of no row before they are made, and of each row afterwards", async () => {
    const { seals } = await opened();

    const before = await comparedRows(seals);
    await seals.seal(NEVER);
    const after = await comparedRows(seals);

    expect(before).toEqual({ count: 0, damaged: [] });
    const rows = Object.entries(contentOf(60)).filter(([name]) => !(name in unsealedTables));
    const count = rows.reduce((sum, [, some]) => sum + some.length, 0);
    expect(after).toEqual({ count, damaged: [] });
  });

  it("are each in one of several shares", async () => {
    const { seals } = await opened();
    await seals.seal(NEVER);
    const { count } = await comparedRows(seals);

    const shares = [];
    for (let index = 0; index < 7; index++)
      shares.push(await comparedRows(seals, { index, of: 7 }));

    expect(shares.reduce((sum, share) => sum + share.count, 0)).toBe(count);
    expect(shares.every((share) => share.count > 0)).toBe(true);
  });

  it("go with a change or a removal by a statement, which is no damage", async () => {
    const { seals, run } = await opened();
    await seals.seal(NEVER);
    const { count } = await comparedRows(seals);

    await run("update library_files set album = 'Other' where folder = '/music 0'");
    await run("delete from playlists");
    const after = await comparedRows(seals);
    await seals.seal(NEVER);
    const again = await comparedRows(seals);

    expect(after).toEqual({ count: count - 30 - 60, damaged: [] });
    expect(again).toEqual({ count: count - 60, damaged: [] });
  });

  it("find a row that was changed or lost by no statement, also in later shares, until a statement changes it", async () => {
    const { database, seals, run } = await opened();
    await seals.seal(NEVER);

    await changeUnnoticed(
      database,
      "playlists",
      "update playlists set recipe = '' where id = 'pl_7'",
    );
    await changeUnnoticed(database, "corrections", "delete from corrections where field = 'tempo'");
    const { damaged } = await comparedRows(seals);
    const later = [];
    for (let index = 0; index < 7; index++) {
      later.push((await comparedRows(seals, { index, of: 7 })).damaged);
    }
    await seals.seal(NEVER);
    const stillLater = await comparedRows(seals);
    await run("update playlists set recipe = '{}' where id = 'pl_7'");
    const mended = await comparedRows(seals);

    expect(damaged).toHaveLength(2);
    expect(damaged.join()).toContain('playlists ["pl_7"]');
    expect(damaged.join()).toMatch(/corrections \["rec:0{16}", ?"tempo"\]/);
    expect(later).toEqual(Array.from({ length: 7 }, () => damaged));
    expect(stillLater.damaged).toEqual(damaged);
    expect(mended.damaged).toEqual([damaged.find((name) => name.startsWith("corrections"))]);
  });

  it("end where they are aborted", async () => {
    const { seals } = await opened();
    const aborted = AbortSignal.abort(new Error("stopped"));

    await expect(seals.seal(aborted)).rejects.toThrow("stopped");
  });
});

describe("Of bytes that are changed in a database file", () => {
  let folder: string;
  beforeAll(async () => (folder = await mkdtemp(join(tmpdir(), "overtone-bytes-"))));
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it("none that belongs to a row is missed", async () => {
    const file = await SealedFile.make(folder, 100);

    const outcomes = [];
    for (let index = 0; index < 30; index++) outcomes.push(await file.change(1, index));

    expect(outcomes.filter(({ outcome }) => outcome === "missed")).toEqual([]);
    expect(outcomes.filter(({ outcome }) => outcome === "found").length).toBeGreaterThan(8);
  });
});
