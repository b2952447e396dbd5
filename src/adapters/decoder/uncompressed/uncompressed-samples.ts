import { AudioUndecodableError } from "../../../domain/errors/analysis-errors.js";
import { sampleAtFrame, type AudioRange } from "../../../domain/audio-range.js";
import type { PcmBlock } from "../../../ports/analysis/audio-decoder.js";
import type { ByteReader } from "../byte-reader.js";
import { bytesPerSample, deinterleave, type SampleEncoding } from "./sample-encoding.js";
import { checkNotTruncated, type SoundFormat } from "./sound-format.js";

/** The position and encoding of the samples in an uncompressed file. */
export interface UncompressedSamples extends SoundFormat {
  readonly encoding: SampleEncoding;
  /** Position of the first sample, bytes. */
  readonly start: number;
  /** Length of the samples that the header states, bytes; `undefined` when it states none. */
  readonly byteLength: number | undefined;
}

const READ_BYTES = 256 * 1024;

/** Returns the samples in a range of others; a range that ends behind them ends there. */
export function samplesInRange(
  sound: UncompressedSamples,
  range: AudioRange,
): UncompressedSamples & { readonly byteLength: number } {
  const { sampleRate, channelCount, encoding, start, byteLength = Infinity } = sound;
  const frameBytes = bytesPerSample(encoding) * channelCount;
  const positionOf = (frame: number): number =>
    Math.min(byteLength, sampleAtFrame(frame, sampleRate) * frameBytes);
  const first = positionOf(range.startFrame);
  const end = range.endFrame === undefined ? byteLength : positionOf(range.endFrame);
  return { ...sound, start: start + first, byteLength: end - first };
}

/**
 * Reads samples block by block, each of at most one second.
 *
 * @throws {AudioUndecodableError} there are no samples, or clearly fewer than the header states
 */
export async function* decodeUncompressed(
  reader: ByteReader,
  sound: UncompressedSamples,
): AsyncGenerator<PcmBlock> {
  const { sampleRate, channelCount, encoding, byteLength = Infinity } = sound;
  const frameBytes = bytesPerSample(encoding) * channelCount;
  const blockBytes = frameBytes * Math.min(sampleRate, Math.ceil(READ_BYTES / frameBytes));
  const secondsOf = (bytes: number): number => Math.floor(bytes / frameBytes) / sampleRate;

  if (reader.size !== undefined && byteLength < Infinity) {
    checkNotTruncated(
      secondsOf(byteLength),
      secondsOf(Math.max(0, Math.min(byteLength, reader.size - sound.start))),
    );
  }

  await reader.seek(sound.start);
  let doneBytes = 0;
  while (doneBytes < byteLength) {
    const bytes = await reader.read(Math.min(blockBytes, byteLength - doneBytes));
    if (bytes.length < frameBytes) break;
    doneBytes += bytes.length;
    yield { channels: deinterleave(bytes, encoding, channelCount), sampleRate };
  }

  if (doneBytes === 0) throw new AudioUndecodableError("it contains no samples");
  // A file can also shrink while it is read.
  if (byteLength < Infinity) checkNotTruncated(secondsOf(byteLength), secondsOf(doneBytes));
}
