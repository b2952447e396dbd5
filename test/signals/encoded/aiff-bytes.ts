export interface AiffOptions {
  /** One array per channel, full scale +-1. */
  readonly channels: readonly Float32Array[];
  readonly sampleRate: number;
  /** "NONE" is plain AIFF of `bits`; the others are AIFF-C. */
  readonly compression?: "NONE" | "sowt" | "fl32";
  /** 8, 16, 24 or 32; used for "NONE" only. */
  readonly bits?: number;
  /** Number of frames in the header. */
  readonly claimedFrames?: number;
}

/** An AIFF or AIFF-C file. */
export function aiffBytes(options: AiffOptions): Uint8Array {
  const { channels, compression = "NONE" } = options;
  const bits = compression === "NONE" ? (options.bits ?? 16) : compression === "sowt" ? 16 : 32;
  const frameCount = channels[0]?.length ?? 0;
  const samples = Buffer.alloc(frameCount * channels.length * (bits / 8));
  let at = 0;
  for (let frame = 0; frame < frameCount; frame += 1) {
    for (const channel of channels) {
      const sample = channel[frame]!;
      const whole = Math.min(2 ** (bits - 1) - 1, Math.round(sample * 2 ** (bits - 1)));
      if (compression === "fl32") samples.writeFloatBE(sample, at);
      else if (compression === "sowt") samples.writeInt16LE(whole, at);
      else samples.writeIntBE(whole, at, bits / 8);
      at += bits / 8;
    }
  }

  const common = Buffer.alloc(compression === "NONE" ? 18 : 24);
  common.writeUInt16BE(channels.length, 0);
  common.writeUInt32BE(options.claimedFrames ?? frameCount, 2);
  common.writeUInt16BE(bits, 6);
  // 80-bit extended: the rate as a 64-bit significand whose highest bit is 2^31.
  const exponent = Math.floor(Math.log2(options.sampleRate));
  common.writeUInt16BE(16383 + exponent, 8);
  common.writeBigUInt64BE(BigInt(options.sampleRate) << BigInt(63 - exponent), 10);
  if (compression !== "NONE") common.write(compression, 18, "latin1");

  const body = Buffer.concat([
    Buffer.from(compression === "NONE" ? "AIFF" : "AIFC"),
    chunk("COMM", common),
    chunk("SSND", Buffer.concat([Buffer.alloc(8), samples])),
  ]);
  return chunk("FORM", body);
}

function chunk(id: string, body: Uint8Array): Uint8Array {
  const size = Buffer.alloc(4);
  size.writeUInt32BE(body.length);
  return Buffer.concat([Buffer.from(id), size, body, Buffer.alloc(body.length % 2)]);
}
