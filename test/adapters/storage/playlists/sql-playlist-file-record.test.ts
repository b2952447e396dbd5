import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DiskPlaylistFolder } from "../../../../src/adapters/playlists/disk-playlist-folder.js";
import { databaseTimes } from "../../../../src/adapters/storage/database-time.js";
import { SqlPlaylistFileRecord } from "../../../../src/adapters/storage/playlists/sql-playlist-file-record.js";
import { ManualClock } from "../../../fakes/manual-clock.js";
import { databaseSystems, openedDatabases } from "../opened-databases.js";
import { timeOf } from "../time-of-clock.js";

const HOUR = 3_600_000;

const file = { id: "pl_1", fileName: "Calm.m3u8", folder: "/lists", name: "Calm (2).m3u8" };

describe.each(databaseSystems)("The record of written playlists on %s", (databaseSystem) => {
  const databases = openedDatabases(databaseSystem);

  it("knows each content of a file until an hour after it was replaced", async () => {
    const clock = new ManualClock();
    const database = await databases.open();
    const record = new SqlPlaylistFileRecord({ database, time: timeOf(clock) });
    await record.note(file, ["1"]);
    clock.advance(10 * HOUR);
    await record.note(file, ["1", "2"]);
    const atOnce = await Promise.all(["1", "2", "3"].map((digest) => record.has(file, digest)));
    clock.advance(HOUR + 1);
    await record.note(file, ["2", "2"]);
    const later = await Promise.all(["1", "2"].map((digest) => record.has(file, digest)));

    expect(atOnce).toEqual([true, true, false]);
    expect(later).toEqual([false, true]);
  });

  it("tells the files of playlists and of folders apart", async () => {
    const database = await databases.open();
    const record = new SqlPlaylistFileRecord({ database, time: databaseTimes[database.system] });
    const other = { ...file, id: "pl_2" };
    await record.note(file, ["1"]);
    await record.note(other, ["2"]);
    await record.note({ ...file, folder: "/others" }, ["3"]);

    await record.remove(file);

    expect(await record.filesIn("/lists")).toEqual([other]);
    expect(await record.has(other, "1")).toBe(false);
    expect(await record.filesIn("/others")).toEqual([{ ...file, folder: "/others" }]);
  });

  it("lets two processes write the same playlists, each into one file, beside those of the owner", async () => {
    const folder = await mkdtemp(join(tmpdir(), "overtone-playlists-"));
    await writeFile(join(folder, "0.m3u8"), "of the owner");
    const url = await databases.createUrl();
    const folders = await Promise.all(
      [0, 1].map(async () => {
        const database = await databases.open({ url });
        const record = new SqlPlaylistFileRecord({
          database,
          time: databaseTimes[database.system],
        });
        return new DiskPlaylistFolder({ folder, record });
      }),
    );
    const playlists = ["0", "1", "2"].map((id) => ({ id, fileName: `${id}.m3u8` }));
    const writeAll = async (process: number, round: number): Promise<void> => {
      for (const playlist of playlists) {
        await folders[process]!.write(playlist, Buffer.from(`${playlist.id} ${round} ${process}`));
      }
    };

    for (let round = 0; round < 12; round++) {
      await Promise.all([writeAll(0, round), writeAll(1, round)]);
    }
    const names = (await readdir(folder)).sort();
    const texts = await Promise.all(names.map((name) => readFile(join(folder, name), "utf8")));
    const compared = await folders[0]!.compare();
    await folders[1]!.keepOnly([]);
    const left = await readdir(folder);
    await rm(folder, { recursive: true });

    expect(names).toEqual(["0 (2).m3u8", "0.m3u8", "1.m3u8", "2.m3u8"]);
    expect(texts.map((text) => text.replace(/\d$/, "?"))).toEqual([
      "0 11 ?",
      "of the owner",
      "1 11 ?",
      "2 11 ?",
    ]);
    expect([...compared.values()]).toEqual([true, true, true]);
    expect(left).toEqual(["0.m3u8"]);
  });
});
