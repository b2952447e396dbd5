import type { TagChanges } from "../../../../domain/tagging/tag-field.js";
import type { ByteReader } from "../../../decoder/byte-reader.js";
import { findChunks, type Chunk, type ChunkFile } from "../../audio-stream/chunk-file.js";
import { changedId3Tag, EMPTY_ID3_TAG, id3Items } from "./id3-items.js";
import { id3TagBytes, id3TagLength, parseId3Tag, type Id3Tag } from "./id3v2-tag.js";
import { assembled, readPart, type FilePiece, type TagDocument } from "../tag-document.js";
import { UnwritableTagsError } from "../unwritable-tags-error.js";

const FILE_HEADER_BYTES = 12;
const CHUNK_HEADER_BYTES = 8;
const MAX_SIZE = 0xffff_ffff;

/**
 * Opens the ID3 tag in a chunk of a WAV or AIFF file.
 *
 * @throws {UnwritableTagsError} its chunks do not end where the file does, or the tag is damaged
 */
export async function openChunkTags(
  reader: ByteReader,
  kind: ChunkFile["kind"],
): Promise<TagDocument> {
  const file = await findChunks(reader, kind);
  if (!file) throw new UnwritableTagsError("it has too many chunks");
  await checkLength(reader, file);
  const chunks = file.chunks.filter(isTagChunk);
  const [chunk] = chunks;
  if (chunks.length > 1) throw new UnwritableTagsError("it has several ID3 tags");
  const content = chunk ? await readPart(reader, chunk) : Buffer.alloc(0);
  const tagBytes = id3TagLength(content);
  if (tagBytes > content.length || (chunk && tagBytes === 0)) {
    throw new UnwritableTagsError("its ID3 tag is damaged");
  }
  const tag = tagBytes === 0 ? EMPTY_ID3_TAG : parseId3Tag(content);
  return {
    format: kind === "wav" ? "WAV" : "AIFF",
    items: id3Items(tag),
    rewritten: (changes) => rewritten(reader, file, { tag, changes }),
  };
}

/** Whether its length is in the chunk `ds64`, and not in its first bytes. */
const isLarge = ({ magic }: ChunkFile): boolean => magic === "RF64" || magic === "BW64";

const isTagChunk = ({ id }: Chunk): boolean => id.toLowerCase() === "id3 ";

/** Checks that nothing would be lost: the chunks, and the length in the header, end where the file does. */
async function checkLength(reader: ByteReader, file: ChunkFile): Promise<void> {
  const { isLittleEndian, chunks } = file;
  const fileBytes = reader.size ?? 0;
  const last = chunks.at(-1);
  const end = last ? last.start + last.statedBytes : FILE_HEADER_BYTES;
  // The padding behind a last chunk of odd length is often missing.
  const isWhole = end === fileBytes || end + (end % 2) === fileBytes;
  const header = await readPart(reader, { start: 0, end: FILE_HEADER_BYTES });
  const stated = isLittleEndian ? header.readUInt32LE(4) : header.readUInt32BE(4);
  const isStated = isLarge(file) || Math.abs(stated + 8 - fileBytes) <= 1;
  if (!isWhole || !isStated) {
    throw new UnwritableTagsError("its header states another length than the file has");
  }
}

/** What the ID3 tag of a file is, and becomes. */
interface TagRewrite {
  readonly tag: Id3Tag;
  readonly changes: TagChanges;
}

async function* rewritten(
  reader: ByteReader,
  file: ChunkFile,
  { tag, changes }: TagRewrite,
): AsyncGenerator<Uint8Array> {
  const content = id3TagBytes(changedId3Tag(tag, changes));
  const pieces: FilePiece[] = [];
  let byteLength = 4;
  const add = (piece: FilePiece): void => {
    pieces.push(piece);
    byteLength += piece instanceof Uint8Array ? piece.length : piece.end - piece.start;
  };
  let isWritten = false;
  for (const chunk of file.chunks) {
    if (isTagChunk(chunk)) {
      for (const bytes of chunkBytes(file, chunk.id, content)) add(bytes);
      isWritten = true;
    } else {
      add({ start: chunk.start - CHUNK_HEADER_BYTES, end: chunk.end });
      if (chunk.statedBytes % 2 === 1) add(Buffer.alloc(1));
    }
  }
  if (!isWritten) {
    const id = file.kind === "wav" ? "id3 " : "ID3 ";
    for (const bytes of chunkBytes(file, id, content)) add(bytes);
  }
  yield await fileHeader(reader, file, byteLength);
  const large = file.chunks.find(({ id }) => id === "ds64");
  for (const piece of pieces) {
    const isLargeSizes = !(piece instanceof Uint8Array) && piece.end === large?.end;
    if (isLargeSizes) yield await largeSizes(reader, piece, byteLength);
    else yield* assembled(reader, [piece]);
  }
}

/** Returns a chunk with its header and padding; nothing where it is empty. */
function chunkBytes({ isLittleEndian }: ChunkFile, id: string, content: Buffer): readonly Buffer[] {
  if (content.length === 0) return [];
  const header = Buffer.alloc(CHUNK_HEADER_BYTES);
  header.write(id, "latin1");
  if (isLittleEndian) header.writeUInt32LE(content.length, 4);
  else header.writeUInt32BE(content.length, 4);
  return [header, content, Buffer.alloc(content.length % 2)];
}

/** Returns the first twelve bytes of the file, with its new length. */
async function fileHeader(
  reader: ByteReader,
  file: ChunkFile,
  byteLength: number,
): Promise<Buffer> {
  const header = await readPart(reader, { start: 0, end: FILE_HEADER_BYTES });
  if (isLarge(file)) return header;
  if (byteLength > MAX_SIZE) throw new UnwritableTagsError("it would become longer than 4 GiB");
  if (file.isLittleEndian) header.writeUInt32LE(byteLength, 4);
  else header.writeUInt32BE(byteLength, 4);
  return header;
}

/** Returns the chunk ds64, with its header and the new length of the file. */
async function largeSizes(
  reader: ByteReader,
  range: { readonly start: number; readonly end: number },
  byteLength: number,
): Promise<Buffer> {
  const chunk = await readPart(reader, range);
  if (chunk.length < CHUNK_HEADER_BYTES + 8) throw new UnwritableTagsError("its header is damaged");
  chunk.writeBigUInt64LE(BigInt(byteLength), CHUNK_HEADER_BYTES);
  return chunk;
}
