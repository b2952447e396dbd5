import { AudioUndecodableError } from "../../../domain/errors/analysis-errors.js";
import type { ByteReader } from "../byte-reader.js";
import { bytesPerSample, type SampleEncoding } from "./sample-encoding.js";
import { checkSoundFormat } from "./sound-format.js";
import type { UncompressedSamples } from "./uncompressed-samples.js";

const MAX_CHUNK_COUNT = 1_000;

interface CommonChunk {
  readonly channelCount: number;
  readonly frameCount: number;
  readonly bitsPerSample: number;
  readonly sampleRate: number;
  /** Four letters; "NONE" in a file without compression. */
  readonly compression: string;
}

/**
 * Reads the header of an AIFF or AIFF-C file, whose first 12 bytes have been recognised.
 *
 * @returns the position and encoding of the samples, or `undefined` for a compressed file
 * @throws {AudioUndecodableError} the header is damaged, or outside our limits
 *
 * Source: Apple, "Audio Interchange File Format", version 1.3, 1989, and its AIFF-C draft, 1991.
 */
export async function readAiffHeader(reader: ByteReader): Promise<UncompressedSamples | undefined> {
  await reader.seek(12);
  let common: CommonChunk | undefined;
  let samples: { start: number; byteLength: number } | undefined;

  for (let chunk = 0; chunk < MAX_CHUNK_COUNT && !(common && samples); chunk += 1) {
    const header = await reader.read(8);
    if (header.length < 8) break;
    const id = String.fromCharCode(...header.subarray(0, 4));
    const byteLength = viewOf(header).getUint32(4);
    const start = reader.position;

    if (id === "COMM") common = commonFrom(await reader.read(Math.min(byteLength, 22)));
    if (id === "SSND") {
      const offsets = await reader.read(8);
      if (offsets.length < 8) break;
      const skipped = 8 + viewOf(offsets).getUint32(0);
      samples = { start: start + skipped, byteLength: Math.max(0, byteLength - skipped) };
    }
    await reader.seek(start + byteLength + (byteLength % 2));
  }
  if (!common || !samples)
    throw new AudioUndecodableError("its AIFF header does not point to any samples");

  const encoding = encodingOf(common);
  if (!encoding) return undefined;
  const format = checkSoundFormat({
    sampleRate: common.sampleRate,
    channelCount: common.channelCount,
  });
  return {
    encoding,
    start: samples.start,
    byteLength: statedBytesOf(common, samples.byteLength, bytesPerSample(encoding)),
    ...format,
  };
}

/** Returns the stated length; programs that write to a pipe leave it at 0 or at the maximum. */
function statedBytesOf(
  { frameCount, channelCount }: CommonChunk,
  chunkBytes: number,
  sampleBytes: number,
): number | undefined {
  if (frameCount !== 0 && frameCount !== 0xffff_ffff)
    return frameCount * channelCount * sampleBytes;
  return chunkBytes === 0 || chunkBytes >= 0x7fff_f000 ? undefined : chunkBytes;
}

function commonFrom(bytes: Uint8Array): CommonChunk {
  if (bytes.length < 18) throw new AudioUndecodableError("its AIFF header is truncated");
  const view = viewOf(bytes);
  return {
    channelCount: view.getUint16(0),
    frameCount: view.getUint32(2),
    bitsPerSample: view.getUint16(6),
    sampleRate: extendedFloat(view, 8),
    compression: bytes.length >= 22 ? String.fromCharCode(...bytes.subarray(18, 22)) : "NONE",
  };
}

/** Reads an 80-bit IEEE 754 extended number: sign and exponent in 16 bits, then a 64-bit significand. */
function extendedFloat(view: DataView, offset: number): number {
  const exponent = view.getUint16(offset);
  if (exponent >= 0x7fff) return NaN;
  const significand = view.getUint32(offset + 2) + view.getUint32(offset + 6) / 2 ** 32;
  return Math.round(significand * 2 ** (exponent - 16383 - 31));
}

const integers: readonly SampleEncoding[] = ["s8", "s16be", "s24be", "s32be"];

function encodingOf({ compression, bitsPerSample }: CommonChunk): SampleEncoding | undefined {
  switch (compression) {
    case "NONE":
    case "twos": {
      const encoding = integers[Math.ceil(bitsPerSample / 8) - 1];
      if (encoding) return encoding;
      throw new AudioUndecodableError(`its samples have ${bitsPerSample} bits`);
    }
    case "sowt":
      return bitsPerSample === 16 ? "s16le" : undefined;
    case "in24":
      return "s24be";
    case "in32":
      return "s32be";
    case "fl32":
    case "FL32":
      return "f32be";
    case "fl64":
    case "FL64":
      return "f64be";
    case "alaw":
    case "ALAW":
      return "alaw";
    case "ulaw":
    case "ULAW":
      return "mulaw";
    case "raw ":
      return "u8";
    default:
      return undefined;
  }
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
