import type { AudioTags } from "../../domain/library/library-file.js";
import type { TagReader } from "../../ports/library/tag-reader.js";
import { tagsFromFileName, UNKNOWN_ARTIST } from "./file-name-tags.js";
import type { EmbeddedTagSource } from "./tags/embedded-tag-reader.js";

/** Reads the tags of any file of this machine, in a library or not. */
export class FileTagReader implements TagReader {
  /** @param needs `embedded` reads the tags inside files; its owner closes it */
  constructor(private readonly needs: { readonly embedded: EmbeddedTagSource }) {}

  async read(path: string): Promise<AudioTags> {
    const embedded = await this.needs.embedded.findTags({ path });
    return { ...tagsFromFileName(path), ...(embedded?.tags ?? { hasCover: false }) };
  }

  async findTags(path: string, fileName?: string): Promise<Partial<AudioTags>> {
    const embedded = await this.needs.embedded.findTags({ path });
    const named = fileName === undefined ? undefined : tagsFromFileName(fileName);
    return { ...(named?.artist !== UNKNOWN_ARTIST && named), ...embedded?.tags };
  }
}
