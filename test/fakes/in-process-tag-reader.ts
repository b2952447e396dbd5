import {
  findEmbeddedCover,
  findEmbeddedTags,
} from "../../src/adapters/library/tags/embedded-tags.js";
import type { EmbeddedTagSource } from "../../src/adapters/library/tags/embedded-tag-reader.js";

/** Reads tags without threads, whose start takes two seconds from source. */
export class InProcessTagReader implements EmbeddedTagSource {
  readonly findTags = findEmbeddedTags;
  readonly findCover = findEmbeddedCover;

  close(): Promise<void> {
    return Promise.resolve();
  }
}
