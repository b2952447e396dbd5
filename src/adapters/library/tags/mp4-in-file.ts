import { findBoxes } from "../../decoder/ffmpeg/mp4-boxes.js";
import { usualItem } from "../tag-writing/mp4/mp4-items.js";
import {
  findMp4Child,
  mp4NodeBytes,
  parseMp4Node,
  withMp4Child,
  type Mp4Node,
} from "../tag-writing/mp4/mp4-tree.js";
import { UnwritableTagsError } from "../tag-writing/unwritable-tags-error.js";
import type { KeptParts } from "./kept-parts.js";

/** Maximum length of `moov` that is read for its tags, bytes: a picture of 16 MiB, and tables of some hours. */
const MAX_MOVIE_BYTES = 32 * 1024 * 1024;

/** Type of a JPEG. Source: Apple, "QuickTime File Format", well-known types. */
const JPEG = 13;

/** Position of the type in a value: behind the length and the name of its box. */
const TYPE_START = 8;

/**
 * Returns `ftyp` and `moov` of an MP4 file as the general reader of tags reads them, without the zeros that may end
 * `udta`, at which it gives up, with a type for pictures that state none, and with tempos of two bytes; `undefined` where it has
 * neither, where it is so already, and where it is damaged or too long.
 */
export async function findUsualMp4(file: KeptParts): Promise<Uint8Array | undefined> {
  const boxes = await findBoxes(file.reader(), { start: 0, end: file.size });
  const [head] = boxes ?? [];
  const movie = boxes?.find(({ type }) => type === "moov");
  if (!head || !movie || movie.isCut || movie.end - movie.start > MAX_MOVIE_BYTES) return undefined;
  const stored = file.bytesAt(movie.start, movie.end - movie.start);
  try {
    const parsed = parseMp4Node(stored);
    const usual = usualMovie(parsed);
    if (usual === parsed) return undefined;
    const start = file.bytesAt(head.start, head.end - head.start);
    return Buffer.concat([start, mp4NodeBytes(usual)]);
  } catch (error) {
    if (error instanceof UnwritableTagsError) return undefined;
    throw error;
  }
}

/** Returns the movie itself where it is usual. */
function usualMovie(movie: Mp4Node): Mp4Node {
  const user = findMp4Child(movie, "udta");
  if (user === undefined) return movie;
  const meta = findMp4Child(user, "meta");
  const list = findMp4Child(meta, "ilst");
  const children = list?.children.map(readableItem) ?? [];
  const isUsual = children.every((item, at) => item === list?.children[at]);
  if (user.tail.length === 0 && isUsual) return movie;
  const ended = { ...user, tail: Buffer.alloc(0) };
  if (!meta || !list) return withMp4Child(movie, ended);
  return withMp4Child(movie, withMp4Child(ended, withMp4Child(meta, { ...list, children })));
}

/** Returns an item as the general reader reads it: itself where it does so already. */
function readableItem(item: Mp4Node): Mp4Node {
  if (item.type !== "covr") return usualItem(item);
  return untypedPicturesIn(item.head).length > 0
    ? { ...item, head: typedPictures(item.head) }
    : item;
}

/** Returns values in which those without a type have that of a JPEG: what a picture is, its bytes say. */
function typedPictures(values: Buffer): Buffer {
  const typed = Buffer.from(values);
  for (const at of untypedPicturesIn(values)) typed.writeUInt32BE(JPEG, at + TYPE_START);
  return typed;
}

/** Returns the positions of the values that state no type. */
function untypedPicturesIn(values: Buffer): readonly number[] {
  const untyped: number[] = [];
  for (let at = 0; at + TYPE_START + 4 <= values.length;) {
    if (values.readUInt32BE(at + TYPE_START) === 0) untyped.push(at);
    const length = values.readUInt32BE(at);
    if (length < TYPE_START) break;
    at += length;
  }
  return untyped;
}
