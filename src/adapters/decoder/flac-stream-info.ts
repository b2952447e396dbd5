import { AudioUndecodableError } from "../../domain/errors/analysis-errors.js";
import { checkSoundFormat, type SoundFormat } from "./uncompressed/sound-format.js";

/** The STREAMINFO of a FLAC stream. */
export interface FlacStreamInfo extends SoundFormat {
  readonly bitsPerSample: number;
  /** Samples per channel of the largest block; of all but the last, where they have one size. */
  readonly maxBlockSize: number;
  /** Samples per channel, or 0 when unknown. */
  readonly sampleCount: number;
  /** The body of the block. */
  readonly bytes: Uint8Array;
}

/** The length of the body of a STREAMINFO block. */
export const FLAC_STREAM_INFO_BYTES = 34;

/**
 * Reads the body of a STREAMINFO block.
 *
 * @throws {AudioUndecodableError} truncated, or outside our limits
 *
 * Source: M. van Beurden and A. Weaver, "Free Lossless Audio Codec", RFC 9639, 2024, section 8.2.
 */
export function parseFlacStreamInfo(bytes: Uint8Array): FlacStreamInfo {
  if (bytes.length < FLAC_STREAM_INFO_BYTES) {
    throw new AudioUndecodableError("its FLAC header is truncated");
  }
  const bits = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getBigUint64(10);
  const field = (shift: number, width: number): number =>
    Number(BigInt.asUintN(width, bits >> BigInt(shift)));
  return checkSoundFormat({
    sampleRate: field(44, 20),
    channelCount: field(41, 3) + 1,
    bitsPerSample: field(36, 5) + 1,
    sampleCount: field(0, 36),
    maxBlockSize: (bytes[2] ?? 0) * 256 + (bytes[3] ?? 0),
    bytes: bytes.slice(0, FLAC_STREAM_INFO_BYTES),
  });
}
