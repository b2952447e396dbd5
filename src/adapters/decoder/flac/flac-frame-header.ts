import type { FlacStreamInfo } from "../flac-stream-info.js";

/** Maximum length of a frame header, bytes. */
export const MAX_FLAC_HEADER_BYTES = 16;

const blockSizes = [0, 192, 576, 1152, 2304, 4608, 0, 0, 256, 512, 1024, 2048, 4096] as const;
const sampleRates = [
  0, 88_200, 176_400, 192_000, 8_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000, 96_000,
] as const;
const sampleBits = [0, 8, 12, 0, 16, 20, 24, 32] as const;

/**
 * Returns the samples per channel of the frame that starts at `at`, or `undefined` when there is no
 * frame header with the right checksum, or one of another stream than that of `info`.
 *
 * Source: RFC 9639, section 9.1.
 */
export function findFlacBlockSize(
  bytes: Uint8Array,
  at: number,
  info: FlacStreamInfo,
): number | undefined {
  const [first = 0, second = 0, third = 0, fourth = 0] = bytes.subarray(at, at + 4);
  if (first !== 0xff || (second & 0xfe) !== 0xf8 || (fourth & 1) !== 0) return undefined;

  const channelBits = fourth >> 4;
  const channelCount = channelBits < 8 ? channelBits + 1 : channelBits < 11 ? 2 : 0;
  const bits = sampleBits[(fourth >> 1) & 7] ?? 0;
  if (channelCount !== info.channelCount) return undefined;
  if (bits !== 0 && bits !== info.bitsPerSample) return undefined;

  const numberBytes = codedNumberBytes(bytes[at + 4] ?? 0);
  if (numberBytes === undefined) return undefined;
  const sizeBits = third >> 4;
  const sizeAt = at + 4 + numberBytes;
  const sizeBytes = sizeBits === 6 ? 1 : sizeBits === 7 ? 2 : 0;
  const rateBits = third & 15;
  const rateAt = sizeAt + sizeBytes;
  const rateBytes = rateBits === 12 ? 1 : rateBits === 13 || rateBits === 14 ? 2 : 0;
  const checksumAt = rateAt + rateBytes;
  if (rateBits === 15 || checksumAt >= bytes.length) return undefined;

  const rateUnitHz = rateBits === 12 ? 1_000 : rateBits === 14 ? 10 : 1;
  const sampleRate =
    rateBytes === 0 ? sampleRates[rateBits] : bigEndian(bytes, rateAt, rateBytes) * rateUnitHz;
  if (sampleRate !== 0 && sampleRate !== info.sampleRate) return undefined;
  if (checksum8(bytes, at, checksumAt) !== bytes[checksumAt]) return undefined;

  const blockSize =
    sizeBytes > 0
      ? bigEndian(bytes, sizeAt, sizeBytes) + 1
      : sizeBits >= 13
        ? 256 << (sizeBits - 8)
        : (blockSizes[sizeBits] ?? 0);
  return blockSize > 0 ? blockSize : undefined;
}

/** Bytes of the frame or sample number, which is written like UTF-8 of up to 36 bits. */
function codedNumberBytes(lead: number): number | undefined {
  if (lead < 0x80) return 1;
  const ones = Math.clz32(~(lead << 24));
  return ones >= 2 && ones <= 7 ? ones : undefined;
}

function bigEndian(bytes: Uint8Array, at: number, byteCount: number): number {
  return bytes.subarray(at, at + byteCount).reduce((value, byte) => value * 256 + byte, 0);
}

/** CRC-8 with the polynomial x^8 + x^2 + x + 1. */
function checksum8(bytes: Uint8Array, from: number, to: number): number {
  let checksum = 0;
  for (let at = from; at < to; at += 1) {
    checksum ^= bytes[at] ?? 0;
    for (let bit = 0; bit < 8; bit += 1) {
      checksum = checksum & 0x80 ? ((checksum << 1) ^ 0x07) & 0xff : checksum << 1;
    }
  }
  return checksum;
}
