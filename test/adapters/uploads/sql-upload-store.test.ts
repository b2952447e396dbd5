import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DiskUploadStore } from "../../../src/adapters/uploads/disk-upload-store.js";
import { SqlUploadStore } from "../../../src/adapters/uploads/sql-upload-store.js";
import { databaseTimes } from "../../../src/adapters/storage/database-time.js";
import { describeUploadStore } from "../../contracts/upload-store.contract.js";
import { databaseSystems, openedDatabases } from "../storage/opened-databases.js";

const folders: string[] = [];
afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
});

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "overtone-uploads-"));
  folders.push(folder);
  return folder;
}

describeUploadStore("DiskUploadStore", async (limitBytes) => {
  const folder = await newFolder();
  return { folder, store: new DiskUploadStore({ folder, limitBytes }) };
});

describe.each(databaseSystems)("On %s,", (databaseSystem) => {
  const databases = openedDatabases(databaseSystem);

  describeUploadStore("SqlUploadStore", async (limitBytes) => {
    const [folder, database] = [await newFolder(), await databases.open()];
    const time = databaseTimes[database.system];
    return { folder, store: new SqlUploadStore({ database, time, folder, limitBytes }) };
  });

  it("a server reads the upload that another one has received", async () => {
    const database = await databases.open();
    const given = { database, time: databaseTimes[database.system], limitBytes: 1_000 };
    const [here, there] = [
      new SqlUploadStore({ ...given, folder: await newFolder() }),
      new SqlUploadStore({ ...given, folder: await newFolder() }),
    ];
    async function* sound(): AsyncGenerator<Uint8Array> {
      await Promise.resolve();
      yield Buffer.from("RIFF\x24\0\0\0WAVEfmt ", "latin1");
    }
    const upload = await here.save(sound());

    const file = await there.open(upload);
    await file.close();
    await there.remove(upload);

    expect(await here.findOlderThan(-60_000)).toEqual([]);
  });
});
