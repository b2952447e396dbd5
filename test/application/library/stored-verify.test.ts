import { open, stat, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import BetterSqlite from "better-sqlite3";
import { musicFolder, removeMusicFolders } from "../../adapters/library/music-folder.js";
import { taggedAiff } from "../../adapters/library/tagged-audio.js";
import { overtone, startServerProcess, stopProcesses } from "../processes/running-process.js";

/** Changes a byte in the middle of a file as a disk does: its times stay, and so does what is stored of them. */
async function rot(folder: string, name: string): Promise<void> {
  const path = join(folder, name);
  const before = await stat(path);
  const file = await open(path, "r+");
  await file.write(Buffer.from([0x55]), 0, 1, Math.floor(before.size / 2));
  await file.close();
  // As numbers: a date is rounded to a millisecond, which may be the next one.
  await utimes(path, before.atimeMs / 1000, before.mtimeMs / 1000);
  const changedAt = Math.floor((await stat(path)).ctimeMs);
  changeDatabase(
    folder,
    `update library_files set changed_at = ${changedAt} where relative_path = '${name}'`,
  );
}

function changeDatabase(folder: string, statements: string): void {
  const database = new BetterSqlite(join(folder, "overtone.db"));
  database.exec(statements);
  database.close();
}

describe("overtone verify", () => {
  afterEach(async () => {
    await stopProcesses();
    await removeMusicFolders();
  });

  it("finds what is damaged: a row, an audio file and a playlist; doctor, both edges and metrics say so", async () => {
    const folder = await musicFolder({
      "one.aiff": taggedAiff({ TPE1: "Ann", TIT2: "One" }, undefined, 1),
      "two.aiff": taggedAiff({ TPE1: "Ann", TIT2: "Two" }, undefined, 2),
    });
    const lists = join(folder, "lists");
    const environment = { DATA_DIR: folder, LIBRARY_DIRS: folder, PLAYLIST_DIR: lists };
    await overtone(["scan", "--analyze"], environment);
    await overtone(["playlist", "create", "Calm", "--write"], environment);
    await overtone(["playlist", "write"], environment);
    const first = await overtone(["verify"], environment);
    const second = await overtone(["verify"], environment);

    changeDatabase(
      folder,
      "drop trigger unseal_analyses_on_update; update analyses set artist = 'Amn' where track_name = 'One'",
    );
    await rot(folder, "two.aiff");
    await writeFile(join(lists, "Calm.m3u8"), "#EXTM3U\n");
    const damaged = await overtone(["verify", "--json"], environment);
    const doctor = await overtone(["doctor"], { ...environment, PORT: "0" });
    const { url, token } = await startServerProcess({ ...environment, LIBRARY_ANALYSIS: "off" });
    const headers = { authorization: `Bearer ${token}` };
    const ask = (path: string): Promise<Response> => fetch(url + path, { headers });
    const library = (await (await ask("/api/audio/library")).json()) as { data: object };
    const query =
      "{ library { lastCheck { damaged { row audio playlist } damage { kind name } } } }";
    const overGraphql = await (await ask(`/graphql?query=${encodeURIComponent(query)}`)).text();
    const metrics = await (await ask("/metrics")).text();

    expect(first.output).toMatch(/^0 rows, 2 audio files and 1 playlist files, none damaged\n$/);
    expect(second.output).toMatch(
      /^[1-9]\d+ rows, 2 audio files and 1 playlist files, none damaged\n$/,
    );
    expect(JSON.parse(damaged.output)).toMatchObject({
      damaged: { row: 1, audio: 1, playlist: 1 },
      damage: [
        { kind: "row", name: expect.stringContaining("analyses [") as string },
        { kind: "audio", name: join(folder, "two.aiff") },
        { kind: "playlist", name: join(lists, "Calm.m3u8") },
      ],
    });
    expect([first.exitCode, second.exitCode, damaged.exitCode]).toEqual([0, 0, 1]);
    expect(doctor.output).toMatch(/^fail +stored .*, 3 of them damaged: analyses/m);
    expect(library.data).toMatchObject({
      lastCheck: { damaged: { row: 1, audio: 1, playlist: 1 } },
    });
    expect(overGraphql).toContain('"damaged":{"row":1,"audio":1,"playlist":1}');
    expect(metrics).toContain('overtone_stored_damaged{kind="audio"} 1');
  });
});
