import { AudioUndecodableError } from "../../../domain/errors/analysis-errors.js";
import { parseFlacStreamInfo } from "../flac-stream-info.js";
import { checkSoundFormat, type SoundFormat } from "../uncompressed/sound-format.js";

/** The codecs that we decode ourselves inside Ogg. */
export type OggCodec = "vorbis" | "opus" | "flac";

const codecByMagic: readonly (readonly [string, OggCodec])[] = [
  ["\x01vorbis", "vorbis"],
  ["OpusHead", "opus"],
  ["\x7fFLAC", "flac"],
];

/** What the packet of comments begins with. */
export const OGG_COMMENT_MAGICS = { opus: "OpusTags", vorbis: "\x03vorbis" } as const;

/** Returns the codec that the first packet of a stream names, or `undefined`. */
export function oggCodecOf(packet: Uint8Array): OggCodec | undefined {
  const text = String.fromCharCode(...packet.subarray(0, 8));
  return codecByMagic.find(([magic]) => text.startsWith(magic))?.[1];
}

/** Returns the first codec that we decode among the first streams of an Ogg file, or `undefined`. */
export function findOggCodec(bytes: Uint8Array): OggCodec | undefined {
  let at = 0;
  while (at + 27 < bytes.length) {
    const segmentCount = bytes[at + 26] ?? 0;
    const isFirstPage = ((bytes[at + 5] ?? 0) & 2) !== 0;
    if (bytes[at] !== 0x4f || !isFirstPage) return undefined;
    const lacing = bytes.subarray(at + 27, at + 27 + segmentCount);
    const body = at + 27 + segmentCount;
    const codec = oggCodecOf(bytes.subarray(body));
    if (codec) return codec;
    at = body + lacing.reduce((sum, length) => sum + length, 0);
  }
  return undefined;
}

/** Position of STREAMINFO in the first packet of FLAC in Ogg, bytes. */
export const OGG_FLAC_STREAM_INFO_START = 17;

/**
 * Reads the sound format from the first packet of a stream. One granule is one sample.
 *
 * @throws {AudioUndecodableError} the packet is truncated, or outside our limits
 */
export function parseOggFormat(codec: OggCodec, head: Uint8Array): SoundFormat {
  switch (codec) {
    case "vorbis":
      return checkSoundFormat(vorbisFormat(head));
    case "opus":
      return checkSoundFormat(opusFormat(head));
    case "flac":
      return parseFlacStreamInfo(head.subarray(OGG_FLAC_STREAM_INFO_START));
  }
}

/** Source: Xiph.Org, "Vorbis I specification", 4.2.2, identification header. */
function vorbisFormat(head: Uint8Array): SoundFormat {
  if (head.length < 30) throw new AudioUndecodableError("its Vorbis header is truncated");
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
  return { channelCount: view.getUint8(11), sampleRate: view.getUint32(12, true) };
}

/** Source: T. Terriberry et al., "Ogg Encapsulation for the Opus Audio Codec", RFC 7845, 5.1. */
function opusFormat(head: Uint8Array): SoundFormat {
  if (head.length < 19) throw new AudioUndecodableError("its Opus header is truncated");
  return { channelCount: head[9] ?? 0, sampleRate: 48_000 };
}

/**
 * Returns the factor that the header of an Opus stream wants its samples multiplied by, which the codec
 * leaves to its caller.
 *
 * Source: RFC 7845, 5.1, output gain: decibels in 256 steps each.
 */
export function opusOutputGain(head: Uint8Array): number {
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
  return 10 ** (view.getInt16(16, true) / 256 / 20);
}

/** Returns the number of samples, of 48 kHz, that an Opus stream wants removed from its beginning. Source: RFC 7845, 5.1. */
export function opusPreSkip(head: Uint8Array): number {
  return new DataView(head.buffer, head.byteOffset, head.byteLength).getUint16(10, true);
}
