import type { AudioTags } from "../../domain/track/library-file.js";

/** Reads what an audio file says of itself. */
export interface TagReader {
  /** Its tags; its name (`Artist - Title.ext`) where it has none, or none that can be read. */
  read(path: string): Promise<AudioTags>;

  /**
   * Its tags, and what `fileName` says where they say nothing; any of it may be missing.
   *
   * @param fileName what the file is called where it comes from; not that of `path`
   */
  findTags(path: string, fileName?: string): Promise<Partial<AudioTags>>;
}
