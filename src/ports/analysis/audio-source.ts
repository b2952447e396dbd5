import type { AudioRange } from "../../domain/audio-range.js";
import type { FileState } from "../../domain/library/file-state.js";
import type { NewJob } from "./job-queue.js";

/** Encoded audio: a file to read, or bytes in memory. */
export type EncodedAudio =
  | {
      readonly kind: "file";
      readonly path: string;
      /** The state in which the file was found; in any other one, it is not read. */
      readonly state?: FileState;
      /**
       * The canonical folders that the file must lie in when it is opened, which a link in its path may have changed
       * since it was found. Absent for files of the server itself, and those that a person has named.
       */
      readonly within?: readonly string[];
      /** The part of the file that is meant; absent for the whole. */
      readonly range?: AudioRange;
    }
  | { readonly kind: "memory"; readonly bytes: Uint8Array };

/** A source of audio for tracks. */
export interface AudioSource {
  /** Stable lower-case name, stored with the analysis, e.g. "library". */
  readonly name: string;

  /** Whether its audio is the whole recording, which is the default, or only a part of it. */
  readonly coverage?: "whole" | "excerpt";

  /**
   * Returns the audio of a job, or `undefined` where this source does not have it.
   *
   * @throws {ProviderError} the source cannot be reached, or its reply cannot be read
   */
  find(job: NewJob, signal: AbortSignal): Promise<EncodedAudio | undefined>;

  /**
   * Returns whether `find` would receive the audio of a job from another machine, so that it is not asked before the audio
   * is needed; absent where it never does, or only has excerpts.
   */
  isReceived?(job: NewJob): Promise<boolean>;

  /** Gives back what `find` has returned, when it is not read any more; absent where that needs nothing. */
  release?(audio: EncodedAudio): void;
}
