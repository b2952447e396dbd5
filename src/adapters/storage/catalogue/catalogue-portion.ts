import { byField } from "../../../domain/analysis/descriptors.js";
import { createHash } from "node:crypto";
import { endianness } from "node:os";
import { crc32 } from "node:zlib";
import { EMBEDDING_LENGTH } from "../../../domain/analysis/sound-embedding.js";
import { migrationNames } from "../migrations/migrate.js";
import {
  type CataloguePortion,
  keyColumns,
  labelColumns,
  numberColumns,
  textColumns,
} from "./columns/catalogue-columns.js";
import { withDerived, withoutDerived } from "./derived-names.js";
import { packedLength } from "./packed-numbers.js";
import type { TextPortion } from "./columns/text-column.js";

/**
 * Version of how columns are made from rows, and bytes from columns. It is raised when either changes,
 * the searched words included.
 */
const FORMAT = 9;

/**
 * Length of the header: the checksum of all that follows it, the count of analyses, and the length of
 * the labels; 32 bits each, and as many without a meaning.
 */
const HEAD_BYTES = 16;

/** Each part begins at a multiple of so many bytes, where numbers may begin. */
const ALIGNMENT = 8;

/**
 * Identifies the format of a portion. It changes with the columns, with every migration, because a
 * migration may change rows without a new revision, and with the byte order of the machine.
 */
export const portionLayout = createHash("sha256")
  .update(
    JSON.stringify([
      FORMAT,
      keyColumns,
      textColumns,
      labelColumns,
      numberColumns,
      migrationNames.at(-1),
      process.versions["unicode"],
      endianness(),
    ]),
  )
  .digest("hex");

/**
 * Encodes a portion: a header, the labels of all columns as JSON, the numbers packed, and the other columns
 * as they are in memory, without names that follow from others.
 */
export function encodePortion({
  keys,
  texts,
  labels,
  numbers,
  embeddings,
}: CataloguePortion): Uint8Array {
  const labelTexts = Buffer.from(JSON.stringify(labelColumns.map((name) => labels[name].labels)));
  const count = labels.source.indexes.length;
  const stored = { ...texts, names: withoutDerived(texts) };
  const columns: readonly (Uint32Array | Uint8Array | Int8Array)[] = [
    labelTexts,
    ...numbers,
    ...keyColumns.map((name) => keys[name]),
    ...labelColumns.map((name) => labels[name].indexes),
    embeddings,
    ...textColumns.flatMap((name) => [stored[name].lengths, stored[name].bytes]),
  ];
  const size = columns.reduce((sum, { byteLength }) => sum + aligned(byteLength), HEAD_BYTES);
  const content = new Uint8Array(size);
  let at = HEAD_BYTES;
  for (const { buffer, byteOffset, byteLength } of columns) {
    content.set(new Uint8Array(buffer, byteOffset, byteLength), at);
    at += aligned(byteLength);
  }
  const head = new DataView(content.buffer);
  head.setUint32(8, labelTexts.length);
  head.setUint32(4, count);
  head.setUint32(0, crc32(content.subarray(4)));
  return content;
}

/**
 * Decodes a portion, to parts of its bytes where possible.
 *
 * @param content bytes of the layout `portionLayout`
 * @throws {Error} the bytes are damaged
 */
export function decodePortion(content: Uint8Array): CataloguePortion {
  const bytes = content.byteOffset % ALIGNMENT === 0 ? content : new Uint8Array(content);
  const { buffer, byteOffset, byteLength } = bytes;
  const head = new DataView(buffer, byteOffset, byteLength);
  if (byteLength < HEAD_BYTES || head.getUint32(0) !== crc32(bytes.subarray(4))) {
    throw new Error(`A portion of ${byteLength} bytes is damaged: its checksum does not match.`);
  }
  const count = head.getUint32(4);
  let at = HEAD_BYTES;
  const take = (length: number): Uint8Array => {
    const part = bytes.subarray(at, at + length);
    at += aligned(length);
    return part;
  };
  const take32 = (length: number): Uint32Array =>
    new Uint32Array(buffer, take(4 * length).byteOffset, length);
  const labelTexts = JSON.parse(Buffer.from(take(head.getUint32(8))).toString()) as string[][];
  const numbers = numberColumns.map(() => take(packedLength(bytes.subarray(at), count)));
  const keys = byField(keyColumns, () => take32(2 * count));
  const labels = byField(labelColumns, () => ({
    labels: labelTexts.shift() ?? [],
    indexes: take32(count),
  }));
  const size = EMBEDDING_LENGTH * count;
  const embeddings = new Int8Array(buffer, take(size).byteOffset, size);
  const texts = byField(textColumns, (): TextPortion => {
    const lengths = take32(count);
    return { lengths, bytes: take(lengths.reduce((sum, length) => sum + length, 0)) };
  });
  const names = withDerived(texts.names, texts);
  return { keys, texts: { ...texts, names }, labels, numbers, embeddings };
}

/** Rounds a length up to where the next part begins. */
const aligned = (length: number): number => ALIGNMENT * Math.ceil(length / ALIGNMENT);
