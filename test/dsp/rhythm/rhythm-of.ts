import { RhythmAnalysis } from "../../../src/dsp/rhythm/rhythm-analysis.js";
import type { RhythmFeatures } from "../../../src/dsp/rhythm/rhythm-features.js";
import { HalvingDecimator } from "../../../src/dsp/signal/halving-decimator.js";
import { MEL_BAND_COUNT, melBands } from "../../../src/dsp/spectrum/mel-bands.js";
import { ShortTimeSpectrum } from "../../../src/dsp/spectrum/short-time-spectrum.js";

const SHORT = { sampleRate: 22_050, frameLength: 1024, hopLength: 256 };
const LONG = { sampleRate: 11_025, frameLength: 8192, hopLength: 2048 };

/** Returns the rhythm of samples at 22 050 Hz, computed from the spectra of the pipeline. */
export function rhythmOf(samples: Float32Array): RhythmFeatures {
  const rhythm = new RhythmAnalysis(SHORT, LONG);
  const filterbank = melBands(SHORT);
  const bands = new Float32Array(MEL_BAND_COUNT);
  const short = new ShortTimeSpectrum({
    ...SHORT,
    onFrame: (magnitudes) => {
      filterbank.apply(magnitudes, bands);
      rhythm.addFrame(bands);
    },
  });
  const long = new ShortTimeSpectrum({
    ...LONG,
    onFrame: (magnitudes) => {
      rhythm.addTonalFrame(magnitudes);
    },
  });
  const decimator = new HalvingDecimator();
  short.push(samples);
  short.finish();
  long.push(decimator.push(samples));
  long.push(decimator.finish());
  long.finish();
  return rhythm.finish(samples.length / SHORT.sampleRate);
}
