import { AudioUndecodableError } from "../../../domain/errors/analysis-errors.js";
import type { FlacStreamInfo } from "../flac-stream-info.js";

/** Maximum length of a frame header, bytes. */
const MAX_FLAC_HEADER_BYTES = 16;

const blockSizes = [0, 192, 576, 1152, 2304, 4608, 0, 0, 256, 512, 1024, 2048, 4096] as const;

const sampleRates = [
  0, 88200, 176400, 192000, 8000, 16000, 22050, 24000, 32000, 44100, 48000, 96000,
] as const;

const sampleBits = [0, 8, 12, 0, 16, 20, 24, 32] as const;

/** A complete frame with a verified checksum. */
export interface FlacFrame {
  readonly bytes: Uint8Array;
  /** Samples per channel. */
  readonly blockSize: number;
}

/** A frame, and where it is. */
export interface PlacedFlacFrame extends FlacFrame {
  /** Of its first byte, counted from the first byte that the splitter got. */
  readonly start: number;
  /** The number of its first sample, as its header says. */
  readonly firstSample: number;
}

/** What the header of a frame says of its samples. */
type FlacFrameHeader = Pick<PlacedFlacFrame, "blockSize" | "firstSample">;

/** Maximum number of damaged frames: a stream with more is refused. */
const MAX_BROKEN_FRAMES = 500;

/**
 * Finds the complete frames of a native FLAC stream that arrives in parts. A frame does not contain
 * its length: it ends where the next header begins and its checksum is right.
 */
export class FlacFrameSplitter {
  #buffer: Uint8Array = new Uint8Array();
  #brokenFrames = 0;
  /** Position of the front of the buffer, counted from the first byte that was pushed. */
  #start = 0;
  /** Header of the frame at the front of the buffer, once it is found. */
  #header: FlacFrameHeader | undefined;
  /** Position that the search for the next header has reached. */
  #searched = 1;
  /** Checksum of the bytes before `#summed`. */
  #checksum = 0;
  #summed = 0;

  constructor(private readonly info: FlacStreamInfo) {}

