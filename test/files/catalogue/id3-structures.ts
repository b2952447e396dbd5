import {
  id3Bytes,
  id3Picture,
  id3TextFrame,
  plainNumber,
  syncSafe,
  type Id3FrameContent,
} from "../../signals/encoded/id3-bytes.js";
import { mp3, named, nameFrames } from "./mp3-tagged.js";
import type { OddFile } from "./odd-file.js";
import { gif, jpeg, jpegLikeMpeg, png, svg, webp } from "./pictures.js";

const SPECIFICATION = "id3.org, ID3v2.2 to 2.4, structure";

const picture = (bytes: Uint8Array, type = 3, mediaType = "image/jpeg"): Id3FrameContent => ({
  id: "APIC",
  body: id3Picture(bytes, type, mediaType),
});

const shown = { expected: { tags: { hasCover: true } } } as const;

const headers: readonly OddFile[] = [
  mp3("ID3v2.2, unsynchronised", "github.com/polyfloyd/rust-id3/pull/32", {
    suffix: " ÿà",
    before: named({ version: 2, isUnsynchronised: true, encoding: "utf16" }),
  }),
  mp3("ID3v2.3, unsynchronised as a whole", "github.com/mpatric/mp3agic/issues/1", {
    ...shown,
    before: named({ isUnsynchronised: true, frames: [picture(jpegLikeMpeg)] }),
  }),
  mp3("ID3v2.3, unsynchronised UTF-16", "github.com/DeaDBeeF-Player/deadbeef/issues/2514", {
    suffix: " ÿà",
    before: named({ isUnsynchronised: true, encoding: "utf16" }),
  }),
  mp3("ID3v2.4, unsynchronised", "github.com/jherby2k/AudioWorks/issues/29", {
    ...shown,
    before: named({ version: 4, isUnsynchronised: true, frames: [picture(jpegLikeMpeg)] }),
  }),
  mp3("ID3v2.4, one frame unsynchronised", "github.com/eidoriantan/mp3tag.js/pull/666", {
    ...shown,
    before: named({ version: 4, frames: [{ ...picture(jpegLikeMpeg), flags: 2 }] }),
  }),
  mp3("ID3v2.3 with an extended header", "github.com/krists/id3tag/issues/5", {
    before: named({ extendedHeader: Buffer.concat([plainNumber(6), Buffer.alloc(6)]) }),
  }),
  mp3("ID3v2.4 with an extended header", "github.com/taglib/taglib/issues/1081", {
    before: named({ version: 4, extendedHeader: extended(1, 0) }),
  }),
  mp3("ID3v2.4 with a checksum", "github.com/Zeugma440/atldotnet/issues/388", {
    before: named({ version: 4, extendedHeader: extended(1, 0x20, 5, 0, 1, 2, 3, 4) }),
  }),
  mp3("ID3v2.4 that is an update with restrictions", SPECIFICATION, {
    before: named({ version: 4, extendedHeader: extended(1, 0x50, 0, 1, 0) }),
  }),
  mp3("ID3v2.4 with lengths of iTunes", "github.com/benrr101/node-taglib-sharp/issues/102", {
    suffix: " of a name that is long".repeat(8),
    before: named({ version: 4, hasPlainLengths: true }),
  }),
  mp3("ID3v2.4 with a picture and lengths of iTunes", "lists.id3.org/pipermail/id3v2/2005-August", {
    ...shown,
    before: named({ version: 4, hasPlainLengths: true, frames: [picture(jpegLikeMpeg)] }),
  }),
  mp3("ID3v2.4 with a footer", SPECIFICATION, { before: named({ version: 4, hasFooter: true }) }),
  mp3("ID3v2.2 of iTunes with filled ids", "github.com/quodlibet/mutagen/issues/172", {
    before: named({ frames: [id3TextFrame("TS2\0", "ann")] }),
  }),
  mp3("ID3v2.9, which does not exist", SPECIFICATION, {
    before: (title) => {
      const tag = named()(title);
      tag[3] = 9;
      return tag;
    },
    expected: { tags: "none", untagged: /unknown version/ },
  }),
  mp3("ID3v2.4 with tag lengths of no use: no frames", SPECIFICATION, {
    before: () => id3Bytes({ version: 4, frames: [] }),
    expected: { tags: "none" },
  }),
];

