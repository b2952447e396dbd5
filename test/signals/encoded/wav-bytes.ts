/** Sample format of a WAV file. */
export type WavEncoding = "u8" | "s16" | "s24" | "s32" | "f32" | "f64" | "alaw" | "mulaw";

export interface WavOptions {
  /** One array per channel, full scale +-1. */
  readonly channels: readonly Float32Array[];
  readonly sampleRate: number;
  readonly encoding?: WavEncoding;
  /** "RIFF", or "RF64"/"BW64" with a `ds64` chunk and 32-bit sizes of 0xFFFFFFFF. */
  readonly form?: "RIFF" | "RF64" | "BW64";
  /** Whether the format is spelt as WAVE_FORMAT_EXTENSIBLE. */
  readonly isExtensible?: boolean;
  /** Header fields with wrong values. */
  readonly lies?: Partial<WavHeaderFields>;
  /** Chunks between the header and the samples. */
  readonly chunksBefore?: readonly Uint8Array[];
}

export interface WavHeaderFields {
  readonly formatTag: number;
  readonly channelCount: number;
  readonly sampleRate: number;
  readonly frameBytes: number;
  readonly bitsPerSample: number;
  readonly dataBytes: number;
}

const formats: Readonly<Record<WavEncoding, { tag: number; bits: number }>> = {
  u8: { tag: 1, bits: 8 },
  s16: { tag: 1, bits: 16 },
  s24: { tag: 1, bits: 24 },
  s32: { tag: 1, bits: 32 },
  f32: { tag: 3, bits: 32 },
  f64: { tag: 3, bits: 64 },
  alaw: { tag: 6, bits: 8 },
  mulaw: { tag: 7, bits: 8 },
};

/** A WAV file. A-law and mu-law take their codes as samples: 0.5 is written as the byte 0.5 * 256. */
export function wavBytes(options: WavOptions): Uint8Array {
  const { channels, encoding = "s16", form = "RIFF", isExtensible = false } = options;
  const { tag, bits } = formats[encoding];
  const samples = interleaved(channels, encoding, bits / 8);
  const fields: WavHeaderFields = {
    formatTag: tag,
    channelCount: channels.length,
    sampleRate: options.sampleRate,
    frameBytes: (bits / 8) * channels.length,
    bitsPerSample: bits,
    dataBytes: form === "RIFF" ? samples.length : 0xffff_ffff,
    ...options.lies,
  };
  const body = Buffer.concat([
    Buffer.from("WAVE"),
    ...(form === "RIFF" ? [] : [ds64Chunk(samples.length)]),
    formatChunk(fields, isExtensible),
    ...(options.chunksBefore ?? []),
    Buffer.from("data"),
    uint32(fields.dataBytes),
    samples,
  ]);
  return Buffer.concat([
    Buffer.from(form),
    uint32(form === "RIFF" ? body.length : 0xffff_ffff),
    body,
  ]);
}

/** A chunk of any name, padded to an even length. */
export function wavChunk(id: string, body: Uint8Array): Uint8Array {
  return Buffer.concat([Buffer.from(id), uint32(body.length), body, Buffer.alloc(body.length % 2)]);
}

function formatChunk(fields: WavHeaderFields, isExtensible: boolean): Uint8Array {
  const body = Buffer.alloc(isExtensible ? 40 : 16);
  body.writeUInt16LE(isExtensible ? 0xfffe : fields.formatTag, 0);
  body.writeUInt16LE(fields.channelCount, 2);
  body.writeUInt32LE(fields.sampleRate, 4);
  body.writeUInt32LE((fields.sampleRate * fields.frameBytes) % 2 ** 32, 8);
  body.writeUInt16LE(fields.frameBytes, 12);
  body.writeUInt16LE(fields.bitsPerSample, 14);
  if (isExtensible) {
    body.writeUInt16LE(22, 16);
    body.writeUInt16LE(fields.bitsPerSample, 18);
    body.writeUInt16LE(fields.formatTag, 24);
    Buffer.from("000000001000800000aa00389b71", "hex").copy(body, 26);
  }
  return wavChunk("fmt ", body);
}

function ds64Chunk(dataBytes: number): Uint8Array {
  const body = Buffer.alloc(28);
  body.writeBigUInt64LE(BigInt(dataBytes), 8);
  return wavChunk("ds64", body);
}

function interleaved(
  channels: readonly Float32Array[],
  encoding: WavEncoding,
  sampleBytes: number,
): Uint8Array {
  const frameCount = channels[0]?.length ?? 0;
  const bytes = Buffer.alloc(frameCount * channels.length * sampleBytes);
  let at = 0;
  for (let frame = 0; frame < frameCount; frame += 1) {
    for (const samples of channels) {
      writeSample(bytes, at, samples[frame]!, encoding);
      at += sampleBytes;
    }
  }
  return bytes;
}

function writeSample(bytes: Buffer, at: number, sample: number, encoding: WavEncoding): void {
  const scaled = (bits: number): number =>
    Math.max(
      -(2 ** (bits - 1)),
      Math.min(2 ** (bits - 1) - 1, Math.round(sample * 2 ** (bits - 1))),
    );
  switch (encoding) {
    case "u8":
      bytes.writeUInt8(scaled(8) + 128, at);
      break;
    case "s16":
      bytes.writeInt16LE(scaled(16), at);
      break;
    case "s24":
      bytes.writeIntLE(scaled(24), at, 3);
      break;
    case "s32":
      bytes.writeInt32LE(scaled(32), at);
      break;
    case "f32":
      bytes.writeFloatLE(sample, at);
      break;
    case "f64":
      bytes.writeDoubleLE(sample, at);
      break;
    case "alaw":
    case "mulaw":
      bytes.writeUInt8(Math.round(sample * 256), at);
      break;
  }
}

function uint32(value: number): Uint8Array {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}
