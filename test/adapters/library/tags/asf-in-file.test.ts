import { readFile, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { findEmbeddedTags } from "../../../../src/adapters/library/tags/embedded-tags.js";
import { describeWithReaders } from "../../decoder/independent-readers.js";
import { ffmpeg, python } from "../../decoder/other-programs.js";
import { musicFolder, removeMusicFolders } from "../music-folder.js";

const WRITER = `
import json, sys
from mutagen.asf import ASF
file = ASF(sys.argv[1])
file.update(json.loads(sys.argv[2]))
file.save()
print(json.dumps({name: [str(value) for value in file[name]] for name in ("Author", "WM/AlbumArtist")}))
`;

describeWithReaders("The tag of a WMA", () => {
  afterAll(removeMusicFolders);

  async function taggedWma(): Promise<string> {
    const path = join(await musicFolder({}), "tagged.wma");
    ffmpeg("-f", "lavfi", "-i", "sine=duration=0.2", "-c:a", "wmav2", path);
    const authors = ["Ann", "Bea", "Cid"];
    const albumArtists = ["Dee", "Eve"];
    const names = { Title: ["Song"], Author: authors, "WM/AlbumArtist": albumArtists };
    expect(python(WRITER, path, JSON.stringify(names))).toEqual({
      Author: authors,
      "WM/AlbumArtist": albumArtists,
    });
    return path;
  }

  it("has its artists in the order in which they were written", async () => {
    const found = await findEmbeddedTags({ path: await taggedWma() });

    expect(found?.tags).toMatchObject({
      artist: "Ann; Bea; Cid",
      artists: ["Ann", "Bea", "Cid"],
      albumArtist: "Dee; Eve",
      trackName: "Song",
    });
  });

  it.each([0, 15, 20, 29, 31, 60])("is none where its header ends at byte %i", async (length) => {
    const path = await taggedWma();
    await truncate(path, length);

    expect(await findEmbeddedTags({ path })).toBeUndefined();
  });

  it.each([
    ["header", 16],
    ["first object", 30 + 16],
  ])("is none where the length of its %s lies", async (_what, position) => {
    const path = await taggedWma();
    const bytes = await readFile(path);
    for (const length of [0n, 23n, BigInt(bytes.length), 2n ** 63n]) {
      bytes.writeBigUInt64LE(length, position);
      await writeFile(path, bytes);

      expect(await findEmbeddedTags({ path })).toBeUndefined();
    }
  });
});
