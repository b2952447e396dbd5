import { OggPageSplitter } from "../../../../src/adapters/decoder/ogg/ogg-page-splitter.js";
import { flacBlock } from "../../../signals/encoded/flac-bytes.js";

const latin1 = (text: string): Buffer => Buffer.from(text, "latin1");
const ID3_PICTURE = Buffer.alloc(70_000, 0x49);

/** Returns an ID3v2 tag with a text and a large frame, and padding behind them. */
export function id3Tag(title: string, paddingBytes = 1_024): Buffer {
  const text = latin1(`\0${title}`);
  const frames = Buffer.concat([
    id3Frame("TIT2", text),
    id3Frame("PRIV", ID3_PICTURE),
    Buffer.alloc(paddingBytes),
  ]);
  return Buffer.concat([latin1("ID3\x03\0\0"), syncSafe(frames.length), frames]);
}

function id3Frame(name: string, content: Buffer): Buffer {
  const size = Buffer.alloc(4);
  size.writeUInt32BE(content.length);
  return Buffer.concat([latin1(name), size, Buffer.alloc(2), content]);
}

const syncSafe = (bytes: number): Buffer =>
  Buffer.from([21, 14, 7, 0].map((shift) => (bytes >>> shift) & 0x7f));

/** Returns an ID3v1 tag. */
export function id3v1Tag(title: string): Buffer {
  return Buffer.concat([latin1("TAG"), latin1(title.slice(0, 125).padEnd(125, "\0"))]);
}

/** Returns an APE tag with a header, an item and a footer. */
export function apeTag(value: string): Buffer {
  const item = Buffer.concat([uint32(value.length), uint32(0), latin1(`Title\0${value}`)]);
  const ends = (flags: number): Buffer =>
    Buffer.concat([
      latin1("APETAGEX"),
      ...[2000, item.length + 32, 1, flags].map(uint32),
      Buffer.alloc(8),
    ]);
  return Buffer.concat([ends(0xa000_0000), item, ends(0x8000_0000)]);
}

