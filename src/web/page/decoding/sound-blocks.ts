import { decodeAudio, type AudioRange, type PcmBlock } from "../../../package/decode.js";
import type { BrowserSound } from "./browser-sound.js";
import type { CountedBlob } from "./counted-blob.js";

/** What is decoded, and how. */
export interface DecodedSource {
  /** What the browser has made of the file; `null` where our decoders read it. */
  readonly sound: BrowserSound | null;
  /** The part of the file that is decoded by them; absent for the whole. */
  readonly range?: AudioRange | undefined;
  /** No maximum where absent. */
  readonly maxDurationSeconds?: number;
}

/**
 * Decodes a file block by block, each at most a second; or cuts into blocks what the browser has decoded.
 *
 * @throws as `decodeAudio`
 */
export async function* soundBlocks(
  file: CountedBlob,
  { sound, ...options }: DecodedSource,
): AsyncGenerator<PcmBlock> {
  if (!sound) {
    yield* decodeAudio(file, options);
    return;
  }
  const { channels, sampleRate } = sound;
  const length = channels[0]?.length ?? 0;
  for (let from = 0; from < length; from += sampleRate) {
    yield { channels: channels.map((one) => one.subarray(from, from + sampleRate)), sampleRate };
  }
}
