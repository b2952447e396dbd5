import type { Cover } from "../../../ports/library/library-folders.js";
import type { EmbeddedTags } from "./embedded-tags.js";

/** A request to a tag thread, one at a time: plain data. */
export interface TagRequest {
  readonly wanted: "tags" | "cover";
  /** Absolute, and checked to be allowed. */
  readonly path: string;
}

/** The reply of a tag thread; empty where there are no tags. */
export type TagReply = { readonly tags?: EmbeddedTags } & { readonly cover?: Cover };
