/** The words of a tag, by what they say. */
export interface TagWords {
  readonly artist: string;
  readonly title: string;
  readonly album: string;
  readonly year: number;
  readonly genre: string;
  readonly isrc?: string;
}

/**
 * An ID3v2.4 tag in UTF-8, with a front cover where there is one.
 *
 * Source: M. Nilsson, "ID3 tag version 2.4.0", 2000.
 */
export function id3Tag(words: TagWords, coverPng: Uint8Array | undefined): Uint8Array {
  const frames = [
    textFrame("TIT2", words.title),
    textFrame("TPE1", words.artist),
    textFrame("TALB", words.album),
    textFrame("TDRC", String(words.year)),
    textFrame("TCON", words.genre),
  ];
  if (words.isrc !== undefined) frames.push(textFrame("TSRC", words.isrc));
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

/** 28 bits in four bytes of seven, so that no sync pattern can occur. */
function syncSafe(size: number): Buffer {
  return Buffer.from([21, 14, 7, 0].map((shift) => (size >>> shift) & 0x7f));
}
