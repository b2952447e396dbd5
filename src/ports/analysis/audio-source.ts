import type { Track } from "../../domain/track/track.js";

/** Encoded audio: a file to read, or bytes in memory. */
export type EncodedAudio =
  | { readonly kind: "file"; readonly path: string }
  | { readonly kind: "memory"; readonly bytes: Uint8Array };

/** A place that audio comes from. */
export interface AudioSource {
  /** Stable lower-case name, kept with the analysis, e.g. "library". */
  readonly name: string;

  /** Whether its audio is only part of each recording; whole recordings unless it says so. */
  readonly coverage?: "whole" | "excerpt";

  /**
   * The audio of a track, or `undefined` where this source does not have it.
   *
   * @throws {ProviderError} unable to say
   */
  find(track: Track, signal: AbortSignal): Promise<EncodedAudio | undefined>;
}
