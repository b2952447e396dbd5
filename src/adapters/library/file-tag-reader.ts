import type { AudioTags } from "../../domain/library-file.js";
import type { TagReader } from "../../ports/tag-reader.js";
import { findEmbeddedTags } from "./embedded-tags.js";
import { tagsFromFileName } from "./file-name-tags.js";

/** Tags of any file of this machine, in a library or not: for the person at the command line. */
export class FileTagReader implements TagReader {
  async read(path: string): Promise<AudioTags> {
    const embedded = await findEmbeddedTags(path);
    return { ...tagsFromFileName(path), ...(embedded?.tags ?? { hasCover: false }) };
  }
}
