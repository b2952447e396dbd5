import { createHash } from "node:crypto";
import { endianness } from "node:os";
import { crc32 } from "node:zlib";
import { migrationNames } from "../migrations/migrate.js";
import {
  type CataloguePortion,
  keyColumns,
  numberColumns,
  textColumns,
} from "./columns/catalogue-columns.js";
import { packNumbers, unpackNumbers } from "./packed-numbers.js";
import type { TextPortion } from "./columns/text-column.js";

/**
 * Version of how columns are made from rows, and bytes from columns. It is raised when either changes,
 * the searched words included.
 */
const FORMAT = 2;

/**
 * Length of the header: the checksum of all that follows it, the count of analyses, and the length of
 * the labels; 32 bits each.
 */
const HEAD_BYTES = 12;

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
      numberColumns,
      migrationNames.at(-1),
      process.versions["unicode"],
      endianness(),
    ]),
  )
  .digest("hex");

/**
 * Encodes a portion: a header, the labels of sources as JSON, the numbers packed, and the other columns
 * as they are in memory.
 */
export function encodePortion({ keys, texts, sources, numbers }: CataloguePortion): Uint8Array {
  const labels = Buffer.from(JSON.stringify(sources.labels));
  const count = sources.indexes.length;
  const columns: readonly (Uint32Array | Uint16Array | Uint8Array)[] = [
    ...numberColumns.map((_, index) =>
      packNumbers(numbers.subarray(index * count, (index + 1) * count)),
    ),
    ...keyColumns.map((name) => keys[name]),
    sources.indexes,
    ...textColumns.flatMap((name) => [texts[name].lengths, texts[name].bytes]),
  ];
  const size = columns.reduce((sum, { byteLength }) => sum + byteLength, labels.length);
  const content = new Uint8Array(HEAD_BYTES + size);
  content.set(labels, HEAD_BYTES);
  let at = HEAD_BYTES + labels.length;
  for (const { buffer, byteOffset, byteLength } of columns) {
    content.set(new Uint8Array(buffer, byteOffset, byteLength), at);
    at += byteLength;
  }
  const head = new DataView(content.buffer);
  head.setUint32(8, labels.length);
  head.setUint32(4, count);
  head.setUint32(0, crc32(content.subarray(4)));
  return content;
}

/**
 * Decodes a portion.
 *
 * @param content bytes of the layout `portionLayout`
 * @throws {Error} the bytes are damaged
 */
export function decodePortion(content: Uint8Array): CataloguePortion {
  const { buffer, byteOffset, byteLength } = content;
  const head = new DataView(buffer, byteOffset, byteLength);
  if (byteLength < HEAD_BYTES || head.getUint32(0) !== crc32(content.subarray(4))) {
    throw new Error(`A portion of ${byteLength} bytes is damaged: its checksum does not match.`);
  }
  const count = head.getUint32(4);
  let at = HEAD_BYTES;
  /** Takes the next bytes, as a copy: they may begin anywhere, and numbers may not. */
  const take = (length: number): ArrayBuffer => {
    const bytes = Uint8Array.prototype.slice.call(content, at, at + length);
    at += length;
    return bytes.buffer;
  };
  const labels = JSON.parse(Buffer.from(take(head.getUint32(8))).toString()) as string[];
  const numbers = new Float64Array(numberColumns.length * count);
  for (let start = 0; start < numbers.length; start += count) {
    at += unpackNumbers(content.subarray(at), numbers.subarray(start, start + count));
  }
  const keys = byName(keyColumns, () => new Uint32Array(take(8 * count)));
  const sources = { labels, indexes: new Uint16Array(take(2 * count)) };
  const texts = byName(textColumns, (): TextPortion => {
    const lengths = new Uint32Array(take(4 * count));
    const bytes = new Uint8Array(take(lengths.reduce((sum, length) => sum + length, 0)));
    return { lengths, bytes };
  });
  return { keys, texts, sources, numbers };
}

function byName<Name extends string, Column>(
  names: readonly Name[],
  columnOf: () => Column,
): Readonly<Record<Name, Column>> {
  return Object.fromEntries(names.map((name) => [name, columnOf()])) as Record<Name, Column>;
}
