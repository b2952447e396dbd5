import type { ByteReader } from "../../../decoder/byte-reader.js";
import { findBoxes } from "../../../decoder/ffmpeg/mp4-boxes.js";
import { changedMovie, findItemList, mp4Items } from "./mp4-items.js";
import { mapMp4Nodes, mp4NodeBytes, parseMp4Node, type Mp4Node } from "./mp4-tree.js";
import { assembled, readPart, type TagDocument } from "../tag-document.js";
import { UnwritableTagsError } from "../unwritable-tags-error.js";

/** Boxes with other positions in the file than those that are corrected here, most of them of files in fragments. */
const POSITION_BOXES: readonly string[] = ["moof", "sidx", "mfra", "meta"];

/**
 * Opens the tags of an MP4 file, in the list that iTunes has introduced. Where `moov` grows in front of
 * the media, the positions of all samples behind it are raised.
 *
 * @throws {UnwritableTagsError} it is in fragments, or damaged
 */
export async function openMp4Tags(reader: ByteReader): Promise<TagDocument> {
  const size = reader.size ?? 0;
  const boxes = await findBoxes(reader, { start: 0, end: size });
  if (!boxes || boxes.at(-1)?.end !== size || boxes.some(({ isCut }) => isCut)) {
    throw new UnwritableTagsError("its MP4 boxes are damaged");
  }
  const [box, ...others] = boxes.filter(({ type }) => type === "moov");
  if (!box || others.length > 0) throw new UnwritableTagsError("its MP4 boxes are damaged");
  if (boxes.some(({ type }) => POSITION_BOXES.includes(type))) {
    throw new UnwritableTagsError("it is an MP4 file in fragments, or of an unusual kind");
  }
  const movie = parseMp4Node(await readPart(reader, box));
  return {
    format: "MP4",
    items: mp4Items(findItemList(movie)),
    rewritten(changes) {
      const changed = changedMovie(movie, changes);
      const added = mp4NodeBytes(changed).length - (box.end - box.start);
      return assembled(reader, [
        { start: 0, end: box.start },
        mp4NodeBytes(withMovedSamples(changed, box.end, added)),
        { start: box.end, end: size },
      ]);
    },
  };
}

/** Returns `moov` with the positions of samples behind `from` raised by `added`. */
function withMovedSamples(movie: Mp4Node, from: number, added: number): Mp4Node {
  if (added === 0) return movie;
  return mapMp4Nodes(movie, ["stco", "co64"], (node) => {
    const head = Buffer.from(node.head);
    const width = node.type === "stco" ? 4 : 8;
    const count = head.length < 8 ? -1 : head.readUInt32BE(4);
    if (count < 0 || 8 + count * width > head.length) {
      throw new UnwritableTagsError("its positions of samples are damaged");
    }
    for (let at = 8; at < 8 + count * width; at += width) {
      const position = width === 4 ? head.readUInt32BE(at) : Number(head.readBigUInt64BE(at));
      if (position < from) continue;
      const moved = position + added;
      if (width === 8) head.writeBigUInt64BE(BigInt(moved), at);
      else if (moved <= 0xffff_ffff) head.writeUInt32BE(moved, at);
      else throw new UnwritableTagsError("it would become longer than 4 GiB");
    }
    return { ...node, head };
  });
}
