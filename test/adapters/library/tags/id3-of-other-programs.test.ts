import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { openByteReader } from "../../../../src/adapters/decoder/open-byte-reader.js";
import { sniffContainer } from "../../../../src/adapters/decoder/sniff-container.js";
import { openMp3Tags } from "../../../../src/adapters/library/tag-writing/id3/mp3-tags.js";
import {
  findEmbeddedCover,
  findEmbeddedTags,
} from "../../../../src/adapters/library/tags/embedded-tags.js";
import {
  id3Bytes,
  id3Picture,
  id3TextFrame,
  plainNumber,
  syncSafe,
  type Id3FrameContent,
} from "../../../signals/encoded/id3-bytes.js";
import { describeWithReaders } from "../../decoder/independent-readers.js";
import { python } from "../../decoder/other-programs.js";
import { recordingPath } from "../../decoder/recordings.js";
import { musicFolder, removeMusicFolders } from "../music-folder.js";

/** A picture whose bytes look like frames of MPEG audio, which unsynchronisation is for. */
const picture = Buffer.concat([
  Buffer.from([0xff, 0xd8, 0xff, 0xe0]),
  Buffer.from(Array.from({ length: 400 }, (_, at) => [0xff, 0x00, 0xfb, 0xe0][at % 4]!)),
]);

const frames: readonly Id3FrameContent[] = [
  // Longer than 127 bytes, so that the two ways to write a length differ.
  id3TextFrame("TPE1", `Ann ${"and Bea ".repeat(20)}`.trim()),
  id3TextFrame("TIT2", "Song"),
  id3TextFrame("TALB", "First/Second"),
  id3TextFrame("TCON", "Rock"),
  id3TextFrame("TRCK", "7"),
  id3TextFrame("TBPM", "101"),
  { id: "APIC", body: id3Picture(picture) },
];

const otherFrames = [
  id3TextFrame("TIT2", "Other"),
  id3TextFrame("TCON", "Jazz"),
  id3TextFrame("TRCK", "9"),
];

/** An extended header of version 2.4. */
const extended = (...content: readonly number[]): Buffer =>
  Buffer.concat([syncSafe(4 + content.length), Buffer.from(content)]);

const tags: Readonly<Record<string, Buffer>> = {
  "version 2.3": id3Bytes({ frames }),
  "version 2.4": id3Bytes({ version: 4, frames }),
  "version 2.3, unsynchronised": id3Bytes({ isUnsynchronised: true, frames }),
  "version 2.4, unsynchronised": id3Bytes({ version: 4, isUnsynchronised: true, frames }),
  "version 2.3, extended": id3Bytes({
    extendedHeader: Buffer.concat([plainNumber(6), Buffer.alloc(6)]),
    frames,
  }),
  "version 2.4, extended": id3Bytes({ version: 4, extendedHeader: extended(1, 0), frames }),
  "version 2.4 with a checksum": id3Bytes({
    version: 4,
    extendedHeader: extended(1, 0x20, 5, 0, 1, 2, 3, 4),
    frames,
  }),
  "version 2.4 of iTunes": id3Bytes({ version: 4, hasPlainLengths: true, frames }),
  "filled ids": id3Bytes({ frames: [id3TextFrame("TS2\0", "ann"), ...frames] }),
  "two tags": Buffer.concat([
    id3Bytes({ frames, padding: 64 }),
    id3Bytes({ version: 4, frames: otherFrames }),
  ]),
};

describeWithReaders("ID3 tags of other programs (skipped without ffmpeg and Mutagen)", () => {
  afterAll(removeMusicFolders);

  it.each(Object.entries(tags))("of %s are read as Mutagen reads them", async (_, tag) => {
    const path = join(await musicFolder(), "a.mp3");
    await writeFile(path, Buffer.concat([tag, await readFile(recordingPath("tones-plain.mp3"))]));

    const found = await findEmbeddedTags({ path });
    const shown = await findEmbeddedCover({ path });
    const reader = await openByteReader({ kind: "file", path });
    const { start } = await sniffContainer(reader);
    const { items } = await openMp3Tags(reader, start);
    await reader.close();

    const program = [
      "import sys, json, hashlib; from mutagen.id3 import ID3",
      "tag = ID3(sys.argv[1])",
      "names = {'artist': 'TPE1', 'trackName': 'TIT2', 'album': 'TALB', 'genre': 'TCON', 'trackNumber': 'TRCK'}",
      "values = {name: str(tag[id]) for name, id in names.items()}",
      "print(json.dumps({**values, 'bpm': str(tag['TBPM']), 'cover': tag.getall('APIC')[0].data.hex()}))",
    ];
    const {
      bpm,
      cover: data,
      ...names
    } = python(program.join("\n"), path) as Record<string, string>;
    expect(found?.tags).toMatchObject({ ...names, trackNumber: Number(names["trackNumber"]) });
    expect(Buffer.from(shown?.bytes ?? []).toString("hex")).toBe(data);
    expect(items).toMatchObject([{ field: "bpm", value: bpm }]);
    expect(found?.tags.tagged).toMatchObject({ tempo: Number(bpm) });
  });
});
