import type { Cover } from "../../../ports/library/library-folders.js";
import type { EmbeddedTags } from "./embedded-tags.js";

/** What a tag thread is asked of a file, one at a time: plain data. */
export interface TagRequest {
  readonly wanted: "tags" | "cover";
  /** Absolute, checked to be one that may be read. */
  readonly path: string;
}

/** What it answers; nothing where there is none. */
export type TagReply = { readonly tags?: EmbeddedTags } & { readonly cover?: Cover };