/** An extended header of version 2.4. */
function extended(...content: readonly number[]): Buffer {
  return Buffer.concat([syncSafe(4 + content.length), Buffer.from(content)]);
}

/** The frames of artist and title with flags, and with what the flags add in front of the content. */
const flagged =
  (version: 3 | 4, flags: number, added: (length: number) => Buffer) =>
  (title: string): Buffer =>
    id3Bytes({
      version,
      frames: nameFrames(title, { version }).map(({ id, body }) => ({
        ...{ id, flags },
        body: Buffer.concat([added(body.length), body]),
      })),
    });

const frames: readonly OddFile[] = [
  mp3("ID3v2.4 with frames that state their length", SPECIFICATION, {
    before: flagged(4, 1, syncSafe),
  }),
  mp3("ID3v2.3 with frames of a group", SPECIFICATION, {
    before: flagged(3, 0x20, () => Buffer.from([0x80])),
  }),
  mp3("ID3v2.4 with frames of a group", SPECIFICATION, {
    before: flagged(4, 0x40, () => Buffer.from([0x80])),
  }),
  mp3("ID3v2.3 with a frame that is encrypted", SPECIFICATION, {
    before: named({ frames: [{ id: "TBPM", flags: 0x40, body: Buffer.from("\x80secret") }] }),
    expected: { untagged: /compressed/ },
  }),
  mp3("ID3v2.3 with a frame that is compressed", SPECIFICATION, {
    before: named({
      frames: [{ id: "TBPM", flags: 0x80, body: Buffer.from("\0\0\0\x08no zlib") }],
    }),
    expected: { untagged: /compressed/ },
  }),
  mp3("ID3v2.3 with text behind the padding", "github.com/aadsm/jsmediatags/issues/58", {
    before: (title) => {
      const end = Buffer.from("MP3ext V3.3.19(ansi)");
      const tag = named({ padding: 64 + end.length })(title);
      end.copy(tag, tag.length - end.length);
      return tag;
    },
    expected: { untagged: /unknown content behind its frames/ },
  }),
  mp3(
    "ID3v2.3 with a frame that is longer than the tag",
    "github.com/JamesHeinrich/getID3/issues/68",
    {
      before: (title) => {
        const tag = named({ frames: [id3TextFrame("TALB", "Album")] })(title);
        tag.writeUInt32BE(60_000, tag.lastIndexOf("TALB") + 4);
        return tag;
      },
      expected: { untagged: /damaged/ },
    },
  ),
  mp3("ID3v2.3 with a frame of no length", "github.com/JamesHeinrich/getID3/issues/68", {
    before: named({ frames: [{ id: "TALB", body: Buffer.alloc(0) }] }),
  }),
  ...[0, 1, 10, 4_096, 120_000].map((padding) =>
    mp3(
      `ID3v2.3 with ${padding} bytes of padding`,
      "github.com/egoroof/browser-id3-writer/issues/57",
      {
        before: named({ padding }),
      },
    ),
  ),
  ...(
    [
      ["COMM", "engiTunNORM\0 00000A2B"],
      ["USLT", "eng\0line one\nline two"],
      ["POPM", "ann@example.org\0\xff\0\0\0\x07"],
      ["PRIV", "WM/MediaClassPrimaryID\0\xbc\x7d\x60\xd1"],
      ["GEOB", "application/octet-stream\0\0Serato Markers2\0\x01\x01"],
      ["UFID", "http://musicbrainz.org\0f27ec8db-af05-4f36-916e-3d57f91ecf5e"],
      ["RVA2", "album\0\x01\xfe\x00\0"],
      ["MCDI", "\0\x3a\x01\x06\0\x10\x01\0"],
      ["CHAP", "ch1\0\0\0\0\0\0\0\x03\xe8\xff\xff\xff\xff\xff\xff\xff\xff"],
      ["XSOP", "\0Ann"],
    ] as const
  ).map(([id, content]) =>
    mp3(`ID3v2.3 with a frame ${id}`, SPECIFICATION, {
      before: named({
        frames: [{ id, body: Buffer.from(content.replace(/^eng/, "\0eng"), "latin1") }],
      }),
      ...(id === "UFID" && {
        expected: { tags: { musicbrainzId: "f27ec8db-af05-4f36-916e-3d57f91ecf5e" } },
      }),
    }),
  ),
];

