import type {
  TagChanges,
  TagField,
  TagFormat,
  TagItem,
} from "../../../domain/tagging/tag-field.js";
import type { ByteReader } from "../../decoder/byte-reader.js";
import type { ByteRange } from "../audio-stream/audio-part.js";
import { piecesOf } from "../audio-stream/stream-digest.js";
import { findTagName, type TagSystem } from "./tag-names.js";
import { UnwritableTagsError } from "./unwritable-tags-error.js";

/** An open audio file whose tags can be rewritten. */
export interface TagDocument {
  readonly format: TagFormat;
  readonly items: readonly TagItem[];
  /**
   * Returns the bytes of the whole file with other tags.
   *
   * @throws {UnwritableTagsError} while it is read, where something would be lost
   */
  rewritten(changes: TagChanges): AsyncIterable<Uint8Array>;
}

/** A part of a rewritten file: new bytes, or a range of the old file. */
export type FilePiece = Uint8Array | ByteRange;

/** Returns the bytes of pieces, one after the other. */
export async function* assembled(
  reader: ByteReader,
  pieces: readonly FilePiece[],
): AsyncGenerator<Uint8Array, void, undefined> {
  for (const piece of pieces) {
    if (piece instanceof Uint8Array) yield piece;
    else yield* piecesOf(reader, piece);
  }
}

/**
 * Reads a part of a file into memory.
 *
 * @throws {UnwritableTagsError} it is longer than tags may be, or the file ends before
 */
export async function readPart(reader: ByteReader, { start, end }: ByteRange): Promise<Buffer> {
  if (end - start > MAX_TAG_BYTES) throw new UnwritableTagsError("its tags are larger than 64 MiB");
  await reader.seek(start);
  const bytes = Buffer.from(await reader.read(end - start));
  if (bytes.length < end - start) throw new UnwritableTagsError("it ends within its tags");
  return bytes;
}

const MAX_TAG_BYTES = 64 * 1024 * 1024;

/** Returns what a tag of one kind gets: the names and values of each changed field. */
export function namedChanges(
  system: TagSystem,
  changes: TagChanges,
): readonly { readonly field: TagField; readonly items: readonly Required<NamedValue>[] }[] {
  return [...changes].map(([field, values]) => ({
    field,
    items: values.map(({ name = findTagName(system, field), value }) => {
      if (name === undefined) throw new UnwritableTagsError(`its format has no tag for ${field}`);
      return { name, value };
    }),
  }));
}

/** A value under a name. */
export interface NamedValue {
  readonly name: string;
  readonly value: string;
}
