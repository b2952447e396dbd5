import type { BytePatch } from "../../../domain/tagging/tag-restoration.js";
import type { ByteReader } from "../../decoder/byte-reader.js";
import type { FilePiece } from "./tag-document.js";

const BLOCK_BYTES = 64 * 1024;

/** Maximum number of bytes that a patch has: tags of a file in which most bytes moved have more. */
const MAX_PATCH_BYTES = 1024 * 1024;

/** An open file whose length is known. */
type SizedReader = ByteReader & { readonly size: number };

/**
 * Returns what makes the old file of the new one: of the bytes that are not at the same distance from the end, those
 * that differ at the same distance from the beginning. `undefined` where these are too many.
 */
export async function findBytePatch(
  old: SizedReader,
  current: SizedReader,
): Promise<BytePatch | undefined> {
  const endBytes = await equalBytesAtEnd(old, current);
  const oldEnd = old.size - endBytes;
  const sharedEnd = Math.min(oldEnd, current.size - endBytes);
  const parts: { start: number; base64: string }[] = [];
  let byteLength = 0;
  for (let at = 0; at < oldEnd; at += BLOCK_BYTES) {
    const bytes = await bytesAt(old, at, Math.min(BLOCK_BYTES, oldEnd - at));
    const others = await bytesAt(current, at, Math.max(0, Math.min(bytes.length, sharedEnd - at)));
    if (bytes.equals(others)) continue;
    let [from, to] = [0, bytes.length];
    while (bytes[from] === others[from]) from++;
    while (bytes.length === others.length && bytes[to - 1] === others[to - 1]) to--;
    byteLength += to - from;
    if (byteLength > MAX_PATCH_BYTES) return undefined;
    parts.push({ start: at + from, base64: bytes.toString("base64", from, to) });
  }
  return { sizeBytes: old.size, endBytes, parts };
}

/** Returns the pieces of the old file, as parts of the new one and of the patch. */
export function patchedPieces(
  { sizeBytes, endBytes, parts }: BytePatch,
  currentBytes: number,
): readonly FilePiece[] {
  const pieces: FilePiece[] = [];
  let at = 0;
  for (const { start, base64 } of parts) {
    const bytes = Buffer.from(base64, "base64");
    pieces.push({ start: at, end: start }, bytes);
    at = start + bytes.length;
  }
  pieces.push({ start: at, end: sizeBytes - endBytes });
  pieces.push({ start: currentBytes - endBytes, end: currentBytes });
  return pieces;
}

async function equalBytesAtEnd(one: SizedReader, other: SizedReader): Promise<number> {
  const most = Math.min(one.size, other.size);
  for (let count = 0; count < most;) {
    const length = Math.min(BLOCK_BYTES, most - count);
    const [left, right] = [
      await bytesAt(one, one.size - count - length, length),
      await bytesAt(other, other.size - count - length, length),
    ];
    if (!left.equals(right)) {
      let equal = 0;
      while (left[length - 1 - equal] === right[length - 1 - equal]) equal++;
      return count + equal;
    }
    count += length;
  }
  return most;
}

async function bytesAt(reader: ByteReader, start: number, length: number): Promise<Buffer> {
  await reader.seek(start);
  return Buffer.from(await reader.read(length));
}
