import { createHash } from "node:crypto";

const SAMPLE_BYTES = 65_536;

/**
 * Reads samples of a file, and returns their fingerprint: SHA-256 of the size and the first, middle and last 64 KiB.
 *
 * The same content has the same fingerprint at any path. A change between the samples that keeps the
 * size is not detected.
 *
 * @returns in hex
 * @param readAt reads so many bytes at a position; fewer where there are no more
 */
export async function sampleBytes(
  size: number,
  readAt: (position: number, length: number) => Promise<Uint8Array>,
): Promise<string> {
  const hash = createHash("sha256").update(`${size}:`);
  const positions = [0, Math.floor((size - SAMPLE_BYTES) / 2), size - SAMPLE_BYTES];
  for (const position of positions) {
    hash.update(await readAt(Math.max(0, position), Math.min(SAMPLE_BYTES, size)));
  }
  return hash.digest("hex");
}
