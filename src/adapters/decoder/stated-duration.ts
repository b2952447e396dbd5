import type { ByteReader } from "./byte-reader.js";
import { readFlacStreamInfo } from "./flac/flac-decoder.js";
import { statedMpegSeconds } from "./mpeg/stated-mpeg-length.js";
import { type OggCodec, oggCodecOf, parseOggFormat } from "./ogg/ogg-codec.js";
import { OggPageSplitter, type OggPage } from "./ogg/ogg-page-splitter.js";
import type { Container } from "./sniff-container.js";
import { readAiffHeader } from "./uncompressed/aiff-header.js";
import { bytesPerSample } from "./uncompressed/sample-encoding.js";
import type { UncompressedSamples } from "./uncompressed/uncompressed-samples.js";
import { readWavHeader } from "./uncompressed/wav-header.js";

const READ_BYTES = 64 * 1024;

/** How much of a file is searched for its first sound, which is behind its pictures. */
const MAX_HEAD_BYTES = 16 * 1024 * 1024;

/** Contains a whole page, which has at most 65,307 bytes. */
const TAIL_BYTES = 128 * 1024;

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

/**
 * Returns the length of the sound between the first and the last page of an Ogg file; a stream that was
 * recorded from a broadcast does not count from 0.
 *
 * @returns seconds, or `undefined` where the last page belongs to another stream or is damaged
 */
async function statedOggSeconds(
  reader: ByteReader,
  start: number,
  codec: OggCodec,
): Promise<number | undefined> {
  const { size } = reader;
  if (size === undefined) return undefined;
  const head = await firstSoundOf(reader, start, codec);
  if (!head) return undefined;

  await reader.seek(Math.max(start, size - TAIL_BYTES));
  const tail = new OggPageSplitter().push(await reader.read(TAIL_BYTES));
  const last = tail.findLast(({ granulePosition }) => granulePosition > 0);
  if (!last || last.serial !== head.page.serial) return undefined;
  return (last.granulePosition - head.page.granulePosition) / head.sampleRate;
}

/** Finds the first page of a codec's first stream in which a packet with sound ends. */
async function firstSoundOf(
  reader: ByteReader,
  start: number,
  codec: OggCodec,
): Promise<{ readonly page: OggPage; readonly sampleRate: number } | undefined> {
  const splitter = new OggPageSplitter();
  let first: OggPage | undefined;
  await reader.seek(start);
  while (reader.position - start < MAX_HEAD_BYTES) {
    const bytes = await reader.read(READ_BYTES);
    if (bytes.length === 0) return undefined;
    for (const page of splitter.push(bytes)) {
      if (!first && page.isFirst && oggCodecOf(page.body) === codec) first = page;
      if (page.serial === first?.serial && page.granulePosition > 0) {
        return { page, sampleRate: parseOggFormat(codec, first.body).sampleRate };
      }
    }
  }
  return undefined;
}
