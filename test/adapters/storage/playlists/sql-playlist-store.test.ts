import { SqlPlaylistStore } from "../../../../src/adapters/storage/playlists/sql-playlist-store.js";
import { describePlaylistStore } from "../../../contracts/playlist-store.contract.js";
import { databaseSystems, openedDatabases } from "../opened-databases.js";

describe.each(databaseSystems)("On %s,", (system) => {
  const databases = openedDatabases(system);

  describePlaylistStore("SqlPlaylistStore", async () => {
    return new SqlPlaylistStore({ database: await databases.open() });
  });
});
