import type { PcmBlock } from "../../../src/ports/analysis/audio-decoder.js";
import { MonoMix } from "../../../src/dsp/signal/mono-mix.js";
import { Resampler } from "../../../src/dsp/signal/resample.js";

/** Blocks of audio of one sample rate and number of channels. */
export type AudioBlocks = AsyncIterable<PcmBlock> | Iterable<PcmBlock>;

/**
 * Passes the mean of the channels of blocks of audio on, as the engine computes it.
 *
 * @param sampleRate of what is passed on, Hz
 * @param listen called with the samples of each block and of the end; they are valid until the next call
 * @returns duration of the blocks, seconds
 */
export async function listenInMono(
  blocks: AudioBlocks,
  sampleRate: number,
  listen: (samples: Float32Array) => void,
): Promise<number> {
  let stages: { mix: MonoMix; resampler: Resampler } | undefined;
  let seconds = 0;
  for await (const { channels, sampleRate: from } of blocks) {
    seconds += channels[0]!.length / from;
    stages ??= {
      mix: new MonoMix(channels.length),
      resampler: new Resampler(from, sampleRate),
    };
    listen(stages.resampler.push(stages.mix.push(channels)));
  }
  if (stages) {
    listen(stages.resampler.push(stages.mix.finish()));
    listen(stages.resampler.finish());
  }
  return seconds;
}
