import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import { SqlApiKeyStore } from "../../../../src/adapters/storage/api-keys/sql-api-key-store.js";
import type { Database, DatabaseOptions } from "../../../../src/adapters/storage/database.js";
import { PostgresProxy } from "../../../postgres/postgres-proxy.js";
import { keyWith } from "../../../contracts/access/api-key-store.contract.js";
import { openedDatabases } from "../opened-databases.js";

/** Time after which this process knows that its idle connections were cut. */
const NOTICED_MILLISECONDS = 50;

describe("A PostgreSQL server that is lost", () => {
  const databases = openedDatabases("PostgreSQL");
  let proxy: PostgresProxy;

  beforeEach(async () => {
    proxy = new PostgresProxy(await databases.createUrl());
    await proxy.open();
  });
  afterEach(async () => {
    await proxy.close();
  });

  async function open(options: Partial<DatabaseOptions> = {}) {
    const database = await databases.open({ url: proxy.url, waitMilliseconds: 5_000, ...options });
    return { database, keys: new SqlApiKeyStore({ database }) };
  }

  const unavailable = { code: "STORAGE_UNAVAILABLE", facts: { retryAfterSeconds: 5 } };
  const busy = { code: "STORAGE_BUSY", facts: { retryAfterSeconds: 5 } };

  it("is read and written again when its connections were lost while they were idle", async () => {
    const { keys } = await open();
    await Promise.all([keys.list(), keys.list(), keys.list()]);

    proxy.cut();
    const listed = await keys.list();
    proxy.cut();
    await pause(NOTICED_MILLISECONDS);
    await keys.add(keyWith({ lookup: "after" }));

    expect(listed).toEqual([]);
    expect(await keys.list()).toHaveLength(1);
  });

  it("is read and written again when all idle connections fail with their next statement", async () => {
    const { database, keys } = await open({ connections: 4 });
    const useAll = (): Promise<unknown> =>
      Promise.all(Array.from({ length: 4 }, () => keys.list()));
    const add = (lookup: string): Promise<void> =>
      database.kysely
        .transaction()
        .execute((transaction) =>
          new SqlApiKeyStore({ database: { ...database, kysely: transaction } }).add(
            keyWith({ lookup }),
          ),
        );

    await useAll();
    proxy.cutWhenUsed();
    const listed = await keys.list();
    await useAll();
    proxy.cutWhenUsed();
    await add("after");

    expect(listed).toEqual([]);
    expect(await keys.list()).toHaveLength(1);
  });

  it("is read again, once, when the connection is lost during the read", async () => {
    const { database } = await open();
    const reading = database.kysely
      .selectFrom(sql<{ slept: string }>`(select pg_sleep(0.3)::text as slept)`.as("sleep"))
      .select("slept")
      .execute();
    await pause(100);

    proxy.cut();

    await expect(reading).resolves.toHaveLength(1);
  });

  it("refuses a transaction that it loses, and does not run it again", async () => {
    const { database, keys } = await open();
    let runs = 0;

    const writing = database.kysely.transaction().execute(async (transaction) => {
      runs += 1;
      await new SqlApiKeyStore({ database: { ...database, kysely: transaction } }).add(
        keyWith({ lookup: "one" }),
      );
      proxy.cut();
      await pause(20);
      await new SqlApiKeyStore({ database: { ...database, kysely: transaction } }).add(
        keyWith({ lookup: "two" }),
      );
    });

    await expect(writing).rejects.toMatchObject(unavailable);
    expect(runs).toBe(1);
    expect(await keys.list()).toEqual([]);
  });

  it("refuses reads at once while it is stopped, and executes writes when it runs again", async () => {
    const { keys } = await open();
    await proxy.close();
    await pause(NOTICED_MILLISECONDS);
    const writing = keys.add(keyWith({ lookup: "patient" }));

    await expect(keys.list()).rejects.toMatchObject(unavailable);
    await pause(200);
    await proxy.open();

    await writing;
    expect(await keys.list()).toHaveLength(1);
  });

  it("refuses writes when it stays stopped for longer than their wait limit", async () => {
    const { keys } = await open({ waitMilliseconds: 50 });
    await proxy.close();

    const writing = keys.add(keyWith({ lookup: "refused" }));

    await expect(writing).rejects.toMatchObject(unavailable);
  });

  it("refuses a statement that waits too long for a row, and one that waits for a connection", async () => {
    const { database, keys } = await open({ waitMilliseconds: 100, connections: 2 });
    const hold = async (first: string, then: () => Promise<unknown>): Promise<void> =>
      database.kysely.transaction().execute(async (transaction) => {
        await sql.raw(first).execute(transaction);
        await then();
      });
    const locked = "select revision from library_revision for update";

    await hold(locked, async () => {
      await expect(sql.raw(locked).execute(database.kysely)).rejects.toMatchObject(busy);
    });
    await hold("select 1", () =>
      hold("select 1", async () => {
        await expect(keys.list()).rejects.toMatchObject(busy);
      }),
    );

    expect(await keys.list()).toEqual([]);
  });

  it.each([
    ["57014", "STORAGE_BUSY"],
    ["40P01", "STORAGE_BUSY"],
    ["53200", "STORAGE_BUSY"],
    ["53100", "STORAGE_FULL"],
    ["53300", "STORAGE_UNAVAILABLE"],
    ["57P01", "STORAGE_UNAVAILABLE"],
    ["25006", "STORAGE_UNAVAILABLE"],
  ])("translates its error %s to %s", async (state, code) => {
    const { database } = await open();

    const failing = raise(database, state);

    await expect(failing).rejects.toMatchObject({ code });
  });

  it("leaves the errors of statements as they are", async () => {
    const { database } = await open();

    await expect(raise(database, "23505")).rejects.toMatchObject({ code: "23505" });
  });

  it("reports a commit that became a rollback, because a statement had failed", async () => {
    const { database, keys } = await open();

    const writing = database.kysely.transaction().execute(async (transaction) => {
      await new SqlApiKeyStore({ database: { ...database, kysely: transaction } }).add(
        keyWith({ lookup: "one" }),
      );
      await sql`select 1 / 0`.execute(transaction).catch(() => undefined);
    });

    await expect(writing).rejects.toThrow("answered a commit with ROLLBACK");
    expect(await keys.list()).toEqual([]);
  });
});

const raise = (database: Database, state: string): Promise<unknown> =>
  sql.raw(`do $$ begin raise sqlstate '${state}'; end $$`).execute(database.kysely);
