import { sampleAtFrame, type AudioRange } from "../../domain/audio-range.js";
import type { PcmBlock } from "../../ports/analysis/audio-decoder.js";

/**
 * Yields the samples of a range, and reads no further.
 *
 * @param blocks the sound from a time on
 * @param fromSeconds that time, which is the one of a sample
 */
export async function* blocksInRange(
  blocks: AsyncIterable<PcmBlock>,
  { startFrame, endFrame }: AudioRange,
  fromSeconds = 0,
): AsyncGenerator<PcmBlock> {
  let passed = 0;
  for await (const { channels, sampleRate } of blocks) {
    const length = channels[0]?.length ?? 0;
    // The samples of this block are counted from its first one.
    const first = Math.round(fromSeconds * sampleRate) + passed;
    const start = Math.max(0, sampleAtFrame(startFrame, sampleRate) - first);
    const end = endFrame === undefined ? Infinity : sampleAtFrame(endFrame, sampleRate) - first;
    if (start < Math.min(length, end)) {
      yield { channels: channels.map((samples) => samples.subarray(start, end)), sampleRate };
    }
    if (end <= length) return;
    passed += length;
  }
}
