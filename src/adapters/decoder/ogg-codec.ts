/** The codecs that we decode ourselves inside Ogg. */
export type OggCodec = "vorbis" | "opus" | "flac";

const codecByMagic: readonly (readonly [string, OggCodec])[] = [
  ["\x01vorbis", "vorbis"],
  ["OpusHead", "opus"],
  ["\x7fFLAC", "flac"],
];

/** The codec that the first packet of a stream names, or `undefined`. */
export function oggCodecOf(packet: Uint8Array): OggCodec | undefined {
  const text = String.fromCharCode(...packet.subarray(0, 8));
  return codecByMagic.find(([magic]) => text.startsWith(magic))?.[1];
}

/** The first codec of ours among the streams that an Ogg file opens with, or `undefined`. */
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
