import { existsSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { takeOverRecordFile } from "../../../src/adapters/playlists/take-over-record-file.js";
import { databaseTimes } from "../../../src/adapters/storage/database-time.js";
import { SqlPlaylistFileRecord } from "../../../src/adapters/storage/playlists/sql-playlist-file-record.js";
import { openedDatabases } from "../storage/opened-databases.js";

describe("The record of written playlists that a file kept", () => {
  const databases = openedDatabases();
  let place: string;
  let path: string;
  let record: SqlPlaylistFileRecord;
  beforeEach(async () => {
    place = await mkdtemp(join(tmpdir(), "overtone-record-"));
    path = join(place, "playlist-files.json");
    const database = await databases.open();
    record = new SqlPlaylistFileRecord({ database, time: databaseTimes[database.system] });
  });
  afterEach(() => rm(place, { recursive: true }));

  it("is taken over once, with all that a file may contain", async () => {
    const entry = { playlist: "pl_1", fileName: "Calm.m3u8", digests: ["before", "after"] };
    await writeFile(path, JSON.stringify({ "/lists/Calm (2).m3u8": entry }));

    await takeOverRecordFile(path, record);
    await takeOverRecordFile(path, record);

    const files = await record.filesIn("/lists");
    const known = ["before", "after", "other"].map((digest) => record.has(files[0]!, digest));
    expect(files).toEqual([
      { id: "pl_1", fileName: "Calm.m3u8", folder: "/lists", name: "Calm (2).m3u8" },
    ]);
    expect(await Promise.all(known)).toEqual([true, true, false]);
    expect(existsSync(path)).toBe(false);
  });

  it.each(["{", '{"/lists/A.m3u8": "digest"}', "[]"])(
    "says nothing where it is %s",
    async (text) => {
      await writeFile(path, text);

      await takeOverRecordFile(path, record);

      expect(await record.filesIn("/lists")).toEqual([]);
      expect(existsSync(path)).toBe(false);
    },
  );
});
