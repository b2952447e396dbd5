import type { AudioTags } from "../../domain/library/library-file.js";

/** Reads the tags of audio files. */
export interface TagReader {
  /**
   * Reads the tags of a file. Artist and title come from its name (`Artist - Title.ext`) where it
   * has no readable tags.
   */
  read(path: string): Promise<AudioTags>;

  /**
   * Reads the tags of a file, and fills missing artist and title from `fileName`; any of them may
   * be missing.
   *
   * @param fileName the original name of the file at the client, which `path` does not have
   */
  findTags(path: string, fileName?: string): Promise<Partial<AudioTags>>;
}
