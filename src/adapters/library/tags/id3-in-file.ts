import { findAudioFormat } from "../../decoder/find-audio-format.js";
import { findChunks } from "../audio-stream/chunk-file.js";
import { id3Texts, joinedId3Tag } from "../tag-writing/id3/id3-items.js";
import {
  ID3_HEADER_BYTES,
  id3TagBytes,
  id3TagLength,
  MAX_ID3_TAGS,
  readId3Tag,
  type Id3Tag,
} from "../tag-writing/id3/id3v2-tag.js";
import type { KeptParts } from "./kept-parts.js";
import type { FilePart } from "./read-ahead.js";

/** Maximum length of a tag that is read, bytes: a picture of 16 MiB and its texts. */
const MAX_TAG_BYTES = 17 * 1024 * 1024;

/** Length of the header of a DSF file, which ends with the position of its tag. */
const DSF_HEADER_BYTES = 28;

/** The texts of the ID3v2 tags of a file. */
export interface Id3InFile {
  /** By the id of their frame in version 2.4, e.g. "TPE1" and "TXXX:ARTISTS"; of several tags, from the first that has it. */
  readonly texts: ReadonlyMap<string, readonly string[]>;
  /** Makes the tags one that every reader reads; absent where there are none. */
  readonly tag?: () => Uint8Array;
  /** The same as long as they are in the file; none where they are so already. */
  readonly plain: readonly FilePart[];
}

/**
 * Reads the ID3v2 tags of an MP3, AAC, WAV, AIFF or DSF file, or in front of another format. The general
 * reader of tags takes "/" for a separator in version 2.3 (of "AC/DC" it gives "AC" and "DC"), the last of several
 * tags, and no unsynchronisation of a whole tag, extended header of version 2.4 or lengths of old versions of iTunes.
 */
export async function readId3InFile(file: KeptParts): Promise<Id3InFile> {
  const tags: Id3Tag[] = [];
  const start = (await findFirstTag(file)) ?? file.size;
  let end = start;
  let areUsual = true;
  while (tags.length < MAX_ID3_TAGS) {
    const length = id3TagLength(file.bytesAt(end, ID3_HEADER_BYTES));
    if (length === 0 || length > MAX_TAG_BYTES) break;
    const stored = file.bytesAt(end, length);
    if (stored.length < length) break;
    const { tag, isUsual } = readId3Tag(stored);
    areUsual &&= isUsual;
    tags.push(tag);
    end += length;
  }
  const [first, ...others] = tags;
  if (first === undefined) return { texts: new Map(), plain: [] };
  const joined = joinedId3Tag([first, ...others]);
  const texts = id3Texts(joined);
  const tag = (): Uint8Array => paddedTag(joined, end - start);
  const isPlain = areUsual && others.length === 0;
  return { texts, tag, plain: isPlain ? [] : [{ position: start, bytes: tag() }] };
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

/** Returns the bytes of a tag with as much padding as makes it `length` bytes long. */
function paddedTag(tag: Id3Tag, length: number): Uint8Array {
  const { length: usedBytes } = id3TagBytes({ ...tag, paddingBytes: 0 });
  return id3TagBytes({ ...tag, paddingBytes: length - Math.max(usedBytes, ID3_HEADER_BYTES) });
}
