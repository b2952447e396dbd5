import { type Kysely, sql } from "kysely";
import { SqlPlaylistStore } from "../../../../src/adapters/storage/playlists/sql-playlist-store.js";
import { revised } from "../../../contracts/playlist-store.contract.js";
import { databaseSystems, openedDatabases } from "../opened-databases.js";
import { createOlderDatabase } from "./older-database.js";

const { recipe, ...kept } = revised("one", { note: "" });

async function fill(kysely: Kysely<never>): Promise<void> {
  await sql`insert into playlists (id, owner, name, recipe, is_written, created_at, changed_at)
    values (${kept.id}, ${kept.owner}, ${kept.name}, ${JSON.stringify(recipe)}, 1,
      ${kept.createdAt}, ${kept.changedAt})`.execute(kysely);
}

describe.each(databaseSystems)("A database whose playlists had no rows, on %s", (system) => {
  const databases = openedDatabases(system);

  it("has each playlist as the first revision of a recipe, which can be changed and undone", async () => {
    const url = await databases.createUrl();
    await createOlderDatabase(url, "0047-know-what-is-gone", fill);
    const store = new SqlPlaylistStore({ database: await databases.open({ url }) });

    const before = await store.find("pl_one");
    const first = await store.findRevision("pl_one", 1);
    const changed = await store.change(
      revised("one", { name: "New", revision: 2, undoRevision: 1 }),
    );

    expect(before).toMatchObject({ name: kept.name, recipe, rows: null, isWritten: true });
    expect(before).toMatchObject({ revision: 1, undoRevision: null, nextRow: 1 });
    expect(first).toMatchObject({ name: kept.name, note: "", recipe, order: null });
    expect(changed).toMatchObject({ name: "New", revision: 2 });
  });

  it("lets a playlist have the name of one that was deleted, and no other", async () => {
    const url = await databases.createUrl();
    await createOlderDatabase(url, "0047-know-what-is-gone", fill);
    const store = new SqlPlaylistStore({ database: await databases.open({ url }) });

    const refused = await store.add(revised("two", { name: kept.name }));
    await store.remove("pl_one", 1);
    const added = await store.add(revised("two", { name: kept.name }));

    expect(refused).toBeUndefined();
    expect(added?.name).toBe(kept.name);
  });
});
