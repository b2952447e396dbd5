import { open, type FileHandle } from "node:fs/promises";
import { FileTokenizer } from "strtok3";

/** Room for a cover of 16 MiB, another picture, and all the words of a tag. */
const maxReadBytes = 32 * 1024 * 1024;
/** Room for one picture and what stands around it. */
const maxPieceBytes = 17 * 1024 * 1024;
/** A song's MP3 frames read one by one take some ten thousand; more only counts empty chunks. */
const maxReadCount = 50_000;

type ReadOptions = Parameters<FileTokenizer["readBuffer"]>[1];

/** More is to be read of a file than its tags may take. */
export class TagBudgetError extends Error {
  constructor() {
    super("The tags are larger than we read.");
    this.name = "TagBudgetError";
  }
}

/** A file as the tag reader reads it, up to a number of bytes and of reads. */
export class BoundedTokenizer extends FileTokenizer {
  #readBytes = 0;
  #readCount = 0;

  /** @throws {Error} what the operating system says about a file that cannot be opened */
  static async open(path: string): Promise<BoundedTokenizer> {
    const file = await open(path);
    try {
      const { size } = await file.stat();
      return new BoundedTokenizer(file, path, size);
    } catch (error) {
      await file.close();
      throw error;
    }
  }

  private constructor(file: FileHandle, path: string, size: number) {
    super(file, { fileInfo: { path, size }, maxBufferSize: maxPieceBytes });
  }

  /** @throws {TagBudgetError} too much has been read */
  override readBuffer(bytes: Uint8Array, options?: ReadOptions): Promise<number> {
    this.#spend(bytes.length);
    return super.readBuffer(bytes, options);
  }

  /** @throws {TagBudgetError} too much has been read */
  override peekBuffer(bytes: Uint8Array, options?: ReadOptions): Promise<number> {
    this.#spend(bytes.length);
    return super.peekBuffer(bytes, options);
  }

  #spend(byteLength: number): void {
    this.#readBytes += byteLength;
    this.#readCount += 1;
    if (this.#readBytes > maxReadBytes || this.#readCount > maxReadCount)
      throw new TagBudgetError();
  }
}
