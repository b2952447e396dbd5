import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import BetterSqlite from "better-sqlite3";
import { SqlApiKeyStore } from "../../../src/adapters/storage/api-keys/sql-api-key-store.js";
import { waitUntil } from "../../wait-until.js";
import { openedDatabases } from "./opened-databases.js";

/** Another connection locks the file in the same way as another process. */
describe("a database that another process locks", () => {
  const databases = openedDatabases();
  let folder = "";
  let file = "";
  let other: BetterSqlite.Database;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "overtone-locked-"));
    file = join(folder, "overtone.db");
    await (await databases.open({ url: `sqlite:${file}` })).close();
    other = new BetterSqlite(file);
  });

  afterEach(async () => {
    other.close();
    await rm(folder, { recursive: true, force: true });
  });

  const open = (waitMilliseconds: number) =>
    databases.open({ url: `sqlite:${file}`, waitMilliseconds });

  it("is readable, also while a write waits", async () => {
    const database = await open(60_000);
    const keys = new SqlApiKeyStore({ database });
    await keys.add(keyNamed("before"));
    other.exec("begin exclusive");
    const writing = keys.add(keyNamed("after"));

    const found = await keys.list();

    other.exec("rollback");
    await writing;
    expect(found.map(({ name }) => name)).toEqual(["before"]);
  });

  it("is written as soon as the lock is released, in the order of the writes", async () => {
    const database = await open(60_000);
    const keys = new SqlApiKeyStore({ database });
    other.exec("begin immediate");
    const writing = ["one", "two", "three"].map((name) => keys.add(keyNamed(name)));
    await turns(3);

    other.exec("rollback");

    await Promise.all(writing);
    const rows = other.prepare("select name from api_keys order by rowid").pluck().all();
    expect(rows).toEqual(["one", "two", "three"]);
  });

  it("does not block the event loop while writes and transactions wait", async () => {
    const database = await open(200);
    const keys = new SqlApiKeyStore({ database });
    other.exec("begin immediate");
    const writing = Promise.allSettled([
      keys.add(keyNamed("alone")),
      database.kysely.transaction().execute(() => Promise.resolve()),
    ]);

    const turnCount = await turnsUntil(writing);

    expect(turnCount).toBeGreaterThan(10);
  });

  it.each(["a statement", "a transaction"])(
    "refuses %s with STORAGE_BUSY after the wait limit, and then works again",
    async (what) => {
      const database = await open(20);
      const keys = new SqlApiKeyStore({ database });
      other.exec("begin immediate");

      const writing =
        what === "a statement"
          ? keys.add(keyNamed("refused"))
          : database.kysely.transaction().execute(() => Promise.resolve());

      await expect(writing).rejects.toMatchObject({
        code: "STORAGE_BUSY",
        facts: { retryAfterSeconds: 5 },
      });
      other.exec("rollback");
      await keys.add(keyNamed("taken"));
      expect((await keys.list()).map(({ name }) => name)).toEqual(["taken"]);
    },
  );

  it("refuses writes that wait behind another write by their own wait limit", async () => {
    const database = await open(30);
    const keys = new SqlApiKeyStore({ database });
    other.exec("begin immediate");

    const outcomes = await Promise.allSettled(
      Array.from({ length: 20 }, (_, index) => keys.add(keyNamed(`key ${index}`))),
    );

    const codes = outcomes.map((outcome) =>
      outcome.status === "rejected" ? (outcome.reason as { code?: string }).code : "kept",
    );
    expect(new Set(codes)).toEqual(new Set(["STORAGE_BUSY"]));
  });

  it("shows a commit of another process to readers with a cache", async () => {
    const database = await open(60_000);
    const keys = new SqlApiKeyStore({ database });
    const key = keyNamed("seen");
    await database.kysely.transaction().execute(async (transaction) => {
      const own = new SqlApiKeyStore({ database: { ...database, kysely: transaction } });
      await own.add(key);
      expect(await keys.find(key.lookup)).toBeUndefined();
    });

    const found = await keys.find(key.lookup);

    expect(found?.name).toBe("seen");
  });
});

function turns(count: number): Promise<void> {
  return count === 0
    ? Promise.resolve()
    : new Promise((resolve) => setImmediate(() => resolve(turns(count - 1))));
}

/** Returns how many turns the event loop made until then. */
async function turnsUntil(done: Promise<unknown>): Promise<number> {
  let count = 0;
  let isDone = false;
  void done.then(() => (isDone = true));
  await waitUntil(() => {
    if (!isDone) count += 1;
    return isDone;
  });
  return count;
}

function keyNamed(name: string) {
  return {
    lookup: name,
    secretHash: "00",
    name,
    scopes: ["read" as const],
    createdAt: 1,
    expiresAt: null,
    revokedAt: null,
  };
}
