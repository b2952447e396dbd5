import { type Kysely, sql } from "kysely";
import { SqlLibraryStore } from "../../../../src/adapters/storage/library/sql-library-store.js";
import { fileIdOf } from "../../../../src/domain/library/library-file.js";
import { trackKeyFrom } from "../../../../src/domain/track/track-key.js";
import { recordingOf } from "../../../fakes/measured-audio.js";
import { databaseSystems, openedDatabases } from "../opened-databases.js";
import { createOlderDatabase } from "./older-database.js";

const place = { folder: "/music", relativePath: "a.flac" };

async function fill(kysely: Kysely<never>): Promise<void> {
  await sql`insert into library_files (folder, relative_path, revision, names_folded, track_key, artist,
      track_name, has_cover, size_bytes, modified_at, fingerprint, file_id, recording_id, changed_at, inode,
      genre, year, duration_seconds, cover_beside)
    values (${place.folder}, ${place.relativePath}, 1, 'ann song', ${trackKeyFrom("Ann", "Song")}, 'Ann',
      'Song', 1, 5000000000, 1700000000000, 'abc', ${fileIdOf(place)}, ${recordingOf("Song")},
      1700000000001, 77, 'Rock', 1973, 182.5, 'folder.jpg')`.execute(kysely);
}

describe.each(databaseSystems)("A library of before cue sheets, on %s", (system) => {
  const databases = openedDatabases(system);

  it("keeps every fact of its files, which are one track each", async () => {
    const url = await databases.createUrl();
    await createOlderDatabase(url, "0040-show-scans", fill);

    const store = new SqlLibraryStore({ database: await databases.open({ url }) });

    const stored = {
      ...place,
      ...{
        artist: "Ann",
        trackName: "Song",
        trackKey: trackKeyFrom("Ann", "Song"),
        hasCover: true,
      },
      ...{ sizeBytes: 5_000_000_000, modifiedAt: 1_700_000_000_000, changedAt: 1_700_000_000_001 },
      coverBeside: "folder.jpg",
      ...{ inode: 77, fingerprint: "abc", genre: "Rock", year: 1973, durationSeconds: 182.5 },
      recordingId: recordingOf("Song"),
      // A later migration has the next scan read its tags again.
      sheets: "",
    };
    expect(await store.listFolder("/music")).toEqual([stored]);
    expect(await store.findByIds([fileIdOf(place)])).toEqual([stored]);
  });
});
