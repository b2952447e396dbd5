import { RealFft } from "../../spectrum/fft.js";
import { isSilent, WINDOW_FRAMES, type CentredWindow } from "./centred-window.js";
import { MeanCurve } from "./mean-curve.js";

/** Transform size with room for all lags of a window. */
const CORRELATION_SIZE = 2 * WINDOW_FRAMES;
const BIN_COUNT = CORRELATION_SIZE / 2 + 1;
/** Pairs of registers, bass with snare or cymbals, whose strokes may alternate. */
const REGISTER_PAIRS = [
  [0, 2],
  [0, 3],
  [1, 3],
] as const;

/** Mean normalised correlations of windows: of each curve with itself, and of the pairs of registers. */
export class Correlations {
  readonly #fft = new RealFft(CORRELATION_SIZE);
  readonly #real: readonly Float64Array[];
  readonly #imaginary: readonly Float64Array[];
  readonly #curves: readonly MeanCurve[];
  readonly #pairs = REGISTER_PAIRS.map(() => new MeanCurve(BIN_COUNT));

  constructor(curveCount: number) {
    const each = Array.from({ length: curveCount }, (_, i) => i);
    this.#real = each.map(() => new Float64Array(BIN_COUNT));
    this.#imaginary = each.map(() => new Float64Array(BIN_COUNT));
    this.#curves = each.map(() => new MeanCurve(BIN_COUNT));
  }

  /** @param windows one per curve */
  add(windows: readonly CentredWindow[]): void {
    windows.forEach((window, i) => {
      if (isSilent(window)) return;
      this.#fft.transform(window.samples);
      this.#real[i]!.set(this.#fft.real);
      this.#imaginary[i]!.set(this.#fft.imaginary);
      this.#addProduct(this.#curves[i]!, i, i, 1 / window.energy);
    });
    REGISTER_PAIRS.forEach(([low, high], pair) => {
      const [a, b] = [windows[low]!, windows[high]!];
      if (isSilent(a) || isSilent(b)) return;
      this.#addProduct(this.#pairs[pair]!, low, high, 1 / Math.sqrt(a.energy * b.energy));
    });
  }

  /**
   * Returns the mean correlation at each lag, averaged over both directions in time.
   *
   * @param length of a window, frames
   */
  means(length: number): { curves: Float64Array[]; alternation: Float64Array[] } {
    const correlation = (curve: MeanCurve): Float64Array => this.#correlation(curve.mean(), length);
    return {
      curves: this.#curves.map(correlation),
      alternation: this.#pairs.map(correlation),
    };
  }

  /** Adds the spectrum of a correlation: these are summed, since their transform back is linear. */
  #addProduct(sum: MeanCurve, low: number, high: number, scale: number): void {
    const [aReal, bReal] = [this.#real[low]!, this.#real[high]!];
    const [aImaginary, bImaginary] = [this.#imaginary[low]!, this.#imaginary[high]!];
    for (let k = 0; k < BIN_COUNT; k++) {
      sum.sums[k]! += scale * (aReal[k]! * bReal[k]! + aImaginary[k]! * bImaginary[k]!);
    }
    sum.count += 1;
  }

  #correlation(products: Float64Array, length: number): Float64Array {
    const both = new Float64Array(CORRELATION_SIZE);
    both.set(products);
    for (let k = 1; k < BIN_COUNT; k++) both[CORRELATION_SIZE - k] = products[k]!;
    this.#fft.transform(both);
    // Fewer pairs lie further apart; nine tenths of that loss is compensated, which limits noise at long lags.
    const scale = length / CORRELATION_SIZE;
    return this.#fft.real.map((value, lag) => (value * scale) / Math.max(1, length - 0.9 * lag));
  }
}
