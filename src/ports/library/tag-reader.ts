import type { TrackRange } from "../../domain/audio-range.js";
import type { AudioTags } from "../../domain/library/library-file.js";

/** A track in an audio file of this machine. */
export interface FileTrack {
  /** Of the file. */
  readonly path: string;
  /** The part of the file that is the track; absent where the track is the whole file. */
  readonly range?: TrackRange;
  readonly tags: AudioTags;
}

/** Reads the tags of audio files. */
export interface TagReader {
  /**
   * Reads the tags of a file. Artist and title come from its name (`Artist - Title.ext`) where it has no readable tags.
   * Where a cue sheet beside it, or else one inside it, divides the file, its tracks are returned; of a cue sheet, those
   * of the files that it names.
   *
   * @returns one or more
   * @throws {AudioUndecodableError} it is a cue sheet that cannot be used
   */
  readTracks(path: string): Promise<readonly FileTrack[]>;

  /**
   * Reads the tags of a file, and fills missing artist and title from `fileName`; any of them may
   * be missing.
   *
   * @param fileName the original name of the file at the client, which `path` does not have
   */
  findTags(path: string, fileName?: string): Promise<Partial<AudioTags>>;
}
