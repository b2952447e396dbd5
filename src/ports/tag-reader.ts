import type { AudioTags } from "../domain/library-file.js";

/** Reads what an audio file says of itself. */
export interface TagReader {
  /** Its tags; its name (`Artist - Title.ext`) where it has none, or none that can be read. */
  read(path: string): Promise<AudioTags>;
}
