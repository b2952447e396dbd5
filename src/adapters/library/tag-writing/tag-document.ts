import type {
  StoredValue,
  TagChanges,
  TagFormat,
  TagItem,
} from "../../../domain/tagging/tag-field.js";
import type { ByteRange, ByteReader } from "../../decoder/byte-reader.js";
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

/** How the entries of a tag are made: frames, comments or boxes. */
interface EntryForm<Entry> {
  readonly system: TagSystem;
  /** See `StoredValue`. */
  readonly form: string;
  readonly parse: (bytes: Buffer) => Entry;
  readonly create: (value: NamedValue) => Entry;
}

/** Returns how an entry of a tag is stored. */
export function storedValue(form: string, index: number, bytes: Buffer): StoredValue {
  return { form, index, base64: bytes.toString("base64") };
}

/**
 * Returns the entries of a tag with the changed values: those that were stored before go back to their
 * places, others behind all.
 *
 * @param kept the entries that do not change
 * @throws {UnwritableTagsError} this kind of tag has no name for a field
 */
export function changedEntries<Entry>(
  kept: readonly Entry[],
  changes: TagChanges,
  { system, form, parse, create }: EntryForm<Entry>,
): readonly Entry[] {
  const items = [...changes].flatMap(([field, values]) =>
    values.map((value) => ({ name: findTagName(system, field), ...value, field })),
  );
  const entries = [...kept];
  const restored = items.flatMap(({ stored }) => (stored?.form === form ? [stored] : []));
  for (const { index, base64 } of restored.sort((one, other) => one.index - other.index)) {
    entries.splice(index, 0, parse(Buffer.from(base64, "base64")));
  }
  for (const { name, value, field, stored } of items) {
    if (stored?.form === form) continue;
    if (name === undefined) throw new UnwritableTagsError(`its format has no tag for ${field}`);
    entries.push(create({ name, value }));
  }
  return entries;
}

/** A value under a name. */
export interface NamedValue {
  readonly name: string;
  readonly value: string;
}
