import type { AudioDecoder, PcmBlock } from "../../../src/ports/analysis/audio-decoder.js";
import type { EncodedAudio } from "../../../src/ports/analysis/audio-source.js";

/** The whole output of a decoder. */
export interface DecodedSound {
  readonly channels: readonly Float32Array[];
  readonly sampleRate: number;
  readonly seconds: number;
}

/** Decodes to the end, and checks that the blocks are consistent. */
export const decodedSound = (decoder: AudioDecoder, audio: EncodedAudio): Promise<DecodedSound> =>
  soundOf(decoder.decode(audio));

/** Joins blocks, and checks that they are consistent. */
export async function soundOf(decoded: AsyncIterable<PcmBlock>): Promise<DecodedSound> {
  const blocks: PcmBlock[] = [];
  for await (const block of decoded) blocks.push(block);
  const { sampleRate, channels: first } = blocks[0]!;
  const channels = first.map((_, channel) =>
    joined(blocks.map((block) => block.channels[channel]!)),
  );

  expect(blocks.every((block) => block.sampleRate === sampleRate)).toBe(true);
  expect(blocks.every((block) => block.channels.length === channels.length)).toBe(true);
  return { channels, sampleRate, seconds: channels[0]!.length / sampleRate };
}

/** Returns the reason of a refusal, or "decoded" if there was none. */
export async function refusalOf(decoder: AudioDecoder, bytes: Uint8Array): Promise<string> {
  try {
    for await (const block of decoder.decode({ kind: "memory", bytes })) void block;
    return "decoded";
  } catch (error) {
    const { code, facts } = error as { code?: string; facts?: { reason: string } };
    if (code !== "AUDIO_UNDECODABLE" || !facts) throw error;
    return facts.reason;
  }
}

function joined(parts: readonly Float32Array[]): Float32Array {
  const whole = new Float32Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
