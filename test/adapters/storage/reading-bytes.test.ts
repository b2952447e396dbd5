import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import type { Database } from "../../../src/adapters/storage/database.js";
import { PostgresProxy } from "../../postgres/postgres-proxy.js";
import { databaseSystems, openedDatabases } from "./opened-databases.js";

const ALL_BYTES = Uint8Array.from({ length: 256 }, (_, byte) => byte);
const LARGE = new Uint8Array(300_000).fill(255);

/** Selects the contents of the portions in their order. */
const contentsOf = ({ kysely }: Database) =>
  kysely
    .selectFrom("catalogueSnapshotPortions")
    .select("content")
    .where("snapshotId", "=", sql.lit("it's"))
    .orderBy("place");

async function addPortions({ kysely }: Database, contents: readonly Uint8Array[]): Promise<void> {
  const rows = contents.map((content, place) => ({ snapshotId: "it's", place, content }));
  await kysely.insertInto("catalogueSnapshotPortions").values(rows).execute();
}

describe.each(databaseSystems)("Reading bytes from %s", (system) => {
  const databases = openedDatabases(system);

  it("returns the bytes of each row, in the order of the query", async () => {
    const database = await databases.open();
    const contents = [ALL_BYTES, new Uint8Array(), LARGE, Uint8Array.of(0)];
    await addPortions(database, contents);

    const read = await database.readBytes(contentsOf(database));

    expect(read.map((bytes) => Buffer.from(bytes))).toEqual(
      contents.map((bytes) => Buffer.from(bytes)),
    );
  });

  it("returns nothing where no row is found", async () => {
    const database = await databases.open();

    expect(await database.readBytes(contentsOf(database))).toEqual([]);
  });

  it("refuses a query with parameters", async () => {
    const database = await databases.open();

    const reading = database.readBytes(contentsOf(database).where("place", "=", 1));

    await expect(reading).rejects.toThrow("has parameters");
  });

  it("fails with the query, and reads again afterwards", async () => {
    const database = await databases.open();
    await addPortions(database, [ALL_BYTES]);
    const { kysely } = database;
    const broken = kysely
      .selectFrom("catalogueSnapshotPortions")
      .select(sql<Uint8Array>`missing`.as("content"));

    await expect(database.readBytes(broken)).rejects.toThrow("missing");

    expect(await database.readBytes(contentsOf(database))).toHaveLength(1);
  });
});

describe("Reading bytes from PostgreSQL by a copy", () => {
  const databases = openedDatabases("PostgreSQL");

  it("refuses rows that are not one value of bytes", async () => {
    const database = await databases.open();
    await addPortions(database, [ALL_BYTES]);
    const missing = contentsOf(database)
      .clearSelect()
      .select(sql<Uint8Array>`null::bytea`.as("content"));
    const two = contentsOf(database).select(sql<Uint8Array>`content`.as("again"));

    await expect(database.readBytes(missing)).rejects.toThrow("not one value");
    await expect(database.readBytes(two)).rejects.toThrow("not one value");
  });

  it("is repeated once when the connection is lost meanwhile", async () => {
    const proxy = new PostgresProxy(await databases.createUrl());
    await proxy.open();
    const database = await databases.open({ url: proxy.url });
    await addPortions(database, [ALL_BYTES]);
    const slow = contentsOf(database).where(sql<boolean>`pg_sleep(0.3) is not null`);
    const reading = database.readBytes(slow);
    await pause(100);

    proxy.cut();

    expect(await reading).toHaveLength(1);
    await proxy.close();
  });
});
