import type { Database } from "../../../src/adapters/storage/database.js";
import { databaseSystems, openedDatabases } from "./opened-databases.js";

describe.each(databaseSystems)("A transaction that only reads, on %s", (system) => {
  const databases = openedDatabases(system);

  const beginReading = ({ kysely }: Database) =>
    kysely.transaction().setIsolationLevel("repeatable read").setAccessMode("read only");

  const insert = ({ kysely }: Database, key: string): Promise<unknown> =>
    kysely
      .insertInto("cacheEntries")
      .values({ namespace: "test", key, value: "", expiresAt: null })
      .execute();

  it("sees the state of its first read, while this and another process write", async () => {
    const url = await databases.createUrl();
    const database = await databases.open({ url, waitMilliseconds: 1_000 });
    const other = await databases.open({ url, waitMilliseconds: 1_000 });
    await insert(database, "before");

    const seen = await beginReading(database).execute(async (transaction) => {
      await transaction.selectFrom("apiKeys").select("lookup").execute();
      await insert(database, "meanwhile");
      await insert(other, "elsewhere");
      return transaction.selectFrom("cacheEntries").select("key").execute();
    });
    const after = await database.kysely.selectFrom("cacheEntries").select("key").execute();

    expect(seen).toEqual([{ key: "before" }]);
    expect(after).toHaveLength(3);
  });

  it("refuses to write", async () => {
    const database = await databases.open({ url: await databases.createUrl() });

    const writing = beginReading(database).execute((transaction) =>
      transaction.deleteFrom("cacheEntries").execute(),
    );

    await expect(writing).rejects.toThrow();
    await insert(database, "afterwards");
  });
});
