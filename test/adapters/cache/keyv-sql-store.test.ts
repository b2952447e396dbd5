import { Keyv } from "keyv";
import { KeyvSqlStore } from "../../../src/adapters/cache/keyv-sql-store.js";
import type { Database } from "../../../src/adapters/storage/database.js";
import { ManualClock } from "../../fakes/manual-clock.js";
import { databaseSystems, openedDatabases } from "../storage/opened-databases.js";

describe.each(databaseSystems)("KeyvSqlStore on %s", (system) => {
  const databases = openedDatabases(system);

  it("stores what a Keyv sets, deletes and clears", async () => {
    const keyv = keyvOn(await databases.open(), "one");
    await keyv.set("a", { deep: [1, null, "ü"] });
    await keyv.setMany([
      { key: "b", value: 2 },
      { key: "c", value: 3 },
    ]);

    const isDeleted = await keyv.delete("b");
    const isDeletedAgain = await keyv.delete("b");

    expect([isDeleted, isDeletedAgain]).toEqual([true, false]);
    expect(await keyv.getMany(["c", "b", "a"])).toEqual([3, undefined, { deep: [1, null, "ü"] }]);
    expect([await keyv.has("a"), await keyv.has("b")]).toEqual([true, false]);
    expect(await keyv.deleteMany(["a"])).toBe(true);
    await keyv.clear();
    expect(await keyv.get("c")).toBeUndefined();
  });

  it("keeps namespaces apart, also when one is cleared", async () => {
    const database = await databases.open();
    const [one, other] = [keyvOn(database, "one"), keyvOn(database, "one:more")];
    await one.set("a", 1);
    await other.set("a", 2);

    await one.clear();

    expect(await one.get("a")).toBeUndefined();
    expect(await other.get("a")).toBe(2);
  });

  it("removes expired rows a few hundred at a time while others are written", async () => {
    const database = await databases.open();
    const clock = new ManualClock();
    const store = new KeyvSqlStore({ database, clock });
    await store.setMany(entries(1200, 1000));
    clock.advance(1000);

    await store.setMany(entries(1, 1000, "fresh"));
    const afterOne = await rowCount(database);
    await store.setMany(entries(100, 1000, "fresh"));
    const afterMany = await rowCount(database);

    expect(afterOne).toBe(1201);
    expect(afterMany).toBe(1200 - 500 + 100);
  });
});

function keyvOn(database: Database, namespace: string): Keyv {
  return new Keyv({ store: new KeyvSqlStore({ database, clock: new ManualClock() }), namespace });
}

function entries(count: number, ttl: number, prefix = "key") {
  return Array.from({ length: count }, (_, index) => ({
    key: `${prefix}${index}`,
    value: "v",
    ttl,
  }));
}

async function rowCount(database: Database): Promise<number> {
  return (await database.kysely.selectFrom("cacheEntries").select("key").execute()).length;
}
