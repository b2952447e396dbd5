import { crcOf } from "./silent-ogg.js";

/** What a FLAC file is made of. */
export interface FlacOptions {
  /** One array per channel, full scale +-1. */
  readonly channels: readonly Float32Array[];
  readonly sampleRate: number;
  /** 8, 16 or 24; 16 by default. */
  readonly bits?: 8 | 16 | 24;
  /** The metadata blocks behind STREAMINFO: type and content. */
  readonly blocks?: readonly (readonly [type: number, content: Uint8Array])[];
  /** The number of samples that STREAMINFO states; 0 where it is not known. */
  readonly statedSamples?: number;
}

/** Number of samples in a frame. */
const BLOCK_SAMPLES = 4_096;

/**
 * A FLAC file whose samples are stored as they are.
 *
 * Source: M. van Beurden and A. Weaver, RFC 9639, 8 and 9.
 */
export function flacBytes(options: FlacOptions): Buffer {
  const { blocks = [] } = options;
  const metadata = [[0, flacStreamInfo(options)] as const, ...blocks];
  return Buffer.concat([
    Buffer.from("fLaC"),
    ...metadata.map(([type, content], index) =>
      flacBlock(index === metadata.length - 1 ? type | 0x80 : type, content),
    ),
    ...flacFrames(options),
  ]);
}

/** A metadata block with its header. */
export function flacBlock(type: number, content: Uint8Array): Buffer {
  const header = Buffer.from([type, 0, 0, 0]);
  header.writeUIntBE(content.length, 1, 3);
  return Buffer.concat([header, content]);
}

/** The block STREAMINFO, without a digest of the samples. */
export function flacStreamInfo({
  channels,
  sampleRate,
  bits = 16,
  statedSamples = channels[0]?.length ?? 0,
}: FlacOptions): Buffer {
  const info = Buffer.alloc(34);
  info.writeUInt16BE(BLOCK_SAMPLES, 0);
  info.writeUInt16BE(BLOCK_SAMPLES, 2);
  const fields =
    (BigInt(sampleRate) << 44n) |
    (BigInt(channels.length - 1) << 41n) |
    (BigInt(bits - 1) << 36n) |
    BigInt(statedSamples);
  info.writeBigUInt64BE(fields, 10);
  return info;
}

/** The frames of a file, of 4,096 samples each but for the last one. */
export function flacFrames({ channels, bits = 16 }: FlacOptions): readonly Buffer[] {
  const count = Math.ceil((channels[0]?.length ?? 0) / BLOCK_SAMPLES);
  return Array.from({ length: count }, (_, number) => {
    const parts = channels.map((samples) =>
      samples.subarray(number * BLOCK_SAMPLES, (number + 1) * BLOCK_SAMPLES),
    );
    return frameBytes(parts, bits, number);
  });
}

/** A frame of fixed block size, whose rate is that of STREAMINFO, and whose samples are verbatim. */
function frameBytes(channels: readonly Float32Array[], bits: 8 | 16 | 24, number: number): Buffer {
  const sampleCount = channels[0]?.length ?? 0;
  const widths = { 8: 1, 16: 4, 24: 6 };
  const fixed = Buffer.from([0xff, 0xf8, 0x70, ((channels.length - 1) << 4) | (widths[bits] << 1)]);
  const size = Buffer.alloc(2);
  size.writeUInt16BE(sampleCount - 1);
  const header = Buffer.concat([fixed, Buffer.from(String.fromCodePoint(number)), size]);
  const subframes = channels.map((samples) => {
    const bytes = Buffer.alloc(1 + (samples.length * bits) / 8);
    bytes[0] = 0x02;
    samples.forEach((sample, index) => {
      const scaled = Math.round(sample * (2 ** (bits - 1) - 1));
      bytes.writeIntBE(scaled, 1 + (index * bits) / 8, bits / 8);
    });
    return bytes;
  });
  const body = Buffer.concat([header, Buffer.from([crcOf(header, 8, 0x07)]), ...subframes]);
  const end = Buffer.alloc(2);
  end.writeUInt16BE(crcOf(body, 16, 0x8005));
  return Buffer.concat([body, end]);
}
