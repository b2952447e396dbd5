import type { LibraryPath } from "../../../domain/library/library-file.js";
import type { Cover } from "../../../ports/library/library-folders.js";
import type { WantedFile } from "../../files/open-file.js";
import type { EmbeddedTags } from "./embedded-tags.js";

/** A library file to read, wherever it is now. */
export interface FileToRead {
  readonly file: LibraryPath;
  /** The library folders, canonical; outside them nothing is read. */
  readonly folders: readonly string[];
}

/** What a thread found of a library file, or why it cannot be read. */
export type FileReading =
  | { readonly problem: "missing" | "empty" | "unreadable" | "unavailable" }
  | { readonly problem: "not audio"; readonly reason: string }
  | ({ readonly fingerprint: string } & Partial<EmbeddedTags>);

/** A request to a tag thread, one at a time: plain data. */
export type TagRequest =
  | {
      readonly wanted: "tags" | "cover";
      /** Its path is absolute. */
      readonly file: WantedFile;
    }
  | {
      readonly wanted: "files" | "files without tags";
      readonly files: readonly FileToRead[];
    };

/** The reply of a tag thread; empty where there are no tags. */
export interface TagReply {
  readonly tags?: EmbeddedTags;
  readonly cover?: Cover;
  /** In the order of the requested files. */
  readonly files?: readonly FileReading[];
}
