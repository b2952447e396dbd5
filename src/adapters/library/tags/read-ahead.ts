import type { ReadableFile } from "../../files/open-file.js";

/** Bytes of a file that were read before. */
export interface FilePart {
  readonly position: number;
  readonly bytes: Uint8Array;
}

/** Bytes that are read at once: the tags of most files without pictures, in one read. */
const BLOCK_BYTES = 32_768;

/**
 * Reads a file a block at a time for a reader that asks for a few bytes at a time: each read of the
 * operating system takes a turn of the thread pool, a hundred times as long as the bytes.
 */
export class ReadAhead {
  #block: Buffer | undefined;
  #ahead: FilePart = { position: 0, bytes: new Uint8Array() };

  /** @param known parts of the file that are not read again; where several have a byte, the first counts */
  constructor(
    private readonly file: Pick<ReadableFile, "read">,
    private readonly known: readonly FilePart[] = [],
  ) {}

  /** Reads like `FileHandle.read`: fewer bytes than asked for where a block ends, none at the end of the file. */
  async read(
    target: Uint8Array,
    offset: number,
    length: number,
    position: number,
  ): Promise<{ readonly bytesRead: number }> {
    const part = this.#partAt(position) ?? (await this.#readAhead(position, length));
    if (part === undefined) return this.file.read(target, offset, length, position);
    const from = position - part.position;
    const bytes = part.bytes.subarray(from, from + length);
    target.set(bytes, offset);
    return { bytesRead: bytes.length };
  }

  /** Returns the part in memory that has the byte at a position. */
  #partAt(position: number): FilePart | undefined {
    const has = (part: FilePart): boolean =>
      position >= part.position && position < part.position + part.bytes.length;
    return this.known.find(has) ?? (has(this.#ahead) ? this.#ahead : undefined);
  }

  /** Reads a block from a position on; `undefined` where more is wanted than a block has. */
  async #readAhead(position: number, length: number): Promise<FilePart | undefined> {
    if (length >= BLOCK_BYTES) return undefined;
    this.#block ??= Buffer.allocUnsafe(BLOCK_BYTES);
    const { bytesRead } = await this.file.read(this.#block, 0, BLOCK_BYTES, position);
    this.#ahead = { position, bytes: this.#block.subarray(0, bytesRead) };
    return this.#ahead;
  }
}
