/** The encoding of a sample of uncompressed audio: kind, bits, byte order. */
export type SampleEncoding =
  "u8" | "s8" | `${"s16" | "s24" | "s32" | "f32" | "f64"}${"le" | "be"}` | "alaw" | "mulaw";

/** Returns the length of one sample, bytes. */
export function bytesPerSample(encoding: SampleEncoding): number {
  return samples[encoding].byteCount;
}

/**
 * Splits interleaved samples into channels, full scale +-1. Bytes after the last whole frame are
 * left out.
 *
 * @param bytes interleaved samples, frame by frame
 * @param channelCount integer >= 1
 * @returns one array per channel, all of one length
 */
export function deinterleave(
  bytes: Uint8Array,
  encoding: SampleEncoding,
  channelCount: number,
): Float32Array[] {
  const { byteCount, read } = samples[encoding];
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const frameBytes = byteCount * channelCount;
  const frameCount = Math.floor(bytes.length / frameBytes);

  return Array.from({ length: channelCount }, (_, channel) => {
    const output = new Float32Array(frameCount);
    let offset = channel * byteCount;
    for (let frame = 0; frame < frameCount; frame += 1) {
      output[frame] = read(view, offset);
      offset += frameBytes;
    }
    return output;
  });
}

interface Sample {
  readonly byteCount: number;
  readonly read: (view: DataView, offset: number) => number;
}

const samples: Readonly<Record<SampleEncoding, Sample>> = {
  u8: { byteCount: 1, read: (view, offset) => (view.getUint8(offset) - 128) / 2 ** 7 },
  s8: { byteCount: 1, read: (view, offset) => view.getInt8(offset) / 2 ** 7 },
  s16le: { byteCount: 2, read: (view, offset) => view.getInt16(offset, true) / 2 ** 15 },
  s16be: { byteCount: 2, read: (view, offset) => view.getInt16(offset) / 2 ** 15 },
  s24le: {
    byteCount: 3,
    read: (view, offset) =>
      (view.getUint16(offset, true) + view.getInt8(offset + 2) * 2 ** 16) / 2 ** 23,
  },
  s24be: {
    byteCount: 3,
    read: (view, offset) => (view.getInt16(offset) * 2 ** 8 + view.getUint8(offset + 2)) / 2 ** 23,
  },
  s32le: { byteCount: 4, read: (view, offset) => view.getInt32(offset, true) / 2 ** 31 },
  s32be: { byteCount: 4, read: (view, offset) => view.getInt32(offset) / 2 ** 31 },
  f32le: { byteCount: 4, read: (view, offset) => view.getFloat32(offset, true) },
  f32be: { byteCount: 4, read: (view, offset) => view.getFloat32(offset) },
  f64le: { byteCount: 8, read: (view, offset) => view.getFloat64(offset, true) },
  f64be: { byteCount: 8, read: (view, offset) => view.getFloat64(offset) },
  alaw: { byteCount: 1, read: (view, offset) => alaw(view.getUint8(offset)) },
  mulaw: { byteCount: 1, read: (view, offset) => mulaw(view.getUint8(offset)) },
};

/** Source: ITU-T G.711 (1988), table 1: 13-bit samples, even bits inverted. */
function alaw(code: number): number {
  const bits = code ^ 0x55;
  const exponent = (bits >> 4) & 7;
  const mantissa = ((bits & 15) << 1) + 1;
  const magnitude = exponent === 0 ? mantissa : (mantissa + 32) << (exponent - 1);
  return (bits & 0x80 ? magnitude : -magnitude) / 2 ** 12;
}

/** Source: ITU-T G.711 (1988), table 2: 14-bit samples, all bits inverted, bias 33. */
function mulaw(code: number): number {
  const bits = ~code & 0xff;
  const magnitude = ((((bits & 15) << 1) + 33) << ((bits >> 4) & 7)) - 33;
  return (bits & 0x80 ? -magnitude : magnitude) / 2 ** 13;
}
