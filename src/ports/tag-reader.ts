import type { AudioTags } from "../domain/library-file.js";

/** Reads what an audio file says of itself. */
export interface TagReader {
  /**
   * Its tags; its name (`Artist - Title.ext`) where it has none.
   *
   * @throws {AudioUndecodableError} not audio, or not readable
   */
  read(path: string): Promise<AudioTags>;
}
