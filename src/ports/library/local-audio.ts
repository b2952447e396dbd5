import type { FileState } from "../../domain/library/file-state.js";
import type { EncodedAudio } from "../analysis/audio-source.js";
import type { FoundAudio } from "./library-folders.js";

/** Audio of the library in a file of this machine, until it is released. */
export interface HeldAudio {
  readonly audio: Extract<EncodedAudio, { readonly kind: "file" }>;
  /** Says that it is not read any more. Called once. */
  readonly release: () => void;
}

/** Has the audio of the library in files of this machine: where they lie on a disk, or received from a music server. */
export interface LocalAudio {
  /**
   * Returns the audio of a file of the library. A song is received whole, as it lies on its server, unless it was received
   * lately; calls for one song share it. `undefined` where nothing is known of a song any more.
   *
   * @param state the state in which a file of a disk is read, and in no other one
   * @throws {AudioUnavailableError} a server does not send it now, or there is no space for it
   * @throws {AudioChangedError} a song has another length now than it was listed with
   * @throws {AudioUndecodableError} a server sends other bytes than those of its file
   * @throws {unknown} `signal.reason`, when aborted
   */
  hold(found: FoundAudio, state: FileState, signal?: AbortSignal): Promise<HeldAudio | undefined>;
}
