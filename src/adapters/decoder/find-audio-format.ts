import { audioFormats, type AudioFormat } from "../../domain/library/audio-formats.js";
import { findMpegStart } from "./mpeg/mpeg-frame-header.js";

/** A format that ffmpeg decodes. */
export interface ForeignContainer {
  readonly name: string;
  /** Its name in ffmpeg. */
  readonly demuxer: string;
  /** Whether ffmpeg can begin at any sample exactly. */
  readonly seeksExactly?: boolean | undefined;
  /** The length of its sound by its header, where we read it ourselves: seconds, >= 0. */
  readonly soundSeconds?: number | undefined;
}

/** Number of bytes that tell a format with a signature. */
const SIGNATURE_BYTES = 16;

/** Returns the format that begins with these bytes, of which 64 KiB find MPEG audio behind others; or `undefined`. */
export function findAudioFormat(start: Uint8Array): AudioFormat | undefined {
  const text = String.fromCharCode(...start.subarray(0, SIGNATURE_BYTES));
  const signed = audioFormats.find(({ begins }) => begins?.test(text));
  if (signed) return signed;
  if (isAdts(start)) return formatNamed("AAC");
  return findMpegStart(start) === undefined ? undefined : formatNamed("MP3");
}

const formatNamed = (wanted: string): AudioFormat | undefined =>
  audioFormats.find(({ name }) => name === wanted);

/** Whether the bytes begin with two ADTS headers: sync word, layer 0, and a length that leads to the next. */
function isAdts(bytes: Uint8Array): boolean {
  const length = adtsLength(bytes, 0);
  return length !== undefined && adtsLength(bytes, length) !== undefined;
}

/** Source: ISO/IEC 13818-7, 6.2: the length of an ADTS frame is 13 bits from bit 30 on. */
function adtsLength(bytes: Uint8Array, at: number): number | undefined {
  const [first = 0, second = 0, , fourth = 0, fifth = 0, sixth = 0] = bytes.subarray(at, at + 7);
  if (first !== 0xff || (second & 0xf6) !== 0xf0) return undefined;
  const length = ((fourth & 3) << 11) | (fifth << 3) | (sixth >> 5);
  return length >= 7 ? length : undefined;
}
