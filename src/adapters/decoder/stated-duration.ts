import type { ByteReader } from "./byte-reader.js";
import { readFlacStreamInfo } from "./flac/flac-decoder.js";
import { statedMpegSeconds } from "./mpeg/stated-mpeg-length.js";
import { statedOggSeconds } from "./ogg/stated-ogg-length.js";
import type { Container } from "./sniff-container.js";
import { readAiffHeader } from "./uncompressed/aiff-header.js";
import { bytesPerSample } from "./uncompressed/sample-encoding.js";
import type { UncompressedSamples } from "./uncompressed/uncompressed-samples.js";
import { readWavHeader } from "./uncompressed/wav-header.js";

/**
 * Returns the duration that a file states, so that one that is too long is refused before it is decoded. It is no
 * promise: what is decoded is counted, too.
 *
 * @returns seconds, or `undefined` where nothing states it, and for containers without a decoder here
 * @throws {AudioUndecodableError} the header is damaged
 */
export async function statedSeconds(
  reader: ByteReader,
  container: Container,
): Promise<number | undefined> {
  // A pipe cannot go back to the beginning.
  if (reader.size === undefined) return undefined;
  switch (container.format) {
    case "wav":
      return uncompressedSeconds(await readWavHeader(reader), reader.size);
    case "aiff":
      return uncompressedSeconds(await readAiffHeader(reader), reader.size);
    case "flac": {
      const { sampleCount, sampleRate } = await readFlacStreamInfo(reader, container.start);
      return sampleCount / sampleRate;
    }
    case "mpeg":
      return statedMpegSeconds(reader, container.start);
    case "ogg":
      return statedOggSeconds(reader, container.start, container.codec);
    case "foreign":
      return undefined;
  }
}

/** The samples that are in the file, of which its header may state more, or nothing. */
function uncompressedSeconds(
  samples: UncompressedSamples | undefined,
  size: number,
): number | undefined {
  if (!samples) return undefined;
  const { start, byteLength = Infinity, encoding, channelCount, sampleRate } = samples;
  const bytes = Math.max(0, Math.min(byteLength, size - start));
  return bytes / (bytesPerSample(encoding) * channelCount) / sampleRate;
}
