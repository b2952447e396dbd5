import type { FileHandle } from "node:fs/promises";
import { FileTokenizer } from "strtok3";
import type { BlockingFile } from "./blocking-file.js";
import { type FilePart, ReadAhead } from "./read-ahead.js";

/** Maximum bytes that are read: a cover of 16 MiB, another picture, and all text of a tag. */
const MAX_READ_BYTES = 32 * 1024 * 1024;
/** Maximum length of one read: a picture and its header. */
const MAX_PIECE_BYTES = 17 * 1024 * 1024;
/** Maximum number of reads: the MP3 frames of a song take about ten thousand. */
const MAX_READ_COUNT = 50_000;

type ReadOptions = Parameters<FileTokenizer["readBuffer"]>[1];

/** The tags of a file are larger than the maximum. */
export class TagBudgetError extends Error {
  constructor() {
    super("The tags are larger than the maximum.");
    this.name = "TagBudgetError";
  }
}

/** Reads a file for the tag reader, up to a maximum of bytes and of reads. */
export class BoundedTokenizer extends FileTokenizer {
  #readBytes = 0;
  #readCount = 0;

  /**
   * @param file its owner closes it
   * @param known parts of the file that are not read again
   */
  constructor(file: BlockingFile, known: readonly FilePart[] = []) {
    // The base class only reads it, as nothing calls its `close`.
    const ahead = new ReadAhead(file, known) as unknown as FileHandle;
    const { path, size } = file;
    super(ahead, { fileInfo: { path, size }, maxBufferSize: MAX_PIECE_BYTES });
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
    if (this.#readBytes > MAX_READ_BYTES || this.#readCount > MAX_READ_COUNT)
      throw new TagBudgetError();
  }
}