/** Returns a Lyrics3v2 tag. */
export function lyricsTag(text: string): Buffer {
  const content = `LYRICSBEGINLYR${String(text.length).padStart(5, "0")}${text}`;
  return latin1(`${content}${String(content.length).padStart(6, "0")}LYRICS200`);
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

/** Returns a FLAC file with another comment, a picture and padding in place of its metadata, except STREAMINFO. */
export function retaggedFlac(file: Buffer, comment: string, field = "COMMENT"): Buffer {
  return flacWithComments(file, vorbisComments(comment, field), [
    flacBlock(6, Buffer.alloc(90_000, 1)),
  ]);
}

/** Returns a FLAC file with these comments, other blocks and padding in place of its metadata, except STREAMINFO. */
export function flacWithComments(
  file: Buffer,
  comments: Buffer,
  others: readonly Buffer[] = [],
): Buffer {
  let at = 4;
  while ((file[at] ?? 0) < 0x80) at += 4 + file.readUIntBE(at + 1, 3);
  const audioStart = at + 4 + file.readUIntBE(at + 1, 3);
  const info = file.subarray(8, 42);
  return Buffer.concat([
    latin1("fLaC"),
    flacBlock(0, info),
    ...others,
    flacBlock(4, comments),
    flacBlock(0x80 | 1, Buffer.alloc(5_000)),
    file.subarray(audioStart),
  ]);
}

function vorbisComments(comment: string, field = "COMMENT"): Buffer {
  const text = Buffer.from(`${field}=${comment}`);
  const vendor = Buffer.from("test");
  return Buffer.concat([uint32(vendor.length), vendor, uint32(1), uint32(text.length), text]);
}

/** Returns an Ogg file of one Vorbis, Opus or FLAC stream with another comment, which renumbers the pages behind it. */
export function retaggedOgg(file: Buffer, comment: string): Buffer {
  const pages = new OggPageSplitter().push(file);
  const [first] = pages;
  if (!first) throw new Error("The file has no Ogg page.");
  const headerPages = pages.findIndex(({ granulePosition }) => granulePosition > 0);
  const headers = packetsOf(pages.slice(1, headerPages));
  const comments = vorbisComments(comment);
  headers[0] = {
    1: Buffer.concat([latin1("\x03vorbis"), comments, Buffer.from([1])]),
    0x4f: Buffer.concat([latin1("OpusTags"), comments]),
    0x7f: flacBlock(headers[0]?.[0] ?? 0, comments),
  }[first.body[0] ?? 0]!;
  const bodies = headers.flatMap(bodiesOf);
  const rewritten = [
    Buffer.from(first.bytes),
    ...bodies.map(({ lacing, body, continues }) =>
      Buffer.concat([
        pageHeader(first.serial, continues, lacing.length),
        Buffer.from(lacing),
        body,
      ]),
    ),
    ...pages.slice(headerPages).map(({ bytes }) => Buffer.from(bytes)),
  ];
  return Buffer.concat(rewritten.map((page, number) => sealed(page, number)));
}

function packetsOf(pages: readonly { body: Uint8Array; lacing: Uint8Array }[]): Buffer[] {
  const packets: Buffer[] = [];
  const parts: Uint8Array[] = [];
  for (const { body, lacing } of pages) {
    let at = 0;
    for (const segment of lacing) {
      parts.push(body.subarray(at, at + segment));
      at += segment;
      if (segment < 255) packets.push(Buffer.concat(parts.splice(0)));
    }
  }
  return packets;
}

/** Spreads a packet over pages of at most 100 segments. */
function bodiesOf(packet: Buffer): { lacing: number[]; body: Buffer; continues: boolean }[] {
  const lacing = [...Array<number>(Math.floor(packet.length / 255)).fill(255), packet.length % 255];
  const pages = [];
  for (let segment = 0; segment < lacing.length; segment += 100) {
    const body = packet.subarray(segment * 255, (segment + 100) * 255);
    pages.push({ lacing: lacing.slice(segment, segment + 100), body, continues: segment > 0 });
  }
  return pages;
}

function pageHeader(serial: number, continues: boolean, segmentCount: number): Buffer {
  const header = Buffer.alloc(27);
  header.write("OggS");
  header[5] = continues ? 1 : 0;
  header.writeUInt32LE(serial, 14);
  header[26] = segmentCount;
  return header;
}

/** Returns a page with its number and checksum. */
export function sealed(page: Buffer, number: number): Buffer {
  const bytes = Buffer.from(page);
  bytes.writeUInt32LE(number, 18);
  bytes.writeUInt32LE(0, 22);
  let checksum = 0;
  for (const byte of bytes) {
    checksum ^= byte << 24;
    for (let bit = 0; bit < 8; bit += 1)
      checksum = checksum & 0x8000_0000 ? (checksum << 1) ^ 0x04c1_1db7 : checksum << 1;
  }
  bytes.writeUInt32LE(checksum >>> 0, 22);
  return bytes;
}

/** Returns an item by which iTunes says how many samples before the sound there are, in hexadecimal. */
function delayItem(samples: string): Buffer {
  const text = ` 00000000 ${samples} 000001CA 00000000003F31F6`;
  const name = mp4Box("name", latin1("\0\0\0\0iTunSMPB"));
  const data = mp4Box("data", latin1(`\0\0\0\x01\0\0\0\0${text}`));
  const list = mp4Box("ilst", mp4Box("----", Buffer.concat([name, data])));
  return mp4Box("meta", Buffer.concat([Buffer.alloc(4), list]));
}

/** Returns an MP4 file whose media stand behind a longer `moov`, and are followed by free space. */
export function retaggedMp4(file: Buffer, title: string, delay?: string): Buffer {
  const boxes = mp4Boxes(file);
  const named = (wanted: string): Buffer[] =>
    boxes.filter(({ type }) => type === wanted).map(({ bytes }) => bytes);
  const [movie] = named("moov");
  if (!movie) throw new Error("The file has no moov.");
  const items = delay === undefined ? [] : [delayItem(delay)];
  const tag = mp4Box("udta", Buffer.concat([mp4Box("name", Buffer.from(title)), ...items]));
  const rewritten = Buffer.concat([
    ...named("ftyp"),
    mp4Box("moov", Buffer.concat([movie.subarray(8), tag])),
    mp4Box("free", Buffer.alloc(3_000)),
    ...named("mdat"),
    mp4Box("free", Buffer.alloc(10)),
  ]);
  const moved = rewritten.indexOf("mdat") - file.indexOf("mdat");
  const table = rewritten.indexOf("stco") + 8;
  for (let chunk = 1; chunk <= rewritten.readUInt32BE(table); chunk += 1) {
    const at = table + 4 * chunk;
    rewritten.writeUInt32BE(rewritten.readUInt32BE(at) + moved, at);
  }
  return rewritten;
}

function mp4Boxes(file: Buffer): { type: string; bytes: Buffer }[] {
  const boxes = [];
  for (let at = 0; at < file.length; at += file.readUInt32BE(at)) {
    const bytes = file.subarray(at, at + file.readUInt32BE(at));
    boxes.push({ type: file.toString("latin1", at + 4, at + 8), bytes });
  }
  return boxes;
}

function mp4Box(type: string, content: Uint8Array): Buffer {
  const header = Buffer.alloc(8);
  header.writeUInt32BE(content.length + 8);
  header.write(type, 4, "latin1");
  return Buffer.concat([header, content]);
}

/** Returns a WAV or AIFF file with a chunk of text in front of its others, and an ID3 tag behind them. */
export function retaggedChunks(file: Buffer, title: string): Buffer {
  const isWav = file.toString("latin1", 0, 4) === "RIFF";
  const chunk = (id: string, content: Buffer): Buffer => {
    const header = Buffer.alloc(8);
    header.write(id, "latin1");
    if (isWav) header.writeUInt32LE(content.length, 4);
    else header.writeUInt32BE(content.length, 4);
    return Buffer.concat([header, content, Buffer.alloc(content.length % 2)]);
  };
  const content = Buffer.concat([
    file.subarray(8, 12),
    chunk(isWav ? "LIST" : "NAME", latin1(isWav ? `INFOINAM\x05\0\0\0test\0\0` : title)),
    file.subarray(12),
    Buffer.alloc(file.length % 2),
    chunk(isWav ? "id3 " : "ID3 ", id3Tag(title, 101)),
  ]);
  return Buffer.concat([chunk(file.toString("latin1", 0, 4), content).subarray(0, 8), content]);
}
