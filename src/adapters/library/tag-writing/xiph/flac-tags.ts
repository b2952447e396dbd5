import type { ByteReader } from "../../../decoder/byte-reader.js";
import { findFlacBlocks, type FlacBlock } from "../../audio-stream/flac-file.js";
import { assembled, readPart, type FilePiece, type TagDocument } from "../tag-document.js";
import { UnwritableTagsError } from "../unwritable-tags-error.js";
import {
  areOurEmptyComments,
  changedVorbisComments,
  NO_COMMENTS,
  parseVorbisComments,
  vorbisCommentBytes,
  vorbisItems,
} from "./vorbis-comments.js";

const COMMENT_BLOCK = 4;
const MAX_BLOCK_BYTES = 2 ** 24 - 1;

/**
 * Opens the comments of a FLAC file. Its other metadata blocks stay as they are.
 *
 * @param start position of "fLaC"
 * @throws {UnwritableTagsError} its metadata is damaged
 */
export async function openFlacTags(reader: ByteReader, start: number): Promise<TagDocument> {
  const file = await findFlacBlocks(reader, start);
  const info = file?.blocks[0];
  if (!file || info?.type !== 0) throw new UnwritableTagsError("its metadata is damaged");
  const commentBlocks = file.blocks.filter(({ type }) => type === COMMENT_BLOCK);
  const [block] = commentBlocks;
  if (commentBlocks.length > 1) throw new UnwritableTagsError("it has several blocks of comments");
  const comments = block ? parseVorbisComments(await readPart(reader, block)) : NO_COMMENTS;
  return {
    format: "FLAC",
    items: vorbisItems(comments),
    rewritten(changes) {
      const changed = changedVorbisComments(comments, changes);
      const content = vorbisCommentBytes(changed);
      const blocks = file.blocks.flatMap((one): NewBlock[] => {
        // A block that was added goes with its last comment.
        if (one === block && areOurEmptyComments(changed)) return [];
        if (one === block) return [{ type: COMMENT_BLOCK, content }];
        const copied = { type: one.type, content: one };
        const isNew = one === info && !block && changed.comments.length > 0;
        return isNew ? [copied, { type: COMMENT_BLOCK, content }] : [copied];
      });
      return assembled(reader, [
        { start: 0, end: start + 4 },
        ...blocks.flatMap((one, index) => blockPieces(one, index === blocks.length - 1)),
        { start: file.audioStart, end: reader.size ?? 0 },
      ]);
    },
  };
}

/** A metadata block of the new file: new bytes, or a block of the old file. */
interface NewBlock {
  readonly type: number;
  readonly content: Buffer | FlacBlock;
}

function blockPieces({ type, content }: NewBlock, isLast: boolean): readonly FilePiece[] {
  const length = content instanceof Uint8Array ? content.length : content.end - content.start;
  if (length > MAX_BLOCK_BYTES) throw new UnwritableTagsError("its comments are too long");
  const header = Buffer.from([isLast ? type | 0x80 : type, 0, 0, 0]);
  header.writeUIntBE(length, 1, 3);
  return [header, content];
}
