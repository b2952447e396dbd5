import { AudioUndecodableError } from "../../../domain/errors/analysis-errors.js";
import type { ByteReader } from "../byte-reader.js";
import { bytesPerSample, type SampleEncoding } from "./sample-encoding.js";
import { checkSoundFormat } from "./sound-format.js";
import type { UncompressedSamples } from "./uncompressed-samples.js";

/** Maximum number of chunks before the samples; real files have about five. */
const MAX_CHUNK_COUNT = 1_000;

interface WaveFormat {
  readonly tag: number;
  readonly channelCount: number;
  readonly sampleRate: number;
  readonly frameBytes: number;
  readonly bitsPerSample: number;
}

/**
 * Reads the header of a WAV, RF64 or BW64 file, whose first 12 bytes have been recognised.
 *
 * @returns the position and encoding of the samples, or `undefined` for a compressed file
 * @throws {AudioUndecodableError} the header is damaged, or outside our limits
 *
 * Source: Microsoft and IBM, "Multimedia Programming Interface and Data Specifications 1.0", 1991;
 * ITU-R BS.2088 (RF64 and BW64: sizes of 64 bits in a chunk `ds64`).
 */
export async function readWavHeader(reader: ByteReader): Promise<UncompressedSamples | undefined> {
  await reader.seek(0);
  const isLarge = text(await reader.read(12), 0) !== "RIFF";
  let largeByteLength: number | undefined;
  let format: WaveFormat | undefined;

  for (let chunk = 0; chunk < MAX_CHUNK_COUNT; chunk += 1) {
    const header = await reader.read(8);
    if (header.length < 8) break;
    const id = text(header, 0);
    const byteLength = viewOf(header).getUint32(4, true);
    const start = reader.position;

    if (id === "data") {
      if (!format) throw new AudioUndecodableError("its WAV header does not describe the samples");
      const encoding = encodingOf(format);
      if (!encoding) return undefined;
      const statedBytes = isLarge && byteLength === 0xffff_ffff ? largeByteLength : byteLength;
      return {
        encoding,
        start,
        byteLength:
          statedBytes === undefined || isPlaceholder(statedBytes) ? undefined : statedBytes,
        ...checkSoundFormat({
          sampleRate: format.sampleRate,
          channelCount: format.channelCount,
        }),
      };
    }
    if (id === "fmt ") format = formatFrom(await reader.read(Math.min(byteLength, 40)));
    if (id === "ds64")
      largeByteLength = dataLengthFrom(await reader.read(Math.min(byteLength, 28)));

    await reader.seek(start + byteLength + (byteLength % 2));
  }
  throw new AudioUndecodableError("its WAV header does not point to any samples");
}

/** Whether a size is a placeholder, which programs write when they do not know the length yet. */
function isPlaceholder(byteLength: number): boolean {
  return (
    byteLength === 0 ||
    (byteLength >= 0x7fff_f000 && byteLength <= 0x8000_0000) ||
    (byteLength >= 0xffff_f000 && byteLength <= 0xffff_ffff)
  );
}

function formatFrom(bytes: Uint8Array): WaveFormat {
  if (bytes.length < 16) throw new AudioUndecodableError("its WAV header is truncated");
  const view = viewOf(bytes);
  const tag = view.getUint16(0, true);
  // WAVE_FORMAT_EXTENSIBLE has the tag in the first two bytes of a GUID.
  const isExtensible = tag === 0xfffe && bytes.length >= 26;
  return {
    tag: isExtensible ? view.getUint16(24, true) : tag,
    channelCount: view.getUint16(2, true),
    sampleRate: view.getUint32(4, true),
    frameBytes: view.getUint16(12, true),
    bitsPerSample: view.getUint16(14, true),
  };
}

const integers: readonly SampleEncoding[] = ["u8", "s16le", "s24le", "s32le"];

function encodingOf(format: WaveFormat): SampleEncoding | undefined {
  const encoding = encodingNamed(format);
  if (encoding && format.channelCount > 0) {
    const frameBytes = bytesPerSample(encoding) * format.channelCount;
    if (format.frameBytes !== frameBytes) {
      throw new AudioUndecodableError(
        `its WAV header contradicts itself: ${format.frameBytes} bytes a frame instead of ${frameBytes}`,
      );
    }
  }
  return encoding;
}

function encodingNamed({ tag, bitsPerSample }: WaveFormat): SampleEncoding | undefined {
  switch (tag) {
    case 1: {
      // Samples of odd width lie in the high bits of the next whole byte.
      const encoding = integers[Math.ceil(bitsPerSample / 8) - 1];
      if (encoding) return encoding;
      throw new AudioUndecodableError(`its samples have ${bitsPerSample} bits`);
    }
    case 3:
      if (bitsPerSample === 32) return "f32le";
      if (bitsPerSample === 64) return "f64le";
      throw new AudioUndecodableError(`its floating-point samples have ${bitsPerSample} bits`);
    case 6:
      return "alaw";
    case 7:
      return "mulaw";
    default:
      return undefined;
  }
}

function dataLengthFrom(bytes: Uint8Array): number | undefined {
  if (bytes.length < 16) return undefined;
  const byteLength = viewOf(bytes).getBigUint64(8, true);
  return byteLength > BigInt(Number.MAX_SAFE_INTEGER) ? undefined : Number(byteLength);
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function text(bytes: Uint8Array, offset: number): string {
  return String.fromCharCode(...bytes.subarray(offset, offset + 4));
}
