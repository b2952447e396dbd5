import { recording } from "../../adapters/library/tag-writing/taggable-files.js";
import { ARTIST } from "./odd-file.js";

/** A box of an MP4 file. */
export function mp4Box(type: string, ...content: readonly Uint8Array[]): Buffer {
  const body = Buffer.concat(content);
  const header = Buffer.alloc(8);
  header.writeUInt32BE(body.length + 8);
  header.write(type, 4, "latin1");
  return Buffer.concat([header, body]);
}

/** Types of the values of tags. Source: Apple, "QuickTime File Format", well-known types. */
export const [IMPLICIT, JPEG, PNG, INTEGER] = [0, 13, 14, 21] as const;

const UTF8 = 1;

/** A box with a value of a tag. */
export function mp4Value(content: Uint8Array, type: number = UTF8): Buffer {
  const header = Buffer.alloc(8);
  header.writeUInt32BE(type);
  return mp4Box("data", header, content);
}

/** A tag with one value or several. */
export const mp4Tag = (name: string, ...values: readonly Uint8Array[]): Buffer =>
  mp4Box(name, ...values);

/** A tag of text. */
export const mp4Text = (name: string, text: string): Buffer =>
  mp4Tag(name, mp4Value(Buffer.from(text)));

/** A tag under a name of iTunes' own kind. */
export function freeform(name: string, text: string, owner = "com.apple.iTunes"): Buffer {
  const named = (type: string, value: string): Buffer =>
    mp4Box(type, Buffer.alloc(4), Buffer.from(value));
  return mp4Box(
    "----",
    ...[named("mean", owner), named("name", name), mp4Value(Buffer.from(text))],
  );
}

/** The tags of artist and title. */
export const mp4Names = (title: string): readonly Buffer[] => [
  mp4Text("\u00a9ART", ARTIST),
  mp4Text("\u00a9nam", title),
];

/** The list of tags with its handler. */
export const mp4Meta = (items: readonly Uint8Array[]): Buffer =>
  mp4Box(
    "meta",
    Buffer.alloc(4),
    mp4Box("hdlr", ...[Buffer.alloc(8), Buffer.from("mdirappl", "latin1"), Buffer.alloc(9)]),
    mp4Box("ilst", ...items),
  );

/** What an MP4 file is made of. */
export interface Mp4Layout {
  /** What `udta` contains; no `udta` where absent. */
  readonly user?: readonly Uint8Array[];
  /** Boxes in front of `moov` and `mdat`, and behind both. */
  readonly before?: readonly Uint8Array[];
  readonly behind?: readonly Uint8Array[];
  readonly isMovieFirst?: boolean;
  /** "64 bits", or 0 for "to the end of the file", as the length of `mdat`. */
  readonly mediaLength?: "64 bits" | "to the end";
  readonly brand?: string;
  /** The recording with the sound. */
  readonly recorded?: "ffmpeg/tones-aac.m4a" | "ffmpeg/tones-alac.m4a";
}

/** Returns an MP4 file whose media has the number behind its samples. */
export function mp4File(number: number, layout: Mp4Layout): Buffer {
  const { user, before = [], behind = [], isMovieFirst = false, brand = "M4A " } = layout;
  const file = recording(layout.recorded ?? "ffmpeg/tones-aac.m4a");
  const boxes = boxesOf(file);
  const media = boxes.find(({ type }) => type === "mdat");
  const track = boxesOf(boxes.find(({ type }) => type === "moov")?.content ?? file);
  if (!media) throw new Error("The recording has no media.");
  const mark = Buffer.alloc(4);
  mark.writeUInt32BE(number);
  const movie = mp4Box(
    "moov",
    ...track.filter(({ type }) => type !== "udta").map(({ bytes }) => bytes),
    ...(user ? [mp4Box("udta", ...user)] : []),
  );
  const mdat = mediaBox(Buffer.concat([media.content, mark]), layout.mediaLength);
  const start = mp4Box("ftyp", Buffer.from(`${brand}\0\0\0\0${brand}mp42isom`, "latin1"));
  const order = isMovieFirst ? [movie, ...before, mdat] : [...before, mdat, movie];
  const result = Buffer.concat([start, ...order, ...behind]);
  const added = result.indexOf(media.content) - file.indexOf(media.content);
  const table = result.indexOf("stco") + 8;
  for (let chunk = 1; chunk <= result.readUInt32BE(table); chunk += 1) {
    result.writeUInt32BE(result.readUInt32BE(table + 4 * chunk) + added, table + 4 * chunk);
  }
  return result;
}

function mediaBox(content: Buffer, length: Mp4Layout["mediaLength"]): Buffer {
  if (length === "64 bits") {
    const header = Buffer.alloc(16);
    header.writeUInt32BE(1);
    header.write("mdat", 4, "latin1");
    header.writeBigUInt64BE(BigInt(content.length + 16), 8);
    return Buffer.concat([header, content]);
  }
  const box = mp4Box("mdat", content);
  if (length === "to the end") box.writeUInt32BE(0);
  return box;
}

/** The boxes one after the other. */
function boxesOf(
  bytes: Buffer,
): { readonly type: string; readonly bytes: Buffer; readonly content: Buffer }[] {
  const boxes = [];
  for (let at = 0; at < bytes.length; at += bytes.readUInt32BE(at)) {
    const box = bytes.subarray(at, at + bytes.readUInt32BE(at));
    boxes.push({ type: box.toString("latin1", 4, 8), bytes: box, content: box.subarray(8) });
  }
  return boxes;
}
