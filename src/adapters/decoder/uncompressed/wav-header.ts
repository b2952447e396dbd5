import { AudioUndecodableError } from "../../../domain/errors/analysis-errors.js";
import type { ByteReader } from "../byte-reader.js";
import { bytesPerSample, type SampleEncoding } from "./sample-encoding.js";
import { checkSoundFormat } from "./sound-format.js";
import type { UncompressedSamples } from "./uncompressed-samples.js";

/** Maximum number of chunks before the samples; real files have about five. */
const MAX_CHUNK_COUNT = 1_000;

/** Bytes of samples that are looked at where a header is ambiguous. */
const PROBED_BYTES = 16 * 1024;

interface WaveFormat {
  readonly tag: number;
  readonly channelCount: number;
  readonly sampleRate: number;
  readonly frameBytes: number;
  readonly bitsPerSample: number;
}

/** The chunk with the samples. */
interface DataChunk {
  readonly start: number;
  /** The length that it states, bytes; `undefined` where that is a placeholder. */
  readonly byteLength: number | undefined;
}

/**
 * Reads the header of a WAV, RIFX, RF64 or BW64 file, whose first 12 bytes have been recognised. The format may be
 * behind the samples, except in a pipe.
 *
 * @returns the position and encoding of the samples, or `undefined` for a compressed file
 * @throws {AudioUndecodableError} the header is damaged, or outside our limits
 *
 * Source: Microsoft and IBM, "Multimedia Programming Interface and Data Specifications 1.0", 1991;
 * RIFX has the same with the most significant byte first; ITU-R BS.2088 (RF64 and BW64: sizes of 64 bits in a chunk `ds64`).
 */
export async function readWavHeader(reader: ByteReader): Promise<UncompressedSamples | undefined> {
  await reader.seek(0);
  const magic = text(await reader.read(12), 0);
  const isLittleEndian = magic !== "RIFX";
  let largeByteLength: number | undefined;
  let format: WaveFormat | undefined;
  let data: DataChunk | undefined;

  for (let chunk = 0; chunk < MAX_CHUNK_COUNT; chunk += 1) {
    const header = await reader.read(8);
    if (header.length < 8) break;
    const id = text(header, 0);
    let byteLength = viewOf(header).getUint32(4, isLittleEndian);
    const start = reader.position;

    if (id === "data") {
      if (byteLength === 0xffff_ffff) byteLength = largeByteLength ?? byteLength;
      data = { start, byteLength: isPlaceholder(byteLength) ? undefined : byteLength };
    }
    if (id === "fmt ") {
      format = formatFrom(await reader.read(Math.min(byteLength, 40)), isLittleEndian);
    }
    if (id === "ds64") {
      largeByteLength = dataLengthFrom(await reader.read(Math.min(byteLength, 28)));
    }
    if (data && format) return samplesOf(reader, data, format, isLittleEndian);
    if (data && reader.size === undefined) break;
    await reader.seek(start + byteLength + (byteLength % 2));
  }
  throw new AudioUndecodableError(
    `its WAV header does not ${data ? "describe the samples" : "point to any samples"}`,
  );
}

async function samplesOf(
  reader: ByteReader,
  data: DataChunk,
  format: WaveFormat,
  isLittleEndian: boolean,
): Promise<UncompressedSamples | undefined> {
  const { sampleRate, channelCount } = format;
  const encoding = encodingOf(format);
  if (!encoding) return undefined;
  if (isPadded(format) && !(await areLowBytesZero(reader, data, isLittleEndian))) {
    // Cool Edit writes floating-point samples of another scale with the same header.
    throw new AudioUndecodableError("its WAV header does not tell what its samples are");
  }
  return {
    ...data,
    encoding: isLittleEndian ? encoding : bigEndianOf(encoding),
    ...checkSoundFormat({ sampleRate, channelCount }),
  };
}

/** Whether a size is a placeholder, which programs write when they do not know the length yet. */
function isPlaceholder(byteLength: number): boolean {
  return (
    byteLength === 0 ||
    (byteLength >= 0x7fff_f000 && byteLength <= 0x8000_0000) ||
    (byteLength >= 0xffff_f000 && byteLength <= 0xffff_ffff)
  );
}

function formatFrom(bytes: Uint8Array, isLittleEndian: boolean): WaveFormat {
  if (bytes.length < 16) throw new AudioUndecodableError("its WAV header is truncated");
  const view = viewOf(bytes);
  const tag = view.getUint16(0, isLittleEndian);
  // WAVE_FORMAT_EXTENSIBLE has the tag in the first two bytes of a GUID.
  const isExtensible = tag === 0xfffe && bytes.length >= 26;
  return {
    tag: isExtensible ? view.getUint16(24, isLittleEndian) : tag,
    channelCount: view.getUint16(2, isLittleEndian),
    sampleRate: view.getUint32(4, isLittleEndian),
    frameBytes: view.getUint16(12, isLittleEndian),
    bitsPerSample: view.getUint16(14, isLittleEndian),
  };
}

const integers = ["u8", "s16le", "s24le", "s32le"] as const;

/** The encodings of WAV, of which those with several bytes have the other order in RIFX. */
type WavEncoding = (typeof integers)[number] | "f32le" | "f64le" | "alaw" | "mulaw";

function encodingOf(format: WaveFormat): WavEncoding | undefined {
  const encoding = encodingNamed(format);
  const { frameBytes, channelCount } = format;
  if (encoding && channelCount > 0 && frameBytes > 0) {
    const expected = bytesPerSample(encoding) * channelCount;
    if (frameBytes !== expected) {
      throw new AudioUndecodableError(
        `its WAV header contradicts itself: ${frameBytes} bytes a frame instead of ${expected}`,
      );
    }
  }
  return encoding;
}

function encodingNamed(format: WaveFormat): WavEncoding | undefined {
  const { tag, bitsPerSample } = format;
  switch (tag) {
    case 1: {
      // Samples of other widths lie in the high bits of the next whole byte, or of four bytes.
      const encoding = integers[(isPadded(format) ? 4 : Math.ceil(bitsPerSample / 8)) - 1];
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

/** Whether integers of 24 bits have four bytes each. */
function isPadded({ tag, bitsPerSample, channelCount, frameBytes }: WaveFormat): boolean {
  return tag === 1 && bitsPerSample === 24 && channelCount > 0 && frameBytes === 4 * channelCount;
}

/** Whether samples in the middle, of four bytes each, are integers of 24 bits in the high bytes. */
async function areLowBytesZero(
  reader: ByteReader,
  { start, byteLength = Infinity }: DataChunk,
  isLittleEndian: boolean,
): Promise<boolean> {
  const { position, size } = reader;
  if (size === undefined) return true;
  const middle = Math.floor(Math.min(byteLength, Math.max(0, size - start)) / 8) * 4;
  await reader.seek(start + middle);
  const bytes = await reader.read(PROBED_BYTES);
  await reader.seek(position);
  return bytes.every((byte, at) => at % 4 !== (isLittleEndian ? 0 : 3) || byte === 0);
}

/** Returns the encoding with the other order of bytes; samples of one byte have none. */
function bigEndianOf(encoding: WavEncoding): SampleEncoding {
  switch (encoding) {
    case "s16le":
      return "s16be";
    case "s24le":
      return "s24be";
    case "s32le":
      return "s32be";
    case "f32le":
      return "f32be";
    case "f64le":
      return "f64be";
    default:
      return encoding;
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
