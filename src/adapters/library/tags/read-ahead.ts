import type { FileHandle } from "node:fs/promises";

/** Bytes that are read at once: the tags of most files without pictures, in one read. */
const BLOCK_BYTES = 32_768;

/**
 * Reads a file a block at a time for a reader that asks for a few bytes at a time: each read of the
 * operating system takes a turn of the thread pool, a hundred times as long as the bytes.
 */
export class ReadAhead {
  readonly #block = Buffer.allocUnsafe(BLOCK_BYTES);
  #start = 0;
  #length = 0;

  constructor(private readonly file: FileHandle) {}

  /** Reads like `FileHandle.read`: fewer bytes than asked for where a block ends, none at the end of the file. */
  async read(
    target: Uint8Array,
    offset: number,
    length: number,
    position: number,
  ): Promise<{ bytesRead: number }> {
    if (length >= BLOCK_BYTES) return this.file.read(target, offset, length, position);
    if (position < this.#start || position >= this.#start + this.#length) {
      const { bytesRead } = await this.file.read(this.#block, 0, BLOCK_BYTES, position);
      this.#start = position;
      this.#length = bytesRead;
    }
    const from = position - this.#start;
    const bytesRead = Math.min(length, this.#length - from);
    target.set(this.#block.subarray(from, from + bytesRead), offset);
    return { bytesRead };
  }

  close(): Promise<void> {
    return this.file.close();
  }
}
