import { RhythmAnalysis } from "../../../src/dsp/rhythm/rhythm-analysis.js";
import { HalvingDecimator } from "../../../src/dsp/signal/halving-decimator.js";
import { MEL_BAND_COUNT, melBands } from "../../../src/dsp/spectrum/mel-bands.js";
import { ShortTimeSpectrum } from "../../../src/dsp/spectrum/short-time-spectrum.js";

const SHORT = { sampleRate: 22_050, frameLength: 1024, hopLength: 256 } as const;
const LONG = { sampleRate: 11_025, frameLength: 8192, hopLength: 2048 } as const;

/** Feeds samples to an analysis of rhythm alone, through the spectra of the pipeline. */
export class RhythmStream {
  readonly #rhythm = new RhythmAnalysis(SHORT, LONG);
  readonly #filterbank = melBands(SHORT);
  readonly #bands = new Float32Array(MEL_BAND_COUNT);
  readonly #decimator = new HalvingDecimator();
  readonly #short = new ShortTimeSpectrum({
    ...SHORT,
    onFrame: (magnitudes) => {
      this.#filterbank.apply(magnitudes, this.#bands);
      this.#rhythm.addFrame(this.#bands);
    },
  });
  readonly #long = new ShortTimeSpectrum({
    ...LONG,
    onFrame: (magnitudes) => {
      this.#rhythm.addTonalFrame(magnitudes);
    },
  });

  /** @param samples one channel at 22 050 Hz */
  push(samples: Float32Array): void {
    this.#short.push(samples);
    this.#long.push(this.#decimator.push(samples));
  }

  /** Ends the stream; returns the analysis after the last frame. */
  finish(): RhythmAnalysis {
    this.#long.push(this.#decimator.finish());
    this.#short.finish();
    this.#long.finish();
    return this.#rhythm;
  }
}
