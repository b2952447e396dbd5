import {
  findEmbeddedCover,
  findEmbeddedTags,
} from "../../src/adapters/library/tags/embedded-tags.js";
import { readScannedFile } from "../../src/adapters/library/tags/scanned-file.js";
import type { FileReading, FileToRead } from "../../src/adapters/library/tags/tag-exchange.js";
import type { EmbeddedTagSource } from "../../src/adapters/library/tags/embedded-tag-reader.js";

/** Reads tags without threads, whose start takes two seconds from source. */
export class InProcessTagReader implements EmbeddedTagSource {
  readonly findTags = findEmbeddedTags;
  readonly findCover = findEmbeddedCover;

  readFile(file: FileToRead): Promise<FileReading> {
    return readScannedFile(file, true);
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}
