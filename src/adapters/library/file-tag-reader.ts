import type { AudioTags } from "../../domain/library-file.js";
import type { TagReader } from "../../ports/tag-reader.js";
import { findEmbeddedTags } from "./embedded-tags.js";
import { tagsFromFileName, unknownArtist } from "./file-name-tags.js";

/** Tags of any file of this machine, in a library or not. */
export class FileTagReader implements TagReader {
  async read(path: string): Promise<AudioTags> {
    const embedded = await findEmbeddedTags(path);
    return { ...tagsFromFileName(path), ...(embedded?.tags ?? { hasCover: false }) };
  }

  async findTags(path: string, fileName?: string): Promise<Partial<AudioTags>> {
    const embedded = await findEmbeddedTags(path);
    const named = fileName === undefined ? undefined : tagsFromFileName(fileName);
    return { ...(named?.artist !== unknownArtist && named), ...embedded?.tags };
  }
}
