import { createHash } from "node:crypto";
import { open } from "node:fs/promises";

const SAMPLE_BYTES = 65_536;

/** The parts of a file that identify it. */
export interface FileSamples {
  /** SHA-256 in hex. */
  readonly fingerprint: string;
  /** The first bytes, up to 64 KiB. */
  readonly start: Uint8Array;
}

/**
 * Reads a file's samples and its fingerprint.
 *
 * @throws the error of the operating system where the file cannot be read
 */
export async function sampleFile(path: string): Promise<FileSamples> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    // The first bytes are returned; those behind them share one buffer, as they are only hashed.
    const [first, later] = [Buffer.allocUnsafe(SAMPLE_BYTES), Buffer.allocUnsafe(SAMPLE_BYTES)];
    let bytes = first;
    return await sampleBytes(size, async (position, length) => {
      const target = bytes;
      bytes = later;
      const { bytesRead } = await file.read(target, 0, length, position);
      return target.subarray(0, bytesRead);
    });
  } finally {
    await file.close();
  }
}

/**
 * Reads samples and their fingerprint: SHA-256 of the size and the first, middle and last 64 KiB.
 *
 * The same content has the same fingerprint at any path. A change between the samples that keeps the
 * size is not detected.
 *
 * @param readAt reads so many bytes at a position; fewer where there are no more
 */
export async function sampleBytes(
  size: number,
  readAt: (position: number, length: number) => Promise<Uint8Array>,
): Promise<FileSamples> {
  const hash = createHash("sha256").update(`${size}:`);
  const positions = [0, Math.floor((size - SAMPLE_BYTES) / 2), size - SAMPLE_BYTES];
  let start: Uint8Array = new Uint8Array();
  for (const [order, position] of positions.entries()) {
    const sample = await readAt(Math.max(0, position), Math.min(SAMPLE_BYTES, size));
    if (order === 0) start = sample;
    hash.update(sample);
  }
  return { fingerprint: hash.digest("hex"), start };
}
