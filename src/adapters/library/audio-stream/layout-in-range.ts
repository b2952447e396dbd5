import type { AudioRange } from "../../../domain/audio-range.js";
import type { ByteRange, ByteReader } from "../../decoder/byte-reader.js";
import { readFlacStreamInfo } from "../../decoder/flac/flac-decoder.js";
import { findFlacPart } from "../../decoder/flac/flac-part.js";
import type { Container } from "../../decoder/sniff-container.js";
import { readAiffHeader } from "../../decoder/uncompressed/aiff-header.js";
import { samplesInRange } from "../../decoder/uncompressed/uncompressed-samples.js";
import { readWavHeader } from "../../decoder/uncompressed/wav-header.js";
import type { AudioLayout } from "./audio-part.js";

/**
 * Returns where the encoded audio of a range is: the samples themselves, or the frames of FLAC that have them. Of other
 * formats it is all audio of the file, because a decoder must read it from the beginning.
 */
export async function layoutInRange(
  reader: ByteReader,
  container: Container,
  layout: AudioLayout,
  range: AudioRange,
): Promise<AudioLayout> {
  const [all] = layout.ranges;
  const part = all && (await findPart(reader, container, all, range));
  return part ? { ...layout, ranges: [part] } : layout;
}

async function findPart(
  reader: ByteReader,
  container: Container,
  all: ByteRange,
  range: AudioRange,
): Promise<ByteRange | undefined> {
  switch (container.format) {
    case "wav":
    case "aiff": {
      const isWav = container.format === "wav";
      const samples = isWav ? await readWavHeader(reader) : await readAiffHeader(reader);
      if (!samples) return undefined;
      const { start, byteLength = Infinity } = samplesInRange(samples, range);
      return { start, end: Math.min(all.end, start + byteLength) };
    }
    case "flac":
      return findFlacPart(reader, await readFlacStreamInfo(reader, container.start), all, range);
    case "mpeg":
    case "ogg":
    case "foreign":
      return undefined;
  }
}
