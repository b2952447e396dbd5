import { AudioUndecodableError } from "../../domain/errors/analysis-errors.js";
import { AudioUnavailableError } from "../../domain/errors/availability-errors.js";
import type { AudioReader, OpenedAudio } from "../../ports/analysis/audio-reader.js";
import type { EncodedAudio } from "../../ports/analysis/audio-source.js";
import type { ByteReader } from "../decoder/byte-reader.js";
import { openByteReader, rangeOf } from "../decoder/open-byte-reader.js";
import { DiskCalls } from "../files/disk-calls.js";
import { fileOpenerOn } from "../files/open-file.js";
import { sniffContainer } from "../decoder/sniff-container.js";
import { sampleBytes } from "./file-samples.js";

/** How much is read at once. */
const PART_BYTES = 256 * 1024;

/** Reads files of this machine, and bytes in memory. */
export class DiskAudioReader implements AudioReader {
  constructor(private readonly needs: { readonly disk?: DiskCalls } = {}) {}

  async open(audio: EncodedAudio): Promise<OpenedAudio> {
    const bytes = await openByteReader(audio, fileOpenerOn(this.needs.disk ?? new DiskCalls()));
    try {
      const sizeBytes = bytes.size;
      const modifiedAt = bytes.state?.modifiedAt ?? 0;
      const fingerprint = await sampleBytes(sizeBytes, async (position, length) => {
        await bytes.seek(position);
        return bytes.read(length);
      });
      const read: OpenedAudio["read"] = (startByte, endByte = sizeBytes) =>
        partsOf(bytes, startByte, endByte);
      const mediaType = await mediaTypeOf(bytes);
      const close = (): Promise<void> => bytes.close();
      const range = rangeOf(bytes);
      const facts = { sizeBytes, modifiedAt, fingerprint, mediaType, ...(range && { range }) };
      return { ...facts, read, close };
    } catch (error) {
      await bytes.close();
      throw error;
    }
  }
}

/** Returns the media type of audio by its bytes; that of any bytes where they are of no known format. */
async function mediaTypeOf(bytes: ByteReader): Promise<string> {
  try {
    return (await sniffContainer(bytes)).mediaType;
  } catch (error) {
    if (error instanceof AudioUndecodableError) return "application/octet-stream";
    throw error;
  }
}

async function* partsOf(
  bytes: ByteReader,
  startByte: number,
  endByte: number,
): AsyncGenerator<Uint8Array> {
  await bytes.seek(startByte);
  for (let left = endByte - startByte; left > 0;) {
    const part = await bytes.read(Math.min(PART_BYTES, left));
    if (part.length === 0) throw new AudioUnavailableError(new Error("The file became shorter."));
    left -= part.length;
    yield part;
  }
}
