import { oggChecksum } from "../../../src/adapters/decoder/ogg/ogg-page-splitter.js";

/** A packet of fewer than 255 bytes, and the number of samples up to its end. */
interface Packet {
  readonly bytes: Uint8Array;
  readonly granulePosition: number;
}

const SERIAL = 7;
/** Of 60 ms to 0.7 s each: some seconds, as encoders write them. */
const MAX_PAGE_PACKETS = 40;

/**
 * A mono Opus file of silence, small enough for hours: packets of 60 ms whose frame is empty.
 *
 * Source: J. Valin et al., RFC 6716, 3.1; T. Terriberry et al., RFC 7845, 5.
 */
export function silentOpus(seconds: number): Uint8Array {
  const samplesPerPacket = 0.06 * 48_000;
  const head = Buffer.from("OpusHead\x01\x01\0\0\0\0\0\0\0\0\0", "latin1");
  head.writeUInt32LE(48_000, 12);
  // Eight bytes of name, the length of the vendor's name and the number of comments, both 0.
  const tags = Buffer.concat([Buffer.from("OpusTags"), Buffer.alloc(8)]);
  const sound = Array.from({ length: Math.ceil(seconds / 0.06) }, (_, index) => ({
    // SILK at 8 kHz, 60 ms, mono, one frame.
    bytes: Uint8Array.of(3 << 3),
    granulePosition: (index + 1) * samplesPerPacket,
  }));
  return oggBytes([head, tags], sound);
}

/**
 * FLAC in Ogg, mono, 16 bits at 48 kHz, of silence, small enough for hours: frames of one constant.
 *
 * Source: M. van Beurden and A. Weaver, RFC 9639, 8.2, 9 and 10.1.
 */
export function silentOggFlac(seconds: number): Uint8Array {
  const [sampleRate, blockSize] = [48_000, 32_768];
  const frameCount = Math.ceil((seconds * sampleRate) / blockSize);
  const streamInfo = Buffer.alloc(34);
  streamInfo.writeUInt16BE(blockSize, 0);
  streamInfo.writeUInt16BE(blockSize, 2);
  const bits = [BigInt(sampleRate) << 44n, 15n << 36n, BigInt(frameCount * blockSize)];
  streamInfo.writeBigUInt64BE(bits[0]! | bits[1]! | bits[2]!, 10);
  const head = Buffer.concat([
    Buffer.from("\x7fFLAC\x01\0\0\x01fLaC\0\0\0\x22", "latin1"),
    streamInfo,
  ]);
  // The last block of metadata: comments, with the same two zeros as in Opus.
  const tags = Buffer.concat([Buffer.from([0x84, 0, 0, 8]), Buffer.alloc(8)]);
  const sound = Array.from({ length: frameCount }, (_, index) => ({
    bytes: silentFlacFrame(index),
    granulePosition: (index + 1) * blockSize,
  }));
  return oggBytes([head, tags], sound);
}

/** A frame of 32,768 zeros. Its number is written as UTF-8 is, here below the first that UTF-8 has not. */
function silentFlacFrame(number: number): Buffer {
  const header = Buffer.concat([
    Buffer.from([0xff, 0xf8, 0xfa, 0x08]),
    Buffer.from(String.fromCodePoint(number)),
  ]);
  const withSubframe = Buffer.concat([header, Buffer.from([crcOf(header, 8, 0x07), 0, 0, 0])]);
  const end = Buffer.alloc(2);
  end.writeUInt16BE(crcOf(withSubframe, 16, 0x8005));
  return Buffer.concat([withSubframe, end]);
}

/** The CRC of a width in bits with a polynomial, from 0 on. */
export function crcOf(bytes: Uint8Array, width: 8 | 16, polynomial: number): number {
  const [top, all] = [1 << (width - 1), 2 ** width - 1];
  let sum = 0;
  for (const byte of bytes) {
    sum ^= byte << (width - 8);
    for (let bit = 0; bit < 8; bit += 1) {
      sum = sum & top ? ((sum << 1) ^ polynomial) & all : (sum << 1) & all;
    }
  }
  return sum;
}

/** Returns header packets on a page each, and packets of sound on further ones. */
function oggBytes(headers: readonly Uint8Array[], sound: readonly Packet[]): Uint8Array {
  const pages: (readonly Packet[])[] = headers.map((bytes) => [{ bytes, granulePosition: 0 }]);
  for (let at = 0; at < sound.length; at += MAX_PAGE_PACKETS) {
    pages.push(sound.slice(at, at + MAX_PAGE_PACKETS));
  }
  const isLast = (number: number): boolean => number === pages.length - 1;
  return Buffer.concat(
    pages.map((packets, number) =>
      pageOf(packets, number, (number === 0 ? 2 : 0) + (isLast(number) ? 4 : 0)),
    ),
  );
}

function pageOf(packets: readonly Packet[], number: number, flags: number): Buffer {
  const header = Buffer.alloc(27);
  header.write("OggS");
  header[5] = flags;
  header.writeBigInt64LE(BigInt(packets.at(-1)!.granulePosition), 6);
  header.writeUInt32LE(SERIAL, 14);
  header.writeUInt32LE(number, 18);
  header[26] = packets.length;
  const lacing = Buffer.from(packets.map(({ bytes }) => bytes.length));
  const page = Buffer.concat([header, lacing, ...packets.map(({ bytes }) => bytes)]);
  page.writeUInt32LE(oggChecksum(page), 22);
  return page;
}
