import { kernel, kernelArrays } from "../../kernel/kernel.js";
import { hannWindow } from "../../spectrum/short-time-spectrum.js";
import { spectrumTables } from "../../spectrum/spectrum-tables.js";
import { isSilent, WINDOW_FRAMES, type CentredWindow } from "./centred-window.js";
import { MeanCurve } from "./mean-curve.js";

/** Transform size whose bins are close enough for interpolation. */
export const FOURIER_SIZE = 8192;
const BIN_COUNT = FOURIER_SIZE / 2 + 1;
const TABLES = spectrumTables(taper());

/** A Hann window, followed by zeros. */
function taper(): Float32Array {
  const window = new Float32Array(FOURIER_SIZE);
  window.set(hannWindow(WINDOW_FRAMES));
  return window;
}

/** Mean Fourier magnitudes of tapered windows, divided by the roots of their energies. */
export class FourierMagnitudes {
  readonly #means: readonly MeanCurve[];
  readonly #arrays: readonly [Float32Array, Float32Array, Float32Array, Float32Array];

  /** @param rateCount bins whose magnitudes are wanted, from 0 on */
  constructor(curveCount: number, rateCount: number) {
    this.#means = Array.from({ length: curveCount }, () => new MeanCurve(rateCount));
    this.#arrays = kernelArrays([
      (curveCount - 1) * WINDOW_FRAMES + FOURIER_SIZE,
      TABLES.length,
      2 * FOURIER_SIZE,
      curveCount * BIN_COUNT,
    ]);
  }

  /** @param windows one per curve */
  add(windows: readonly CentredWindow[]): void {
    const [samples, tables, work, magnitudes] = this.#arrays;
    // A transform reads the following windows, too; the taper is 0 there.
    samples.fill(0);
    windows.forEach((window, i) => {
      samples.set(window.samples, i * WINDOW_FRAMES);
    });
    tables.set(TABLES);
    kernel().spectra(
      samples.byteOffset,
      windows.length,
      WINDOW_FRAMES,
      FOURIER_SIZE,
      tables.byteOffset,
      work.byteOffset,
      magnitudes.byteOffset,
    );
    windows.forEach((window, i) => {
      if (isSilent(window)) return;
      const mean = this.#means[i]!;
      const { sums } = mean;
      const scale = 1 / (8 * Math.sqrt(window.energy));
      const first = i * BIN_COUNT;
      for (let k = 0; k < sums.length; k++) sums[k]! += scale * magnitudes[first + k]!;
      mean.count += 1;
    });
  }

  /** Returns the mean magnitude of each curve at each rate. */
  means(): Float64Array[] {
    return this.#means.map((mean) => mean.mean());
  }
}