  /**
   * Takes the next bytes.
   *
   * @param isLast nothing follows
   * @throws {AudioUndecodableError} too many broken frames
   */
  push(bytes: Uint8Array, isLast: boolean): PlacedFlacFrame[] {
    const joined = new Uint8Array(this.#buffer.length + bytes.length);
    joined.set(this.#buffer);
    joined.set(bytes, this.#buffer.length);
    this.#buffer = joined;

    const frames: PlacedFlacFrame[] = [];
    for (;;) {
      if (this.#header === undefined && !this.#findFirst(isLast)) break;
      const end = this.#findEnd(isLast);
      if (end === "unknown") break;
      if (end === "broken") this.#dropBroken();
      else frames.push(this.#take(end));
    }
    return frames;
  }

  /** Moves the front of the buffer to the next frame header; returns whether there is one. */
  #findFirst(isLast: boolean): boolean {
    const at = this.#nextHeader(0, isLast);
    const kept = isLast ? this.#buffer.length : this.#buffer.length - MAX_FLAC_HEADER_BYTES;
    this.#advance(Math.max(0, at ?? kept));
    if (at === undefined) return false;
    this.#header = findFlacHeader(this.#buffer, 0, this.info);
    return true;
  }

  /** Returns the end of the frame at the front of the buffer. */
  #findEnd(isLast: boolean): number | "unknown" | "broken" {
    const max = this.#maxFrame();
    for (;;) {
      const at = this.#nextHeader(this.#searched, isLast);
      const limit = isLast ? this.#buffer.length : this.#buffer.length - MAX_FLAC_HEADER_BYTES;
      if (at === undefined) {
        this.#searched = Math.max(this.#searched, limit);
        if (this.#searched > max) return "broken";
        if (!isLast) return "unknown";
        return this.#endsAt(this.#buffer.length) ? this.#buffer.length : "broken";
      }
      if (at > max) return "broken";
      if (this.#endsAt(at)) return at;
      this.#searched = at + 1;
    }
  }

  /** Returns the next position, from `from` on, with a complete frame header. */
  #nextHeader(from: number, isLast: boolean): number | undefined {
    const limit = isLast ? this.#buffer.length : this.#buffer.length - MAX_FLAC_HEADER_BYTES;
    let at = this.#buffer.indexOf(0xff, from);
    while (at !== -1 && at < limit) {
      if (findFlacHeader(this.#buffer, at, this.info) !== undefined) return at;
      at = this.#buffer.indexOf(0xff, at + 1);
    }
    return undefined;
  }

  /** Whether the two bytes before `end` are the checksum of all before them. */
  #endsAt(end: number): boolean {
    const to = end - 2;
    if (to < this.#summed) return false;
    this.#checksum = checksum16(this.#buffer, this.#summed, to, this.#checksum);
    this.#summed = to;
    return this.#checksum === (this.#buffer[to] ?? 0) * 256 + (this.#buffer[to + 1] ?? 0);
  }

  #take(end: number): PlacedFlacFrame {
    const { blockSize = 0, firstSample = 0 } = this.#header ?? {};
    const bytes = this.#buffer.subarray(0, end);
    const frame = { bytes, blockSize, firstSample, start: this.#start };
    this.#advance(end);
    return frame;
  }

  #dropBroken(): void {
    this.#brokenFrames += 1;
    if (this.#brokenFrames > MAX_BROKEN_FRAMES) {
      throw new AudioUndecodableError("too many of its FLAC frames are damaged");
    }
    this.#advance(1);
  }

  #advance(byteCount: number): void {
    this.#buffer = this.#buffer.subarray(byteCount);
    this.#start += byteCount;
    this.#header = undefined;
    this.#searched = 1;
    this.#checksum = 0;
    this.#summed = 0;
  }

  /** Returns the maximum length of a frame: uncompressed samples and headers. */
  #maxFrame(): number {
    const { channelCount, bitsPerSample } = this.info;
    return ((this.#header?.blockSize ?? 0) * channelCount * (bitsPerSample + 1)) / 8 + 1024;
  }
}

const checksums = Uint16Array.from({ length: 256 }, (_, byte) => {
  let checksum = byte << 8;
  for (let bit = 0; bit < 8; bit += 1) {
    checksum = checksum & 0x8000 ? (checksum << 1) ^ 0x8005 : checksum << 1;
  }
  return checksum;
});

/** CRC-16 with the polynomial x^16 + x^15 + x^2 + 1, going on from `before`. Source: RFC 9639, 9.3. */
function checksum16(bytes: Uint8Array, from: number, to: number, before: number): number {
  let checksum = before;
  for (let at = from; at < to; at += 1) {
    const index = (checksum >> 8) ^ (bytes[at] ?? 0);
    checksum = ((checksum << 8) & 0xffff) ^ (checksums[index] ?? 0);
  }
  return checksum;
}

/**
 * Returns the header of the frame that starts at `at`, or `undefined` when there is no frame header with the
 * right checksum, or one of another stream than that of `info`.
 *
 * Source: RFC 9639, section 9.1.
 */
function findFlacHeader(
  bytes: Uint8Array,
  at: number,
  info: FlacStreamInfo,
): FlacFrameHeader | undefined {
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

  const rateUnitHz = rateBits === 12 ? 1000 : rateBits === 14 ? 10 : 1;
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
  if (blockSize === 0) return undefined;
  const number = codedNumber(bytes, at + 4, numberBytes);
  // Where all blocks but the last have one size, frames are counted, and otherwise samples.
  const firstSample = (second & 1) === 0 ? number * info.maxBlockSize : number;
  return { blockSize, firstSample };
}

/** Bytes of the frame or sample number, which is written like UTF-8 of up to 36 bits. */
function codedNumberBytes(lead: number): number | undefined {
  if (lead < 0x80) return 1;
  const ones = Math.clz32(~(lead << 24));
  return ones >= 2 && ones <= 7 ? ones : undefined;
}

/** Returns the frame or sample number in so many bytes: the low bits of the first, and six bits of each other one. */
function codedNumber(bytes: Uint8Array, at: number, byteCount: number): number {
  const lead = bytes[at] ?? 0;
  if (byteCount === 1) return lead;
  const others = bytes.subarray(at + 1, at + byteCount);
  return others.reduce(
    (number, byte) => number * 64 + (byte & 0x3f),
    lead & ((1 << (7 - byteCount)) - 1),
  );
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
