import { createHash } from "node:crypto";

const SAMPLE_BYTES = 65_536;

/** The parts of a file that identify it. */
interface FileSamples {
  /** SHA-256 in hex. */
  readonly fingerprint: string;
  /** The first bytes, up to 64 KiB. */
  readonly start: Uint8Array;
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
