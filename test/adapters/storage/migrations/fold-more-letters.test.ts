import { sql } from "kysely";
import { SqlLibraryStore } from "../../../../src/adapters/storage/library/sql-library-store.js";
import { fileOf } from "../../../contracts/library-store.contract.js";
import { databaseSystems, openedDatabases } from "../opened-databases.js";
import { createOlderDatabase } from "./older-database.js";

describe.each(databaseSystems)("The migration that folds more letters, on %s,", (system) => {
  const databases = openedDatabases(system);

  it("lets searches find names that were folded before", async () => {
    const url = await databases.createUrl();
    const file = fileOf("Brikkuni", "Ħajja");
    await createOlderDatabase(url, "0037-keep-corrections", async (kysely) => {
      await sql`insert into library_files (folder, relative_path, revision, names_folded, track_key, artist,
        track_name, has_cover, size_bytes, modified_at, fingerprint, file_id, changed_at, inode)
        values (${file.folder}, ${file.relativePath}, 1, 'brikkuni ħajja', ${file.trackKey}, ${file.artist},
        ${file.trackName}, 0, 1, 1, 'abcdef', 'file', 1, 7)`.execute(kysely);
      await sql`update library_revision set revision = 1`.execute(kysely);
    });
    const store = new SqlLibraryStore({ database: await databases.open({ url }) });

    const found = await store.search("hajja", 5);

    expect(found.map(({ trackName }) => trackName)).toEqual(["Ħajja"]);
  });
});
