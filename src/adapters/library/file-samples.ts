import { createHash } from "node:crypto";
import { open } from "node:fs/promises";

const SAMPLE_BYTES = 65_536;

/** What is read of a file to know it again. */
export interface FileSamples {
  /** SHA-256 in hex. */
  readonly fingerprint: string;
  /** The first bytes, up to 64 KiB. */
  readonly start: Uint8Array;
}

/**
 * The fingerprint of a file: SHA-256 of its size and its first, middle and last 64 KiB.
 *
 * The same content has the same fingerprint wherever it lies. A change that keeps the size and
 * stays between the samples is not seen.
 *
 * @throws what the operating system says about a file that cannot be read
 */
export async function sampleFile(path: string): Promise<FileSamples> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const hash = createHash("sha256").update(`${size}:`);
    const places = [0, Math.floor((size - SAMPLE_BYTES) / 2), size - SAMPLE_BYTES];
    let start: Uint8Array = new Uint8Array();
    for (const [order, place] of places.entries()) {
      const bytes = Buffer.alloc(Math.min(SAMPLE_BYTES, size));
      const { bytesRead } = await file.read(bytes, 0, bytes.length, Math.max(0, place));
      const sample = bytes.subarray(0, bytesRead);
      if (order === 0) start = sample;
      hash.update(sample);
    }
    return { fingerprint: hash.digest("hex"), start };
  } finally {
    await file.close();
  }
}
