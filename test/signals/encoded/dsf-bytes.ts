/** Bytes of one channel in a row. Source: Sony, "DSF File Format Specification", version 1.01, 2005. */
const blockBytes = 4_096;

/**
 * A DSF file: samples of one bit, from a sigma-delta modulator of the first order.
 *
 * @param channels one array per channel, full scale +-1, at `sampleRate`
 * @param sampleRate Hz; 64 times 44,100 for DSD64
 */
export function dsfBytes(channels: readonly Float32Array[], sampleRate: number): Uint8Array {
  const sampleCount = channels[0]?.length ?? 0;
  const blockCount = Math.ceil(sampleCount / 8 / blockBytes);
  const streams = channels.map((samples) => modulated(samples, blockCount * blockBytes));
  const blocks = Array.from({ length: blockCount }, (_, block) =>
    streams.map((bits) => bits.subarray(block * blockBytes, (block + 1) * blockBytes)),
  );
  const data = Buffer.concat(blocks.flat());

  const header = Buffer.alloc(28 + 52 + 12);
  header.write("DSD ", 0, "latin1");
  header.writeBigUInt64LE(28n, 4);
  header.writeBigUInt64LE(BigInt(header.length + data.length), 12);
  header.write("fmt ", 28, "latin1");
  header.writeBigUInt64LE(52n, 32);
  const fields = [1, 0, channels.length, channels.length, sampleRate, 1];
  fields.forEach((field, index) => header.writeUInt32LE(field, 40 + 4 * index));
  header.writeBigUInt64LE(BigInt(sampleCount), 64);
  header.writeUInt32LE(blockBytes, 72);
  header.write("data", 80, "latin1");
  header.writeBigUInt64LE(BigInt(12 + data.length), 84);
  return Buffer.concat([header, data]);
}

/** Bits of a channel, the earliest in the lowest bit of its byte. */
function modulated(samples: Float32Array, byteLength: number): Uint8Array {
  const bits = new Uint8Array(byteLength);
  let [error, output] = [0, 0];
  samples.forEach((sample, at) => {
    error += sample - output;
    output = error >= 0 ? 1 : -1;
    if (output > 0) bits[at >> 3]! |= 1 << (at & 7);
  });
  return bits;
}
