import type { KeptParts } from "./kept-parts.js";

/** Maximum length of a tag that is read, bytes: a picture of 16 MiB and its texts. */
const MAX_TAG_BYTES = 17 * 1024 * 1024;

const START = "MAC ";

/** The first version whose header begins with a descriptor, times 1000; of that one the reader reads the header. */
const FIRST_DESCRIBED_VERSION = 3_980;

/** Length of the header of older versions, as far as it is read, bytes. */
const OLD_HEADER_BYTES = 32;

/** Lengths of the parts of the header of newer versions, bytes. */
const DESCRIPTOR_BYTES = 52;
const HEADER_BYTES = 24;

/** Samples of a channel in a frame, by version and level. */
const BLOCKS_PER_FRAME = { since3950: 294_912, since3900: 73_728, before: 9_216 } as const;

/** The level "extra high", which has had the frames of 3.900 since 3.800. */
const EXTRA_HIGH = 4_000;

/** Flags of the header: samples of 8 and of 24 bits. */
const IS_8_BITS = 1;
const IS_24_BITS = 8;

const TAG_START = "APETAGEX";
const TAG_FOOTER_BYTES = 32;
const ID3V1_BYTES = 128;

/**
 * Returns a file of Monkey's Audio before version 3.98 as the general reader of tags reads it: with the header of newer
 * versions, no audio, and its tag. `undefined` for newer versions, which it reads, and for other formats.
 *
 * Source: wiki.multimedia.cx, "Monkey's Audio"; wiki.hydrogenaudio.org, "APEv2 specification".
 */
export function findUsualApe(file: KeptParts): Uint8Array | undefined {
  const old = file.bytesAt(0, OLD_HEADER_BYTES);
  const isApe = old.length === OLD_HEADER_BYTES && old.toString("latin1", 0, 4) === START;
  if (!isApe || old.readUInt16LE(4) >= FIRST_DESCRIBED_VERSION) return undefined;
  return Buffer.concat([headerOf(old), tagOf(file)]);
}

function headerOf(old: Buffer): Buffer {
  const [version, level, flags] = [old.readUInt16LE(4), old.readUInt16LE(6), old.readUInt16LE(8)];
  const bits = flags & IS_8_BITS ? 8 : flags & IS_24_BITS ? 24 : 16;
  const header = Buffer.alloc(DESCRIPTOR_BYTES + HEADER_BYTES);
  header.write(START, "latin1");
  header.writeUInt32LE(FIRST_DESCRIBED_VERSION, 4);
  header.writeUInt32LE(DESCRIPTOR_BYTES, 8);
  header.writeUInt32LE(HEADER_BYTES, 12);
  const facts = header.subarray(DESCRIPTOR_BYTES);
  facts.writeUInt16LE(level, 0);
  facts.writeUInt32LE(blocksPerFrame(version, level), 4);
  facts.writeUInt32LE(old.readUInt32LE(28), 8);
  facts.writeUInt32LE(old.readUInt32LE(24), 12);
  facts.writeUInt16LE(bits, 16);
  facts.writeUInt16LE(old.readUInt16LE(10), 18);
  facts.writeUInt32LE(old.readUInt32LE(12), 20);
  return header;
}

function blocksPerFrame(version: number, level: number): number {
  if (version >= 3_950) return BLOCKS_PER_FRAME.since3950;
  const isLong = version >= 3_900 || (version >= 3_800 && level === EXTRA_HIGH);
  return isLong ? BLOCKS_PER_FRAME.since3900 : BLOCKS_PER_FRAME.before;
}

/** Returns the items and the footer of the tag at the end, or in front of an ID3v1 tag there; empty where there is none. */
function tagOf(file: KeptParts): Buffer {
  for (const end of [file.size, file.size - ID3V1_BYTES]) {
    const footer = file.bytesAt(Math.max(0, end - TAG_FOOTER_BYTES), TAG_FOOTER_BYTES);
    if (footer.toString("latin1", 0, TAG_START.length) !== TAG_START) continue;
    const length = footer.readUInt32LE(12);
    if (length < TAG_FOOTER_BYTES || length > Math.min(MAX_TAG_BYTES, end)) continue;
    return file.bytesAt(end - length, length);
  }
  return Buffer.alloc(0);
}
