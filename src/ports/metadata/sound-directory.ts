import type { Sound } from "../../domain/fingerprint/sound.js";
import type { TrackCandidate } from "../../domain/track/track.js";

/** A catalogue in which tracks can be looked up by how they sound. */
export interface SoundDirectory {
  /** Stable lower-case name, stored with every candidate, e.g. "acoustid". */
  readonly name: string;

  /** Whether its replies are cached: true where a lookup costs a network request. */
  readonly isCacheable: boolean;

  /**
   * Returns the tracks that a sound may be, each with its `soundMatch`, best first; may be empty.
   *
   * @throws {ProviderError} the provider is unreachable, or its reply cannot be read
   * @throws {unknown} `signal.reason`, when aborted
   */
  findBySound(sound: Sound, signal: AbortSignal): Promise<readonly TrackCandidate[]>;
}
