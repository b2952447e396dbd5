import { ContainerAudioDecoder } from "../../../src/adapters/decoder/container-audio-decoder.js";
import { soundProfile, type SoundProfile } from "../../../src/dsp/descriptors/sound-profile.js";
import { RhythmAnalysis } from "../../../src/dsp/rhythm/rhythm-analysis.js";
import type { PcmBlock } from "../../../src/ports/analysis/audio-decoder.js";
import type { RhythmFeatures } from "../../../src/dsp/rhythm/rhythm-features.js";
import { HalvingDecimator } from "../../../src/dsp/signal/halving-decimator.js";
import { MonoMix } from "../../../src/dsp/signal/mono-mix.js";
import { Resampler } from "../../../src/dsp/signal/resample.js";
import { MEL_BAND_COUNT, melBands } from "../../../src/dsp/spectrum/mel-bands.js";
import { ShortTimeSpectrum } from "../../../src/dsp/spectrum/short-time-spectrum.js";
import { LoudnessMeter } from "../../../src/dsp/timbre/loudness.js";
import { TimbreAnalysis } from "../../../src/dsp/timbre/timbre-statistics.js";
import { TonalAnalysis } from "../../../src/dsp/tonal/tonal-analysis.js";

const SHORT = { sampleRate: 22_050, frameLength: 1024, hopLength: 256 } as const;
const LONG = { sampleRate: 11_025, frameLength: 8192, hopLength: 2048 } as const;

/** What models are fitted on: the rhythm of a recording, and the inputs of its descriptors. */
export interface FittedFeatures {
  readonly rhythm: RhythmFeatures;
  readonly profile: SoundProfile;
}

/** A part of a recording, seconds. */
export interface Part {
  readonly start: number;
  readonly end: number;
}

export const WHOLE: Part = { start: 0, end: Infinity };

/**
 * Returns the features of an audio file that models are fitted on, as the engine computes them.
 *
 * @param part what is heard of it, by default the whole; times are counted from its start
 * @param bandFloor another lower limit of bands in the foreground, for models of other versions
 * @throws {Error} the file has no audio, or is silent
 */
export async function fittedFeaturesOf(
  path: string,
  part = WHOLE,
  bandFloor?: number,
): Promise<FittedFeatures> {
  const blocks = new ContainerAudioDecoder().decode({ kind: "file", path });
  return fittedFeaturesFrom(blocks, part, bandFloor);
}

/**
 * Returns the same of decoded audio.
 *
 * @throws {Error} there is no audio, or it is silent
 */
export async function fittedFeaturesFrom(
  blocks: AsyncIterable<PcmBlock> | Iterable<PcmBlock>,
  part = WHOLE,
  bandFloor?: number,
): Promise<FittedFeatures> {
  const rhythm = new RhythmAnalysis(SHORT, LONG);
  const filterbank = melBands(SHORT);
  const bands = new Float32Array(MEL_BAND_COUNT);
  const tonal = new TonalAnalysis();
  const timbre = new TimbreAnalysis(bandFloor);
  const spectrum = new ShortTimeSpectrum({
    ...SHORT,
    onFrame: (magnitudes) => {
      filterbank.apply(magnitudes, bands);
      rhythm.addFrame(bands);
      timbre.addFrame(magnitudes, bands);
    },
  });
  const longSpectrum = new ShortTimeSpectrum({
    ...LONG,
    onFrame: (magnitudes) => {
      tonal.addFrame(magnitudes);
      rhythm.addTonalFrame(magnitudes);
    },
  });
  const decimator = new HalvingDecimator();
  const listen = (samples: Float32Array): void => {
    spectrum.push(samples);
    longSpectrum.push(decimator.push(samples));
  };
  let stages: { loudness: LoudnessMeter; mix: MonoMix; resampler: Resampler } | undefined;
  let [durationSeconds, position] = [0, 0];
  for await (const decoded of blocks) {
    const { sampleRate } = decoded;
    const [from, to] = [part.start, part.end].map((at) => Math.max(0, at * sampleRate - position));
    const channels = decoded.channels.map((channel) => channel.subarray(from, to));
    position += decoded.channels[0]!.length;
    const channelCount = channels.length;
    stages ??= {
      loudness: new LoudnessMeter({ sampleRate, channelCount }),
      mix: new MonoMix(channelCount),
      resampler: new Resampler(sampleRate, SHORT.sampleRate),
    };
    stages.loudness.push(channels);
    listen(stages.resampler.push(stages.mix.push(channels)));
    durationSeconds += channels[0]!.length / sampleRate;
  }
  if (!stages) throw new Error("There is no audio.");
  listen(stages.resampler.push(stages.mix.finish()));
  listen(stages.resampler.finish());
  longSpectrum.push(decimator.finish());
  spectrum.finish();
  longSpectrum.finish();
  const rhythmFeatures = rhythm.finish(durationSeconds);
  const profile = soundProfile(timbre.statistics(), {
    rhythm: rhythmFeatures,
    tonal: tonal.finish(rhythmFeatures.tempo.value !== null),
    loudness: stages.loudness.finish(),
    durationSeconds,
  });
  if (!profile) throw new Error("The audio is silent.");
  return { rhythm: rhythmFeatures, profile };
}
