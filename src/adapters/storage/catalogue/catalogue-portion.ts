import { createHash } from "node:crypto";
import { endianness } from "node:os";
import { crc32 } from "node:zlib";
import { migrationNames } from "../migrations/migrate.js";
import { type CataloguePortion, numberColumns, textColumns } from "./catalogue-columns.js";

/**
 * Version of how columns are made from rows, and bytes from columns. It is raised when either changes,
 * the searched words included.
 */
const FORMAT = 1;

/** Length of the header: the checksum of all that follows it, then the count of analyses, 32 bits each. */
const HEAD_BYTES = 8;

/**
 * Identifies the format of a portion. It changes with the columns, with every migration, because a
 * migration may change rows without a new revision, and with the byte order of the machine.
 */
export const portionLayout = createHash("sha256")
  .update(
    JSON.stringify([
      FORMAT,
      textColumns,
      numberColumns,
      migrationNames.at(-1),
      process.versions["unicode"],
      endianness(),
    ]),
  )
  .digest("hex");

/** Encodes a portion: a header, the numbers as they are in memory, and the texts as JSON. */
export function encodePortion({ texts, numbers }: CataloguePortion): Uint8Array {
  const json = Buffer.from(JSON.stringify(texts));
  const content = new Uint8Array(HEAD_BYTES + numbers.byteLength + json.byteLength);
  content.set(new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength), HEAD_BYTES);
  content.set(json, HEAD_BYTES + numbers.byteLength);
  const head = new DataView(content.buffer);
  head.setUint32(4, texts.trackKey.length);
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
  const numbers = new Float64Array(numberColumns.length * head.getUint32(4));
  const textStart = HEAD_BYTES + numbers.byteLength;
  new Uint8Array(numbers.buffer).set(content.subarray(HEAD_BYTES, textStart));
  const json = Buffer.from(buffer, byteOffset + textStart, byteLength - textStart);
  return { texts: JSON.parse(json.toString()) as CataloguePortion["texts"], numbers };
}
