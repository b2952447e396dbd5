import { setTimeout as wait } from "node:timers/promises";
import { sql } from "kysely";
import { SqlPlaylistStore } from "../../../../src/adapters/storage/playlists/sql-playlist-store.js";
import type { Database } from "../../../../src/adapters/storage/database.js";
import { describePlaylistStore, revised } from "../../../contracts/playlist-store.contract.js";
import { databaseSystems, openedDatabases } from "../opened-databases.js";

describe.each(databaseSystems)("On %s,", (system) => {
  const databases = openedDatabases(system);

  describePlaylistStore("SqlPlaylistStore", async () => {
    return new SqlPlaylistStore({ database: await databases.open() });
  });

  it("SqlPlaylistStore makes one revision of changes that two servers make at the same time", async () => {
    const url = await databases.createUrl();
    const stores = [await databases.open({ url }), await databases.open({ url })].map(
      (database) => new SqlPlaylistStore({ database }),
    );
    await stores[0]!.add(revised("one"));

    const outcomes = await Promise.all(
      stores.map((store, server) =>
        store.change(revised("one", { note: `server ${server}`, revision: 2, undoRevision: 1 })),
      ),
    );

    const found = await stores[1]!.find("pl_one");
    const changed = outcomes.filter((outcome) => typeof outcome !== "string");
    expect(outcomes).toContain("outdated");
    expect(changed).toEqual([found]);
  });
});

// SQLite runs one change after another.
describe("On PostgreSQL, SqlPlaylistStore", () => {
  const databases = openedDatabases("PostgreSQL");

  it("says that a name is taken by a change that has not ended when another begins", async () => {
    const database = await databases.open();
    const store = new SqlPlaylistStore({ database });
    await store.add(revised("one", { name: "One" }));
    await store.add(revised("two", { name: "Two" }));
    const first = await database.kysely.startTransaction().execute();
    await first.updateTable("playlists").set({ name: "Free" }).where("id", "=", "pl_one").execute();

    const second = store.change(revised("two", { name: "Free", revision: 2 }));
    await waitsForLock(database);
    await first.commit().execute();

    expect(await second).toBe("taken");
    expect(await store.find("pl_two")).toMatchObject({ name: "Two", revision: 1 });
  });
});

/** Waits until a statement of this database waits for a lock, at most two seconds. */
async function waitsForLock({ kysely }: Database): Promise<void> {
  for (let tries = 0; tries < 200; tries++) {
    const { rows } = await sql`
      select 1 from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'
    `.execute(kysely);
    if (rows.length > 0) return;
    await wait(10);
  }
  throw new Error("No statement waits for a lock.");
}
