import { findAudioFormat } from "../../decoder/find-audio-format.js";
import { findChunks } from "../audio-stream/chunk-file.js";
import { id3Texts, plainId3Tag } from "../tag-writing/id3/id3-items.js";
import {
  ID3_HEADER_BYTES,
  id3TagBytes,
  id3TagLength,
  readId3Tag,
  type Id3Tag,
} from "../tag-writing/id3/id3v2-tag.js";
import type { KeptParts } from "./kept-parts.js";
import type { FilePart } from "./read-ahead.js";

/** Maximum length of a tag that is read, bytes: a picture of 16 MiB and its texts. */
const MAX_TAG_BYTES = 17 * 1024 * 1024;

/** Maximum number of tags one after the other; programs that ignore an existing tag leave two. */
const MAX_TAG_COUNT = 4;

/** Length of the header of a DSF file, which ends with the position of its tag. */
const DSF_HEADER_BYTES = 28;

/** The texts of the ID3v2 tags of a file. */
export interface Id3InFile {
  /** By the id of their frame in version 2.4, e.g. "TPE1" and "TXXX:ARTISTS"; of several tags, from the first that has it. */
  readonly texts: ReadonlyMap<string, readonly string[]>;
  /** The tags without unsynchronisation, as long as they are in the file. */
  readonly plain: readonly FilePart[];
}

/**
 * Reads the ID3v2 tags of an MP3, AAC, WAV, AIFF or DSF file, or in front of another format. The general
 * reader of tags takes "/" for a separator in version 2.3 (of "AC/DC" it gives "AC" and "DC"), and does
 * not undo the unsynchronisation of a whole tag.
 */
export async function readId3InFile(file: KeptParts): Promise<Id3InFile> {
  const texts = new Map<string, readonly string[]>();
  const plain: FilePart[] = [];
  let position = await findFirstTag(file);
  for (let count = 0; position !== undefined && count < MAX_TAG_COUNT; count += 1) {
    const length = id3TagLength(file.bytesAt(position, ID3_HEADER_BYTES));
    if (length === 0 || length > MAX_TAG_BYTES) break;
    const stored = file.bytesAt(position, length);
    if (stored.length < length) break;
    const { tag } = readId3Tag(stored);
    for (const [name, values] of id3Texts(tag)) if (!texts.has(name)) texts.set(name, values);
    const isUnsynchronised = (stored.readUInt8(5) & 0x80) !== 0;
    plain.push({ position, bytes: isUnsynchronised ? plainBytes(tag, length) : stored });
    position += length;
  }
  return { texts, plain };
}

/** Returns where the first tag may be, or `undefined` where the file has no place for one. */
async function findFirstTag(file: KeptParts): Promise<number | undefined> {
  const start = file.bytesAt(0, DSF_HEADER_BYTES);
  const format = findAudioFormat(start);
  if (format?.name === "DSF" && start.length === DSF_HEADER_BYTES) {
    const position = start.readBigUInt64LE(20);
    return position > 0 && position < file.size ? Number(position) : undefined;
  }
  if (format?.decoder !== "wav" && format?.decoder !== "aiff") return 0;
  const found = await findChunks(file.reader(), format.decoder);
  return found?.chunks.find(({ id }) => id.toLowerCase() === "id3 ")?.start;
}

/** Returns the frames of an unsynchronised tag as they were before, in `length` bytes. */
function plainBytes(tag: Id3Tag, length: number): Uint8Array {
  const plain = plainId3Tag(tag);
  const frameBytes = plain.frames.map(({ id, body }) => (id.length === 3 ? 6 : 10) + body.length);
  const paddingBytes = frameBytes.reduce((free, bytes) => free - bytes, length - ID3_HEADER_BYTES);
  return id3TagBytes({ ...plain, paddingBytes });
}
