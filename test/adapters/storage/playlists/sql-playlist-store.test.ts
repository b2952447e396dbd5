import { setTimeout as wait } from "node:timers/promises";
import { sql } from "kysely";
import { SqlPlaylistStore } from "../../../../src/adapters/storage/playlists/sql-playlist-store.js";
import type { Database } from "../../../../src/adapters/storage/database.js";
import { parsePlaylist, type Playlist } from "../../../../src/domain/playlist/playlist.js";
import { describePlaylistStore } from "../../../contracts/playlist-store.contract.js";
import { databaseSystems, openedDatabases } from "../opened-databases.js";

describe.each(databaseSystems)("On %s,", (system) => {
  const databases = openedDatabases(system);

  describePlaylistStore("SqlPlaylistStore", async () => {
    return new SqlPlaylistStore({ database: await databases.open() });
  });
});

// SQLite runs one change after another.
describe("On PostgreSQL, SqlPlaylistStore", () => {
  const databases = openedDatabases("PostgreSQL");
  const playlist = (id: string, name: string): Playlist => ({
    ...parsePlaylist({ name }),
    ...{ id, owner: "0a1b2c3d", createdAt: 1, changedAt: 1 },
  });

  it("says that a name is taken by a change that has not ended when another begins", async () => {
    const database = await databases.open();
    const store = new SqlPlaylistStore({ database });
    await store.add(playlist("pl_one", "One"));
    await store.add(playlist("pl_two", "Two"));
    const first = await database.kysely.startTransaction().execute();
    await first.updateTable("playlists").set({ name: "Free" }).where("id", "=", "pl_one").execute();

    const second = store.change(playlist("pl_two", "Free"));
    await waitsForLock(database);
    await first.commit().execute();

    expect(await second).toBe("taken");
    expect(await store.find("pl_two")).toMatchObject({ name: "Two" });
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
