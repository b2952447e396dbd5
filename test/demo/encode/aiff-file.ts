import type { Pcm } from "./wav-file.js";

/**
 * Returns an AIFF file with an ID3 tag in its own chunk.
 *
 * @param id3 the tag; empty for none
 *
 * Source: Apple Computer, "Audio Interchange File Format, version 1.3", 1989.
 */
export function aiffFile({ samples, channels, sampleRate }: Pcm, id3: Uint8Array): Uint8Array {
  const common = Buffer.alloc(18);
  common.writeUInt16BE(channels, 0);
  common.writeUInt32BE(samples.length / channels, 2);
  common.writeUInt16BE(16, 6);
  extended(sampleRate).copy(common, 8);

  const sound = Buffer.alloc(8 + 2 * samples.length);
  for (const [index, sample] of samples.entries()) sound.writeInt16BE(sample, 8 + 2 * index);

  const chunks = [chunk("COMM", common), chunk("SSND", sound)];
  if (id3.length > 0) chunks.push(chunk("ID3 ", id3));
  return chunk("FORM", Buffer.concat([Buffer.from("AIFF", "latin1"), ...chunks]));
}

function chunk(name: string, content: Uint8Array): Buffer {
  const header = Buffer.alloc(8);
  header.write(name, 0, "latin1");
  header.writeUInt32BE(content.length, 4);
  return Buffer.concat([header, content, Buffer.alloc(content.length % 2)]);
}

/** An integer in [1, 2^31) as an 80-bit IEEE 754 extended float. */
function extended(value: number): Buffer {
  const exponent = Math.floor(Math.log2(value));
  const bytes = Buffer.alloc(10);
  bytes.writeUInt16BE(16_383 + exponent, 0);
  bytes.writeUInt32BE(value * 2 ** (31 - exponent), 2);
  return bytes;
}
