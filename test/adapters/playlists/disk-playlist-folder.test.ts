import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DiskPlaylistFolder } from "../../../src/adapters/playlists/disk-playlist-folder.js";

const bytes = (text: string): Uint8Array => Buffer.from(text);

describe("A folder of playlists", () => {
  let place: string;
  let folder: string;
  let record: string;
  beforeEach(async () => {
    place = await mkdtemp(join(tmpdir(), "overtone-playlists-"));
    folder = join(place, "playlists");
    record = join(place, "data", "playlist-files.json");
  });
  afterEach(() => rm(place, { recursive: true }));

  const opened = (): DiskPlaylistFolder => new DiskPlaylistFolder({ folder, record });

  it("writes a file once while its content stays", async () => {
    const first = await opened().write("A.m3u8", bytes("a"));
    const second = await opened().write("A.m3u8", bytes("a"));
    const third = await opened().write("A.m3u8", bytes("b"));

    expect([first, second, third]).toEqual([true, false, true]);
  });

  it("removes what it wrote under a name that is no longer used, also after a start", async () => {
    await opened().write("A.m3u8", bytes("a"));
    await opened().write("B.m3u8", bytes("b"));

    const count = await opened().keepOnly(["B.m3u8"]);

    expect(count).toBe(1);
    expect(await readdir(folder)).toEqual(["B.m3u8"]);
  });

  it("leaves what somebody else wrote, or has changed", async () => {
    const files = opened();
    await files.write("Changed.m3u8", bytes("a"));
    await writeFile(join(folder, "Changed.m3u8"), "by hand");
    await writeFile(join(folder, "Other.m3u8"), "by another program");

    const counts = [await files.keepOnly([]), await opened().keepOnly([])];

    expect(counts).toEqual([0, 0]);
    expect((await readdir(folder)).sort()).toEqual(["Changed.m3u8", "Other.m3u8"]);
  });

  it("removes nothing where its record is lost or damaged", async () => {
    await opened().write("A.m3u8", bytes("a"));
    await writeFile(record, "{");

    expect(await opened().keepOnly([])).toBe(0);
    expect(await readdir(folder)).toEqual(["A.m3u8"]);
  });

  it("removes nothing from a folder that was configured before", async () => {
    await opened().write("A.m3u8", bytes("a"));
    const another = new DiskPlaylistFolder({ folder: join(place, "another"), record });

    expect(await another.keepOnly([])).toBe(0);
    expect(await readdir(folder)).toEqual(["A.m3u8"]);
  });
});
