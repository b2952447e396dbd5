import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  link,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  symlink,
  utimes,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DiskPlaylistFolder } from "../../../src/adapters/playlists/disk-playlist-folder.js";
import { databaseTimes } from "../../../src/adapters/storage/database-time.js";
import { SqlPlaylistFileRecord } from "../../../src/adapters/storage/playlists/sql-playlist-file-record.js";
import type { PlaylistFileRecord } from "../../../src/ports/playlists/playlist-file-record.js";
import type { WrittenPlaylist } from "../../../src/ports/playlists/playlist-folder.js";
import { openedDatabases } from "../storage/opened-databases.js";

/** Above the age at which an unfinished file counts as left. */
const HOURS_AGO = new Date(Date.now() - 7 * 3_600_000);

const bytes = (text: string): Uint8Array => Buffer.from(text);

const playlist = (name: string, id = `pl_${name}`): WrittenPlaylist => ({
  id,
  fileName: `${name}.m3u8`,
});

const digestOf = (text: string): string => createHash("sha256").update(text).digest("hex");

describe("A folder of playlists", () => {
  const databases = openedDatabases();
  let place: string;
  let folder: string;
  let record: PlaylistFileRecord;
  beforeEach(async () => {
    place = await mkdtemp(join(tmpdir(), "overtone-playlists-"));
    folder = join(place, "playlists");
    const database = await databases.open();
    record = new SqlPlaylistFileRecord({ database, time: databaseTimes[database.system] });
  });
  afterEach(() => rm(place, { recursive: true }));

  const opened = (): DiskPlaylistFolder => new DiskPlaylistFolder({ folder, record });
  const contents = async (): Promise<Readonly<Record<string, string>>> => {
    const names = (await readdir(folder)).sort();
    const texts = names.map((name) => readFile(join(folder, name), "utf8"));
    return Object.fromEntries((await Promise.all(texts)).map((text, at) => [names[at], text]));
  };

  it.each([
    [undefined, "../music/a/One.mp3", "#2.mp3"],
    [{ areAbsolute: true, mappings: [] }, undefined, undefined],
    [
      { areAbsolute: false, mappings: [{ from: "/music", to: "M:" }] },
      "../music/a/One.mp3",
      "#2.mp3",
    ],
  ])("names files with the paths %j", (paths, beside, inside) => {
    const named = new DiskPlaylistFolder({ folder, record, ...(paths && { paths }) });
    const [one, two] = [join(place, "music", "a", "One.mp3"), join(folder, "#2.mp3")];

    expect([named.pathOf(one), named.pathOf(two)]).toEqual([beside ?? one, inside ?? two]);
  });

  it("names files of mapped folders as the mapping says", () => {
    const mappings = [{ from: join(place, "music"), to: "M:\\Music" }];
    const named = new DiskPlaylistFolder({
      folder,
      record,
      paths: { areAbsolute: true, mappings },
    });

    expect(named.pathOf(join(place, "music", "a", "One.mp3"))).toBe("M:\\Music\\a\\One.mp3");
  });

  it("writes a file once while its content stays", async () => {
    const first = await opened().write(playlist("A"), bytes("a"));
    const second = await opened().write(playlist("A"), bytes("a"));
    const third = await opened().write(playlist("A"), bytes("b"));

    expect([first, second, third]).toEqual([true, false, true]);
    expect(await contents()).toEqual({ "A.m3u8": "b" });
  });

  it("removes what it wrote under a name that is no longer used, also after a start", async () => {
    await opened().write(playlist("A"), bytes("a"));
    await opened().write(playlist("B"), bytes("b"));
    await opened().write(playlist("C"), bytes("c"));

    const count = await opened().keepOnly([playlist("B"), playlist("Other", "pl_C")]);

    expect(count).toBe(2);
    expect(await contents()).toEqual({ "B.m3u8": "b" });
  });

  it("writes beside whatever has the name, and never removes that", async () => {
    await mkdir(join(folder, "Folder.m3u8"), { recursive: true });
    execFileSync("env", ["mkfifo", join(folder, "Pipe.m3u8")]);
    await writeFile(join(place, "linked.txt"), "linked");
    await symlink(join(place, "linked.txt"), join(folder, "Link.m3u8"));
    await symlink(join(place, "nowhere"), join(folder, "Broken.m3u8"));
    await link(join(place, "linked.txt"), join(folder, "Hard.m3u8"));
    await writeFile(join(folder, "File.m3u8"), "by hand");
    await writeFile(join(folder, "Same.m3u8"), "same");
    const names = ["Folder", "Pipe", "Link", "Broken", "Hard", "File", "Same"];

    for (const content of ["same", "changed"]) {
      for (const name of names) await opened().write(playlist(name), bytes(content));
    }
    const written = (await readdir(folder)).filter((name) => name.includes("(2)"));
    await opened().keepOnly([]);

    expect(written).toHaveLength(names.length);
    expect((await readdir(folder)).sort()).toEqual(names.map((name) => `${name}.m3u8`).sort());
    expect(await readFile(join(place, "linked.txt"), "utf8")).toBe("linked");
    expect(await readFile(join(folder, "File.m3u8"), "utf8")).toBe("by hand");
    expect((await lstat(join(folder, "Link.m3u8"))).isSymbolicLink()).toBe(true);
  });

  it("leaves a file that somebody has changed, and writes another one", async () => {
    await opened().write(playlist("Changed"), bytes("a"));
    await writeFile(join(folder, "Changed.m3u8"), "by hand");

    await opened().write(playlist("Changed"), bytes("b"));
    await opened().write(playlist("Changed"), bytes("c"));
    const both = await contents();
    await opened().keepOnly([]);

    expect(both).toEqual({ "Changed.m3u8": "by hand", "Changed (2).m3u8": "c" });
    expect(await contents()).toEqual({ "Changed.m3u8": "by hand" });
  });

  it("leaves a file that somebody has put in the place of its own", async () => {
    await opened().write(playlist("A"), bytes("a"));
    await writeFile(join(place, "precious.txt"), "precious");
    await rename(join(folder, "A.m3u8"), join(folder, "Kept.m3u8"));
    await symlink(join(place, "precious.txt"), join(folder, "A.m3u8"));

    await opened().write(playlist("A"), bytes("b"));

    expect(await contents()).toEqual({
      ...{ "A.m3u8": "precious", "A (2).m3u8": "b", "Kept.m3u8": "a" },
    });
  });

  it("gives playlists of one name a file each, also where letter case does not count", async () => {
    const twins = [playlist("Twin", "pl_1"), playlist("Twin", "pl_2"), playlist("TWIN", "pl_3")];

    for (const content of ["", "!"]) {
      for (const twin of twins) await opened().write(twin, bytes(`${twin.id}${content}`));
    }
    const three = await contents();
    await opened().keepOnly(twins.slice(1));

    expect(three).toEqual({
      ...{ "Twin.m3u8": "pl_1!", "Twin (2).m3u8": "pl_2!", "TWIN (3).m3u8": "pl_3!" },
    });
    expect(Object.keys(await contents())).toEqual(["TWIN (3).m3u8", "Twin (2).m3u8"]);
  });

  it.each(["a", "b"])(
    "knows its own file after a crash while it was replaced: %s",
    async (left) => {
      await opened().write(playlist("A"), bytes("a"));
      const [file] = await record.filesIn(folder);
      await record.note(file!, [digestOf("a"), digestOf("b")]);
      await writeFile(join(folder, "A.m3u8"), left);

      await opened().write(playlist("A"), bytes("next"));

      expect(await contents()).toEqual({ "A.m3u8": "next" });
    },
  );

  it("gives a new file its own name after a crash before it was there", async () => {
    await record.note({ ...playlist("A"), folder, name: "A.m3u8" }, [digestOf("a")]);

    await opened().write(playlist("A"), bytes("b"));

    expect(await contents()).toEqual({ "A.m3u8": "b" });
  });

  it("removes what a process left hours ago, also where no playlist has changed", async () => {
    await opened().write(playlist("A"), bytes("one"));
    const names = ["0", "1"].map((letter) => `.overtone-${letter.repeat(36)}.part`);
    const [second, young] = names.map((name) => join(folder, name)) as [string, string];
    // A process that is killed after it has named a new file leaves it with two names.
    await link(join(folder, "A.m3u8"), second);
    await utimes(second, HOURS_AGO, HOURS_AGO);
    await writeFile(young, "part");

    await opened().write(playlist("A"), bytes("one"));
    await opened().keepOnly([playlist("A")]);

    expect(await contents()).toEqual({ [names[1]!]: "part", "A.m3u8": "one" });
    expect((await lstat(join(folder, "A.m3u8"))).nlink).toBe(1);
  });

  it("has one file of each playlist where two processes add and replace it at the same time", async () => {
    const url = await databases.createUrl();
    const processes = [await databases.open({ url }), await databases.open({ url })].map(
      (database) => {
        const own = new SqlPlaylistFileRecord({ database, time: databaseTimes[database.system] });
        return new DiskPlaylistFolder({ folder, record: own });
      },
    );
    const lists = Array.from({ length: 20 }, (_, number) => playlist(`Calm ${number}`));

    await Promise.all(
      processes.map(async (one, number) => {
        for (const list of lists) {
          for (const turn of [1, 2, 3]) await one.write(list, bytes(`${number} ${turn}`));
          await one.keepOnly(lists);
        }
      }),
    );

    expect(Object.keys(await contents()).sort()).toEqual(
      lists.map(({ fileName }) => fileName).sort(),
    );
  });

  it("leaves no file where its record cannot be written, and writes it under its name later", async () => {
    const full: PlaylistFileRecord = {
      filesIn: (at) => record.filesIn(at),
      has: (file, digest) => record.has(file, digest),
      note: () => Promise.reject(new Error("the disk is full")),
      forgetOld: (file) => record.forgetOld(file),
      remove: (file) => record.remove(file),
    };
    const unrecorded = new DiskPlaylistFolder({ folder, record: full });

    await expect(unrecorded.write(playlist("A"), bytes("a"))).rejects.toThrow("the disk is full");
    const left = await contents();
    await opened().write(playlist("A"), bytes("a"));

    expect(left).toEqual({});
    expect(await contents()).toEqual({ "A.m3u8": "a" });
  });

  it("keeps the file of another playlist that has taken the name of a removed one", async () => {
    await opened().write(playlist("A", "pl_1"), bytes("1"));
    await rm(join(folder, "A.m3u8"));
    await opened().write(playlist("A", "pl_2"), bytes("2"));

    const count = await opened().keepOnly([playlist("A", "pl_2")]);
    const compared = await opened().compare();

    expect(count).toBe(0);
    expect(await contents()).toEqual({ "A.m3u8": "2" });
    expect([...compared]).toEqual([[join(folder, "A.m3u8"), true]]);
  });

  it("removes nothing from a folder that was configured before", async () => {
    await opened().write(playlist("A"), bytes("a"));
    const another = new DiskPlaylistFolder({ folder: join(place, "another"), record });

    expect(await another.keepOnly([])).toBe(0);
    expect(await contents()).toEqual({ "A.m3u8": "a" });
  });
});
