/** The texts of a tag. */
export interface TagTexts {
  readonly artist: string;
  readonly title: string;
  readonly album: string;
  readonly year: number;
  readonly genre: string;
  readonly isrc?: string;
}

/**
 * Returns an ID3v2.4 tag in UTF-8, with a front cover if one is given.
 *
 * Source: M. Nilsson, "ID3 tag version 2.4.0", 2000.
 */
export function id3Tag(texts: TagTexts, coverPng: Uint8Array | undefined): Uint8Array {
  const frames = [
    textFrame("TIT2", texts.title),
    textFrame("TPE1", texts.artist),
    textFrame("TALB", texts.album),
    textFrame("TDRC", String(texts.year)),
    textFrame("TCON", texts.genre),
  ];
  if (texts.isrc !== undefined) frames.push(textFrame("TSRC", texts.isrc));
  if (coverPng) frames.push(frame("APIC", Buffer.concat([PICTURE_HEADER, coverPng])));
  const body = Buffer.concat(frames);
  const header = Buffer.concat([
    Buffer.from("ID3\u0004\u0000\u0000", "latin1"),
    syncSafe(body.length),
  ]);
  return Buffer.concat([header, body]);
}

/** Encoding, media type, picture type 3 (front cover), and an empty description. */
const PICTURE_HEADER = Buffer.from("\u0003image/png\u0000\u0003\u0000", "latin1");

const textFrame = (name: string, text: string): Buffer =>
  frame(name, Buffer.from(`\u0003${text}`, "utf8"));

function frame(name: string, content: Uint8Array): Buffer {
  const flags = Buffer.alloc(2);
  return Buffer.concat([Buffer.from(name, "latin1"), syncSafe(content.length), flags, content]);
}

/** An integer of 28 bits in four bytes of 7 bits each, so that no sync pattern can occur. */
function syncSafe(size: number): Buffer {
  return Buffer.from([21, 14, 7, 0].map((shift) => (size >>> shift) & 0x7f));
}
