import type { TagItem } from "../../../../domain/tagging/tag-field.js";
import type { ByteReader } from "../../../decoder/byte-reader.js";
import { findTrailingTagsStart } from "../../../decoder/trailing-tags.js";
import { changedId3Tag, EMPTY_ID3_TAG, id3Items, joinedId3Tag } from "./id3-items.js";
import {
  ID3_HEADER_BYTES,
  id3TagBytes,
  id3TagLength,
  MAX_ID3_TAGS,
  parseId3Tag,
  readId3Tag,
  type Id3Tag,
} from "./id3v2-tag.js";
import { assembled, readPart, type TagDocument } from "../tag-document.js";
import { findTagField } from "../tag-names.js";

/**
 * Opens the tags of an MP3: the ID3v2 tag at its beginning is rewritten. Further ones behind it, and an APE tag behind
 * the audio, are only read.
 *
 * @param audioStart position of the first frame
 * @throws {UnwritableTagsError} the tag is damaged
 */
export async function openMp3Tags(reader: ByteReader, audioStart: number): Promise<TagDocument> {
  await reader.seek(0);
  const tagBytes = id3TagLength(Buffer.from(await reader.read(ID3_HEADER_BYTES)));
  const tag =
    tagBytes === 0
      ? EMPTY_ID3_TAG
      : parseId3Tag(await readPart(reader, { start: 0, end: tagBytes }));
  const end = reader.size ?? 0;
  const trailing = await readPart(reader, {
    start: await findTrailingTagsStart(reader, audioStart),
    end,
  });
  return {
    format: "MP3",
    items: [...id3Items(tag), ...(await laterItems(reader, tag, tagBytes)), ...apeItems(trailing)],
    rewritten: (changes) =>
      assembled(reader, [id3TagBytes(changedId3Tag(tag, changes)), { start: tagBytes, end }]),
  };
}

/** Returns the values that the tags behind the first have, and it has not. */
async function laterItems(
  reader: ByteReader,
  first: Id3Tag,
  firstBytes: number,
): Promise<readonly TagItem[]> {
  const others: Id3Tag[] = [];
  for (let at = firstBytes; firstBytes > 0 && others.length < MAX_ID3_TAGS - 1;) {
    await reader.seek(at);
    const length = id3TagLength(Buffer.from(await reader.read(ID3_HEADER_BYTES)));
    if (length === 0) break;
    others.push(readId3Tag(await readPart(reader, { start: at, end: at + length })).tag);
    at += length;
  }
  const own = new Set(id3Items(first).map(({ field }) => field));
  return id3Items(joinedId3Tag([first, ...others])).flatMap(({ field, name, value }): TagItem[] =>
    own.has(field) ? [] : [{ field, name, value, isFixed: true }],
  );
}

/** Maximum number of items of an APE tag that are read. */
const MAX_ITEM_COUNT = 1_000;
/** Length of the header and of the footer of an APE tag. */
const APE_FOOTER_BYTES = 32;

/** Returns the values of the APE tag among the tags behind the audio; none where it is damaged. */
function apeItems(trailing: Buffer): readonly TagItem[] {
  const footer = trailing.lastIndexOf("APETAGEX", undefined, "latin1");
  if (footer === -1 || footer + APE_FOOTER_BYTES > trailing.length) return [];
  const start = footer + APE_FOOTER_BYTES - trailing.readUInt32LE(footer + 12);
  const items: TagItem[] = [];
  for (
    let at = start, count = 0;
    at >= 0 && at + 8 < footer && count < MAX_ITEM_COUNT;
    count += 1
  ) {
    const nameEnd = trailing.indexOf(0, at + 8);
    if (nameEnd === -1 || nameEnd > footer) break;
    const name = trailing.toString("latin1", at + 8, nameEnd);
    const end = nameEnd + 1 + trailing.readUInt32LE(at);
    const field = findTagField("ape", name);
    const value = trailing.toString("utf8", nameEnd + 1, Math.min(end, footer));
    if (field !== undefined) items.push({ field, name, value, isFixed: true });
    at = end;
  }
  return items;
}
