import { mkdtemp, open, readFile, rm, writeFile } from "node:fs/promises";
import { existsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import BetterSqlite from "better-sqlite3";
import {
  cacheCheck,
  databaseCheck,
  serverDatabaseCheck,
} from "../../../src/adapters/diagnosis/database-checks.js";
import { openDatabase } from "../../../src/adapters/storage/database.js";
import { migrationNames } from "../../../src/adapters/storage/migrations/migrate.js";
import { inspectSqlite } from "../../../src/adapters/diagnosis/sqlite-inspection.js";
import { postgresAddressOf } from "../../../src/domain/operations/postgres-address.js";
import { inspectPostgres } from "../../../src/adapters/diagnosis/postgres-inspection.js";
import type { FindingState } from "../../../src/domain/operations/finding.js";
import { providedServer } from "../../postgres/provided-server.js";
import { openedDatabases } from "../storage/opened-databases.js";

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

  it("fails on the database of another program, which stays as it is", async () => {
    change("create table songs (name text); insert into songs values ('One')");
    const before = await readFile(path);

    const found = await finding();

    const message = expect.stringContaining("tables of another program") as string;
    expect(found).toMatchObject({ state: "fail", message });
    expect(await readFile(path)).toEqual(before);
  });

  it("fails where an index has other entries than its table", async () => {
    await make();
    change("create table kept (word text); insert into kept values ('one'), ('two')");
    change("create index kept_words on kept (word)");
    const bytes = await readFile(path);
    const at = bytes.lastIndexOf("two");
    await writeFile(
      path,
      Buffer.concat([bytes.subarray(0, at), Buffer.from("twp"), bytes.subarray(at + 3)]),
    );

    const message = expect.stringContaining("kept_words") as string;
    expect(await finding()).toMatchObject({ state: "fail", message });
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

  it("fails on an unfinished copy", async () => {
    await make();
    change("create table unfinished_copy (source text)");

    expect(await finding()).toMatchObject({
      state: "fail",
      message: expect.stringContaining("unfinished copy") as string,
      advice: expect.stringContaining("overtone copy") as string,
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

describe("The check of a database on a server", () => {
  const databases = openedDatabases("PostgreSQL");

  const findingFor = (url: string, now = Date.now()): Promise<FindingState> =>
    serverDatabaseCheck(postgresAddressOf(url), () => inspectPostgres(url, now), 10).run(signal);

  it("passes for a database of this version, and counts what is in it", async () => {
    const url = await databases.createUrl();
    const { kysely } = await databases.open({ url });
    const entry = { namespace: "n", key: "a", value: "v", expiresAt: null };
    await kysely.insertInto("cacheEntries").values(entry).execute();

    const found = await findingFor(url);

    expect(found).toMatchObject({
      state: "ok",
      message: expect.stringMatching(/: PostgreSQL \d+\.\d+, writable, at \d{4}-/) as string,
    });
    expect(await inspectPostgres(url, 0)).toMatchObject({ cacheEntryCount: 1 });
  });

  it.each([
    [3_600_000, /3(600|59\d) s ahead of that of the database/],
    [-3_600_000, /36\d\d s behind that of the database/],
  ])("warns of a clock that differs by %d ms from that of the server", async (by, message) => {
    const found = await findingFor(await databases.createUrl(), Date.now() + by);

    expect(found).toMatchObject({
      state: "warn",
      message: expect.stringMatching(message) as string,
      advice: expect.stringContaining("Synchronise") as string,
    });
  });

  it("fails on an unfinished copy", async () => {
    const url = await databases.createUrl();
    const { kysely } = await databases.open({ url });
    await kysely.schema.createTable("unfinishedCopy").addColumn("source", "text").execute();

    const found = await findingFor(url);

    await kysely.schema.dropTable("unfinishedCopy").execute();
    expect(found).toMatchObject({
      state: "fail",
      message: expect.stringContaining("unfinished copy") as string,
    });
  });

  it("warns of a database without tables", async () => {
    const server = await providedServer();

    expect(await findingFor(server.url("postgres"))).toMatchObject({
      state: "warn",
      message: expect.stringContaining(`lacks ${migrationNames.length} of`) as string,
    });
  });

  it("fails where the password is wrong, and does not print it", async () => {
    const server = await providedServer();
    const url = server.url("postgres", "guarded:hunter2");

    const found = await findingFor(url);

    expect(found).toMatchObject({
      state: "fail",
      message: expect.stringContaining("refuses the user or the password") as string,
    });
    expect(JSON.stringify(found)).not.toContain("hunter2");
  });
});
