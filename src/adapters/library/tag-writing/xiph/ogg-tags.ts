import type { TagFormat } from "../../../../domain/tagging/tag-field.js";
import type { ByteReader } from "../../../decoder/byte-reader.js";
import { OGG_COMMENT_MAGICS } from "../../../decoder/ogg/ogg-codec.js";
import { OggPageSplitter, type OggPage } from "../../../decoder/ogg/ogg-page-splitter.js";
import { oggHeaderPages, sealedOggPage } from "../../../decoder/ogg/ogg-page-writer.js";
import { piecesOf } from "../../audio-stream/stream-digest.js";
import type { TagDocument } from "../tag-document.js";
import { UnwritableTagsError } from "../unwritable-tags-error.js";
import {
  changedVorbisComments,
  parseVorbisComments,
  vorbisCommentBytes,
  vorbisItems,
  type VorbisComments,
} from "./vorbis-comments.js";

/** Maximum length of the headers, with pictures in the comments, bytes. */
const MAX_HEADER_BYTES = 64 * 1024 * 1024;

/** What differs between the codecs. */
interface OggHeaderKind {
  readonly format: TagFormat;
  /** Number of header packets behind the first one. */
  readonly headerCount: number;
}

const HEADER_KINDS: Readonly<Record<"vorbis" | "opus", OggHeaderKind>> = {
  vorbis: { format: "Ogg Vorbis", headerCount: 2 },
  opus: { format: "Opus", headerCount: 1 },
};

/** The pages and packets before the audio. */
interface OggHeaders {
  readonly first: OggPage;
  /** The packets behind the first one. */
  readonly packets: readonly Buffer[];
  /** Number of pages, the first one included, and of their bytes. */
  readonly pageCount: number;
  readonly byteLength: number;
}

/**
 * Opens the comments of an Ogg file with one stream of Vorbis or Opus.
 *
 * @param start position of the first page
 * @throws {UnwritableTagsError} its headers are damaged, or it has several streams
 */
export async function openOggTags(
  reader: ByteReader,
  codec: "vorbis" | "opus",
  start: number,
): Promise<TagDocument> {
  const { format, headerCount } = HEADER_KINDS[codec];
  const magic = OGG_COMMENT_MAGICS[codec];
  const headers = await readHeaders(reader, start, headerCount);
  const [comment, ...others] = headers.packets;
  if (comment?.toString("latin1", 0, magic.length) !== magic) {
    throw new UnwritableTagsError("its headers are damaged");
  }
  const comments = parseVorbisComments(comment.subarray(magic.length));
  const packetWith = (changed: VorbisComments): Buffer =>
    Buffer.concat([Buffer.from(magic, "latin1"), vorbisCommentBytes(changed)]);
  return {
    format,
    items: vorbisItems(comments),
    rewritten: (changes) =>
      rewritten(reader, start, {
        headers,
        packets: [packetWith(changedVorbisComments(comments, changes)), ...others],
      }),
  };
}

async function readHeaders(
  reader: ByteReader,
  start: number,
  headerCount: number,
): Promise<OggHeaders> {
  const pages: OggPage[] = [];
  const packets: Buffer[] = [];
  let parts: Uint8Array[] = [];
  for await (const page of pagesFrom(reader, start)) {
    pages.push(page);
    const byteLength = pages.reduce((total, { bytes }) => total + bytes.length, 0);
    if (byteLength > MAX_HEADER_BYTES) throw new UnwritableTagsError("its tags are too long");
    const [first] = pages;
    if (!first || pages.length === 1) continue;
    if (page.isFirst || page.serial !== first.serial) {
      throw new UnwritableTagsError("it has several streams");
    }
    let at = 0;
    for (const segment of page.lacing) {
      parts.push(page.body.subarray(at, at + segment));
      at += segment;
      if (segment === 255) continue;
      packets.push(Buffer.concat(parts));
      parts = [];
    }
    if (packets.length < headerCount) continue;
    if (packets.length > headerCount || parts.length > 0) {
      throw new UnwritableTagsError("its audio begins in the middle of a page");
    }
    return { first, packets, pageCount: pages.length, byteLength };
  }
  throw new UnwritableTagsError("its headers are damaged");
}

/** Yields all pages of a file from a position on. */
async function* pagesFrom(reader: ByteReader, start: number): AsyncGenerator<OggPage, void> {
  const splitter = new OggPageSplitter();
  const size = reader.size ?? start;
  for await (const piece of piecesOf(reader, { start, end: size })) {
    for (const page of splitter.push(piece)) yield page;
    if (splitter.strayBytes > 0) throw new UnwritableTagsError("its pages are damaged");
  }
  if (start + splitter.pageBytes !== size)
    throw new UnwritableTagsError("its last page is cut off");
}

async function* rewritten(
  reader: ByteReader,
  start: number,
  { headers, packets }: { readonly headers: OggHeaders; readonly packets: readonly Buffer[] },
): AsyncGenerator<Uint8Array> {
  yield* piecesOf(reader, { start: 0, end: start });
  yield headers.first.bytes;
  const { serial, number } = headers.first;
  const headerPages = oggHeaderPages(packets, { serial, firstNumber: number + 1 });
  yield* headerPages;
  const added = headerPages.length + 1 - headers.pageCount;
  for await (const page of pagesFrom(reader, start + headers.byteLength)) {
    if (page.isFirst || page.serial !== serial) {
      throw new UnwritableTagsError("it has several streams");
    }
    yield added === 0 ? page.bytes : sealedOggPage(page.bytes, page.number + added);
  }
}
