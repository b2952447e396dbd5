import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { openByteReader } from "../../../../src/adapters/decoder/open-byte-reader.js";
import { sniffContainer } from "../../../../src/adapters/decoder/sniff-container.js";
import { openMp3Tags } from "../../../../src/adapters/library/tag-writing/id3/mp3-tags.js";
import {
  findEmbeddedCover,
  findEmbeddedTags,
} from "../../../../src/adapters/library/tags/embedded-tags.js";
import { describeWithReaders, python } from "../../decoder/independent-readers.js";
import { recordingPath } from "../../decoder/recordings.js";
import { musicFolder, removeMusicFolders } from "../music-folder.js";

type Frame = readonly [id: string, body: Buffer];

const text = (id: string, value: string): Frame => [id, Buffer.from(`\0${value}`, "latin1")];

/** A picture whose bytes look like frames of MPEG audio, which unsynchronisation is for. */
const picture = Buffer.concat([
  Buffer.from([0xff, 0xd8, 0xff, 0xe0]),
  Buffer.from(Array.from({ length: 400 }, (_, at) => [0xff, 0x00, 0xfb, 0xe0][at % 4]!)),
]);
const cover: Frame = [
  "APIC",
  Buffer.concat([Buffer.from("\0image/jpeg\0\u0003\0", "latin1"), picture]),
];

const frames: readonly Frame[] = [
  // Longer than 127 bytes, so that the two ways to write a length differ.
  text("TPE1", `Ann ${"and Bea ".repeat(20)}`.trim()),
  text("TIT2", "Song"),
  text("TALB", "First/Second"),
  text("TCON", "Rock"),
  text("TRCK", "7"),
  text("TBPM", "101"),
  cover,
];

const safe = (value: number): Buffer =>
  Buffer.from([21, 14, 7, 0].map((shift) => (value >>> shift) & 0x7f));
const plain = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};
const bytesOf = (all: readonly Frame[], length: (value: number) => Buffer, flags = 0): Buffer =>
  Buffer.concat(
    all.flatMap(([id, body]) => [
      Buffer.from(id, "latin1"),
      ...[length(body.length), Buffer.from([0, flags]), body],
    ]),
  );
const tagOf = (version: number, flags: number, content: Buffer): Buffer =>
  Buffer.concat([
    Buffer.from(`ID3${String.fromCharCode(version, 0, flags)}`, "latin1"),
    safe(content.length),
    content,
  ]);

/** Puts a zero behind each 0xFF that a decoder could take for the beginning of a frame. */
const unsynchronised = (bytes: Buffer): Buffer =>
  Buffer.from(
    [...bytes].flatMap((byte, at) => {
      const next = bytes[at + 1] ?? 0xff;
      return byte === 0xff && (next >= 0xe0 || next === 0) ? [byte, 0] : [byte];
    }),
  );

const tags: Readonly<Record<string, Buffer>> = {
  "version 2.3": tagOf(3, 0, bytesOf(frames, plain)),
  "version 2.4": tagOf(4, 0, bytesOf(frames, safe)),
  "version 2.3, unsynchronised": tagOf(3, 0x80, unsynchronised(bytesOf(frames, plain))),
  "version 2.4, unsynchronised": tagOf(
    ...[4, 0x80],
    bytesOf(
      frames.map(([id, body]) => [id, unsynchronised(body)]),
      safe,
      2,
    ),
  ),
  "version 2.3, extended": tagOf(
    ...[3, 0x40],
    Buffer.concat([plain(6), Buffer.alloc(6), bytesOf(frames, plain)]),
  ),
  "version 2.4, extended": tagOf(
    ...[4, 0x40],
    Buffer.concat([safe(6), Buffer.from([1, 0]), bytesOf(frames, safe)]),
  ),
  "version 2.4 with a checksum": tagOf(
    ...[4, 0x40],
    Buffer.concat([safe(12), Buffer.from([1, 0x20, 5, 0, 1, 2, 3, 4]), bytesOf(frames, safe)]),
  ),
  "version 2.4 of iTunes": tagOf(4, 0, bytesOf(frames, plain)),
  "filled ids": tagOf(3, 0, bytesOf([text("TS2\0", "ann"), ...frames], plain)),
  "two tags": Buffer.concat([
    tagOf(3, 0, Buffer.concat([bytesOf(frames, plain), Buffer.alloc(64)])),
    tagOf(4, 0, bytesOf([text("TIT2", "Other"), text("TCON", "Jazz"), text("TRCK", "9")], safe)),
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
