import type { TagRestoration } from "../../domain/tagging/tag-restoration.js";
import type { TagChanges, TagFormat, TagItem } from "../../domain/tagging/tag-field.js";

/** The tags of a file as they are now, as far as they can be written. */
export interface TagContent {
  readonly format: TagFormat;
  readonly items: readonly TagItem[];
  readonly sizeBytes: number;
  /** Milliseconds since 1970, an integer. */
  readonly modifiedAt: number;
  /** Differs when the file was written or replaced since. */
  readonly revision: string;
}

/** Why a file cannot be read or written, in words that follow "the file: ". */
export interface TagProblem {
  readonly problem: string;
}

/** What a file gets, and what happens shortly before. */
export interface TagWrite {
  readonly changes: TagChanges;
  /** The file as it was when the changes were decided. */
  readonly content: Pick<TagContent, "revision">;
  /**
   * Called once, when the new file is complete on the disk and before it takes the name of the old
   * one. Where it rejects, the file stays as it is, and the error is passed on.
   *
   * @param restoration brings the old file back; absent where it would be too large
   */
  readonly beforeReplacing: (restoration?: TagRestoration) => Promise<void>;
}

/** Reads and writes the tags of audio files. */
export interface TagFiles {
  /** Reads the values in a file, or says why its tags could not be written. */
  read(path: string): Promise<TagContent | TagProblem>;

  /**
   * Writes tags: the file has either all of its old content or all of the new, its audio stream is the
   * same byte for byte, and permissions and times stay. Returns why nothing was written, or `undefined`.
   *
   * @throws {unknown} `signal.reason`, when aborted; what `beforeReplacing` throws
   */
  write(path: string, write: TagWrite, signal: AbortSignal): Promise<TagProblem | undefined>;

  /**
   * Brings back, byte for byte, what a file was before its tags were written; as safe as `write`. Returns whether it
   * did: not where the file has other content than was written.
   *
   * @throws {unknown} `signal.reason`, when aborted
   */
  restore(
    path: string,
    restoration: TagRestoration,
    signal: AbortSignal,
  ): Promise<boolean | TagProblem>;

  /** Removes what earlier runs have left that were killed while they wrote, and returns the paths of these files. */
  removeUnfinished(): Promise<readonly string[]>;
}
