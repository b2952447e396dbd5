import type { ByteRange } from "../../decoder/byte-reader.js";

/** Where the encoded audio of a file is, in the order in which it is played. */
export interface AudioLayout {
  /** Name of the format, which separates the digests of formats. */
  readonly format: string;
  /** What a decoder needs to know besides the audio, such as the sample rate; no tags. */
  readonly description: Uint8Array;
  readonly ranges: readonly ByteRange[];
  /**
   * What else changes how the audio is heard, such as an encoder delay; empty where there is nothing. It
   * belongs to the id of the recording, but not to the digest of the stream.
   */
  readonly facts: string;
}
