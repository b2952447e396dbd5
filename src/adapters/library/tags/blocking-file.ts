import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";

/** Opens a pipe without waiting for its other end; regular files ignore it, and Windows does not have it. */
const READ_AT_ONCE = constants.O_RDONLY | constants.O_NONBLOCK;

/**
 * A file that is read while its thread waits: a turn of the thread pool takes longer than most reads. For
 * threads that have nothing else to do.
 */
export class BlockingFile {
  private constructor(
    private readonly descriptor: number,
    readonly path: string,
    /** Bytes, when it was opened. */
    readonly size: number,
  ) {}

  /** @throws {Error} the error of the operating system, or that it is no regular file */
  static open(path: string): BlockingFile {
    const descriptor = openSync(path, READ_AT_ONCE);
    try {
      const stats = fstatSync(descriptor);
      if (!stats.isFile()) throw new Error("Not a regular file.");
      return new BlockingFile(descriptor, path, stats.size);
    } catch (error) {
      closeSync(descriptor);
      throw error;
    }
  }

  /** Reads so many bytes at a position; fewer at the end of the file. */
  bytesAt(position: number, length: number): Buffer {
    const bytes = Buffer.allocUnsafe(length);
    return bytes.subarray(0, readSync(this.descriptor, bytes, 0, length, position));
  }

  /** Reads like `FileHandle.read`. */
  read(
    target: Uint8Array,
    offset: number,
    length: number,
    position: number,
  ): Promise<{ bytesRead: number }> {
    const bytesRead = readSync(this.descriptor, target, offset, length, position);
    return Promise.resolve({ bytesRead });
  }

  close(): void {
    closeSync(this.descriptor);
  }
}