const several: readonly OddFile[] = [
  mp3("two ID3v2 tags, the second empty", "github.com/Serial-ATA/lofty-rs/issues/679", {
    before: (title) =>
      Buffer.concat([named()(title), id3Bytes({ version: 4, frames: nameFrames("") })]),
  }),
  mp3("two ID3v2 tags, of 2.3 and 2.4", "github.com/Sohex/musefs/issues/767", {
    before: (title) => Buffer.concat([named()(title), named({ version: 4 })("Other")]),
  }),
  mp3("two ID3v2 tags, the first without names", "github.com/taglib/taglib/pull/623", {
    before: (title) =>
      Buffer.concat([
        id3Bytes({ frames: [id3TextFrame("TALB", "Album")] }),
        named({ frames: [id3TextFrame("TBPM", "128")] })(title),
      ]),
    expected: { tags: { album: "Album" }, differs: { mutagen: "reads the first tag alone" } },
  }),
  mp3("three ID3v2 tags", "github.com/taglib/taglib/pull/623", {
    before: (title) => Buffer.concat([named()(title), named()("Other"), named()("Third")]),
  }),
  mp3("an ID3v2 tag in the middle of the audio", "github.com/taglib/taglib/issues/609", {
    before: named(),
    behind: named(),
  }),
];

const pictures: readonly OddFile[] = [
  ...(
    [
      ["jpeg", jpeg],
      ["png", png],
      ["gif", gif],
      ["webp", webp],
    ] as const
  ).map(([kind, bytes]) =>
    mp3(`ID3v2.3 with a ${kind}`, SPECIFICATION, {
      ...shown,
      before: named({ frames: [picture(bytes, 3, `image/${kind}`)] }),
    }),
  ),
  ...["JPG", "image/jpg", "PNG", ""].map((mediaType) =>
    mp3(`ID3v2.3 with a JPEG that is called "${mediaType}"`, SPECIFICATION, {
      ...shown,
      before: named({ frames: [picture(jpeg, 3, mediaType)] }),
    }),
  ),
  mp3("ID3v2.2 with a picture", SPECIFICATION, {
    ...shown,
    before: named({
      version: 2,
      frames: [{ id: "PIC", body: Buffer.concat([Buffer.from("\0JPG\x03\0", "latin1"), jpeg]) }],
    }),
  }),
  mp3("ID3v2.3 with pictures of the back and the front", SPECIFICATION, {
    ...shown,
    before: named({ frames: [picture(png, 4, "image/png"), picture(jpeg, 3)] }),
  }),
  mp3("ID3v2.3 with the address of a picture", SPECIFICATION, {
    before: named({ frames: [picture(Buffer.from("http://example.org/a.jpg"), 3, "-->")] }),
  }),
  mp3("ID3v2.3 with a script as its picture", SPECIFICATION, {
    before: named({ frames: [picture(svg, 3, "image/svg+xml")] }),
  }),
  mp3("ID3v2.3 with a picture of no bytes", SPECIFICATION, {
    before: named({ frames: [picture(Buffer.alloc(0))] }),
  }),
  mp3("ID3v2.3 with a picture of 200 kB", "github.com/equeim/unplayer/issues/48", {
    ...shown,
    before: named({ frames: [picture(Buffer.concat([jpeg, Buffer.alloc(200_000, 7)]))] }),
  }),
];

export const id3Structures: readonly OddFile[] = [...headers, ...frames, ...several, ...pictures];
