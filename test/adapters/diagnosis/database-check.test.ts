import { mkdtemp, open, readFile, rm, writeFile } from "node:fs/promises";
import { existsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import BetterSqlite from "better-sqlite3";
import { cacheCheck, databaseCheck } from "../../../src/adapters/diagnosis/database-checks.js";
import { openDatabase } from "../../../src/adapters/storage/database.js";
import { inspectSqlite } from "../../../src/adapters/storage/sqlite/sqlite-inspection.js";
import type { FindingState } from "../../../src/domain/finding.js";

const { signal } = new AbortController();

describe("The check of the database", () => {
  let folder: string;
  let path: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "overtone-doctor-"));
    path = join(folder, "overtone.db");
  });
  afterEach(() => rm(folder, { recursive: true }));

  const now = Date.UTC(2026, 0, 1);
  const inspect = () => inspectSqlite(path, now);
  const finding = (): Promise<FindingState> => databaseCheck(path, inspect).run(signal);
  const make = async (): Promise<void> => (await openDatabase({ url: `sqlite:${path}` })).close();
  const change = (sql: string): void => {
    const handle = new BetterSqlite(path);
    handle.exec(sql);
    handle.close();
  };

  it("passes for a database of this version, and does not change it", async () => {
    await make();
    const before = await readFile(path);

    const found = await finding();

    expect(found).toMatchObject({
      state: "ok",
      message: expect.stringMatching(/undamaged, writable, at \d{4}-/) as string,
    });
    expect(await readFile(path)).toEqual(before);
  });

  it("passes for a database that a server has open", async () => {
    const database = await openDatabase({ url: `sqlite:${path}` });

    const found = await finding();

    expect(found.state).toBe("ok");
    await database.close();
  });

  it("does not create a missing database", async () => {
    const found = await finding();

    expect(found).toMatchObject({
      state: "ok",
      message: expect.stringContaining("none yet") as string,
    });
    expect(existsSync(path)).toBe(false);
  });

  it("fails on a file that is not a database", async () => {
    await writeFile(path, "not a database at all, but long enough to be taken for one by its size");

    expect(await finding()).toMatchObject({
      state: "fail",
      message: expect.stringContaining("not a database") as string,
      advice: expect.stringContaining("backup") as string,
    });
  });

  it("fails on a damaged database", async () => {
    await make();
    const file = await open(path, "r+");
    const { size } = await file.stat();
    await file.write(Buffer.alloc(size - 4096, 0x5a), 0, size - 4096, 4096);
    await file.close();

    expect(await finding()).toMatchObject({
      state: "fail",
      message: expect.stringContaining("damaged") as string,
    });
  });

  it("warns of a database that lacks migrations", async () => {
    await make();
    change("delete from kysely_migration where name like '0004%'");

    expect(await finding()).toMatchObject({
      state: "warn",
      message: expect.stringContaining("lacks 1 of") as string,
      advice: expect.stringContaining("overtone migrate") as string,
    });
  });

  it("fails on a database of a newer version", async () => {
    await make();
    change("insert into kysely_migration values ('9999-tomorrow', '')");

    expect(await finding()).toMatchObject({
      state: "fail",
      message: expect.stringContaining("9999-tomorrow") as string,
    });
  });

  it("counts the entries of the cache, and fails when the database cannot be read", async () => {
    await make();
    change(`insert into cache_entries values
      ('n', 'a', 'v', null), ('n', 'b', 'v', ${now + 1}), ('n', 'c', 'v', ${now})`);
    const cache = cacheCheck(inspect, 60);
    const before = await cache.run(signal);
    await writeFile(path, "not a database at all, but long enough to be taken for one by its size");

    const after = await cache.run(signal);

    expect(before).toEqual({
      state: "ok",
      message: "in the database; entries: 2, each kept for 60 s",
    });
    expect(after).toMatchObject({ state: "fail", advice: "Repair the database first." });
  });
});
