import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import BetterSqlite from "better-sqlite3";
import { type Kysely, sql } from "kysely";
import type { Database } from "../../../src/adapters/storage/database.js";
import { SqlApiKeyStore } from "../../../src/adapters/storage/api-keys/sql-api-key-store.js";
import { openedDatabases } from "./opened-databases.js";

const WRITING_PROCESS = fileURLToPath(new URL("writing-process.ts", import.meta.url));

describe("a SQLite database", () => {
  const databases = openedDatabases();
  let folder = "";

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "overtone-database-"));
  });

  afterEach(async () => {
    await rm(folder, { recursive: true, force: true });
  });

  it("is created, with its folder, when it does not exist", async () => {
    const file = join(folder, "some", "where", "overtone.db");

    await databases.open({ url: `sqlite:${file}` });

    expect((await stat(file)).isFile()).toBe(true);
  });

  it("is created with its folder, accessible to its owner only", async () => {
    const file = join(folder, "data", "overtone.db");

    const database = await databases.open({ url: `sqlite:${file}` });
    await new SqlApiKeyStore({ database }).add(keyNamed("kept", 1));

    const modes = await modesOf(join(folder, "data"), file, `${file}-wal`, `${file}-shm`);
    expect(modes).toEqual([0o700, 0o600, 0o600, 0o600]);
  });

  it("loses the permissions of other users when it is opened", async () => {
    const file = join(folder, "overtone.db");
    await (await databases.open({ url: `sqlite:${file}` })).close();
    await chmod(file, 0o644);

    await databases.open({ url: `sqlite:${file}` });

    expect(await modesOf(file, `${file}-wal`, `${file}-shm`)).toEqual([0o600, 0o600, 0o600]);
  });

  it("keeps its content when it is closed and opened again", async () => {
    const url = `sqlite:${join(folder, "overtone.db")}`;
    const first = await databases.open({ url });
    await new SqlApiKeyStore({ database: first }).add(keyNamed("kept", 1));
    await first.close();

    const second = await databases.open({ url });

    const keys = await new SqlApiKeyStore({ database: second }).list();
    expect(keys.map(({ name }) => name)).toEqual(["kept"]);
  });

  it("is opened and written by two processes at once without loss, damage or deadlock", async () => {
    const url = `sqlite:${join(folder, "overtone.db")}`;
    const writers = ["a", "b"].map((prefix) => startWriter([url, prefix, "300"]));
    await Promise.all(writers.map((writer) => once(writer, "message")));

    for (const writer of writers) writer.send("go");
    const exits = await Promise.all(writers.map((writer) => once(writer, "exit")));

    const database = await databases.open({ url });
    const keys = await new SqlApiKeyStore({ database }).list();
    expect(exits.map(([code]) => code as unknown)).toEqual([0, 0]);
    expect(keys.filter(({ name }) => name === "a")).toHaveLength(300);
    expect(keys.filter(({ name }) => name === "b")).toHaveLength(300);
    expect(await pragma(database, "integrity_check")).toEqual([{ integrityCheck: "ok" }]);
  });

  it("uses write-ahead logging, no busy timeout of the driver, and foreign keys", async () => {
    const database = await databases.open({ url: `sqlite:${join(folder, "overtone.db")}` });

    const journalMode = await pragma(database, "journal_mode");
    const busyTimeout = await pragma(database, "busy_timeout");
    const foreignKeys = await pragma(database, "foreign_keys");

    expect(journalMode).toEqual([{ journalMode: "wal" }]);
    expect(busyTimeout).toEqual([{ timeout: 0 }]);
    expect(foreignKeys).toEqual([{ foreignKeys: 1 }]);
  });

  it("refuses a file that is not a database with a message that names it", async () => {
    const file = join(folder, "notes.txt");
    await writeFile(file, "These are notes. ".repeat(500));

    const opening = databases.open({ url: `sqlite:${file}` });

    await expect(opening).rejects.toThrow(`The database ${file} is not a database`);
  });

  it("refuses a folder that it cannot create with a message that names it", async () => {
    await writeFile(join(folder, "file"), "");

    const opening = databases.open({ url: `sqlite:${join(folder, "file", "overtone.db")}` });

    await expect(opening).rejects.toThrow(`The folder ${join(folder, "file")}`);
  });

  it("refuses a path that is a folder with a message that names it", async () => {
    const opening = databases.open({ url: `sqlite:${folder}` });

    await expect(opening).rejects.toThrow(`The database ${folder} cannot be opened`);
  });

  it.each(["sqlite:relative.db", "mysql://user:secret@host/db", "sqlite:", "overtone.db"])(
    "refuses the URL %s without repeating a password",
    async (url) => {
      const opening = databases.open({ url });

      await expect(opening).rejects.toThrow(/^(?!.*secret)The database path|^A database URL/u);
    },
  );

  it.each([
    ["no migrations", "create table songs (name text)"],
    [
      "migrations of its own",
      "create table kysely_migration (name text); insert into kysely_migration values ('0001-songs')",
    ],
    [
      "a table for migrations, and none yet",
      "create table kysely_migration (name text); create table songs (name text)",
    ],
  ])(
    "refuses the database of another program, which has %s, without changing it",
    async (_has, statements) => {
      const file = join(folder, "songs.db");
      const other = new BetterSqlite(file);
      other.exec(statements);
      other.close();
      const before = await readFile(file);

      const opening = databases.open({ url: `sqlite:${file}` });

      await expect(opening).rejects.toThrow("has the tables of another program");
      expect(await readFile(file)).toEqual(before);
    },
  );

  it("says that it is damaged where that shows after it was opened", async () => {
    const file = join(folder, "overtone.db");
    await (await databases.open({ url: `sqlite:${file}` })).close();
    const database = await databases.open({ url: `sqlite:${file}` });
    const bytes = await readFile(file);
    await writeFile(file, bytes.fill(0x5a, 4096));

    const reading = new SqlApiKeyStore({ database }).list();

    await expect(reading).rejects.toMatchObject({
      code: "STORAGE_UNAVAILABLE",
      message: expect.stringContaining("damaged") as string,
    });
  });

  it("refuses a database of a newer version without changing it", async () => {
    const url = `sqlite:${join(folder, "overtone.db")}`;
    const newer = await databases.open({ url });
    await (newer.kysely as unknown as Kysely<Record<string, Record<string, string>>>)
      .insertInto("kysely_migration")
      .values({ name: "9999-of-the-future", timestamp: "2099-01-01T00:00:00.000Z" })
      .execute();
    await newer.close();

    const opening = databases.open({ url });

    await expect(opening).rejects.toThrow('newer version of Overtone, with the migration "9999');
  });

  it.each(["alone", "in a transaction"])(
    "refuses a write %s as STORAGE_FULL, and writes again when there is space",
    async (how) => {
      const database = await databases.open({ url: `sqlite:${join(folder, "overtone.db")}` });
      const keys = new SqlApiKeyStore({ database });
      const large = keyNamed("x".repeat(1_000_000), 1);
      const write = (): Promise<void> =>
        how === "alone"
          ? keys.add(large)
          : database.kysely.transaction().execute(async (transaction) => {
              await new SqlApiKeyStore({ database: { ...database, kysely: transaction } }).add(
                large,
              );
            });
      await pragma(database, "max_page_count = 1");

      const [first, second] = await Promise.allSettled([write(), write()]);
      const whileFull = await keys.list();
      await pragma(database, "max_page_count = 1000000");
      await write();

      const refused = {
        code: "STORAGE_FULL",
        facts: { retryAfterSeconds: 10 },
        cause: { message: expect.stringContaining("the disk is full (SQLITE_FULL)") as string },
      };
      expect(first).toMatchObject({ status: "rejected", reason: refused });
      expect(second).toMatchObject({ status: "rejected", reason: refused });
      expect(whileFull).toEqual([]);
      expect(await keys.list()).toHaveLength(1);
    },
  );

  it("finishes the running transaction before it closes", async () => {
    const url = `sqlite:${join(folder, "overtone.db")}`;
    const database = await databases.open({ url });
    const writing = database.kysely.transaction().execute(async (transaction) => {
      const row = { ...keyNamed("slow", 1), scopes: "read" };
      await transaction.insertInto("apiKeys").values(row).execute();
      await nextTurn();
      await transaction.updateTable("apiKeys").set({ name: "done" }).execute();
    });

    await Promise.all([writing, database.close()]);

    const reopened = await databases.open({ url });
    const [key] = await new SqlApiKeyStore({ database: reopened }).list();
    expect(key?.name).toBe("done");
  });

  it("may be closed twice", async () => {
    const database = await databases.open();
    await database.close();

    const closing = database.close();

    await expect(closing).resolves.toBeUndefined();
  });
});

function modesOf(...paths: readonly string[]): Promise<readonly number[]> {
  return Promise.all(paths.map(async (path) => (await stat(path)).mode & 0o777));
}

function startWriter(parameters: readonly string[]): ChildProcess {
  return fork(WRITING_PROCESS, parameters, {
    execArgv: ["--import", "tsx"],
  });
}

async function pragma(database: Database, text: string): Promise<readonly unknown[]> {
  return (await sql.raw(`pragma ${text}`).execute(database.kysely)).rows;
}

function keyNamed(name: string, createdAt: number) {
  return {
    lookup: "0123abcd",
    secretHash: "00",
    name,
    scopes: ["read" as const],
    createdAt,
    expiresAt: null,
    revokedAt: null,
  };
}
