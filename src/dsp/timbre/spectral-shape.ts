import { asDoubles, kernel, kernelArrays } from "../kernel/kernel.js";

/** Which parts of a spectrum are measured. */
export interface SpectralShapeOptions {
  /** Bins after the first, which is left out; a multiple of 16. */
  readonly binCount: number;
  /** Bins of a part whose power is measured: its first, and the one after its last. */
  readonly part: readonly [first: number, end: number];
  /** Share of the power up to the rolloff, in (0, 1). */
  readonly rolloffShare: number;
}

/** How the power of a spectrum is distributed over its bins; overwritten by the next `read`. */
export class SpectralShape {
  /** Sum of the squared magnitudes. */
  power = 0;
  /** Centre of gravity of the power, bins; not a number in silence. */
  centroidBin = 0;
  /** Power of the part. */
  partPower = 0;
  /** The first bin up to which the share of the power lies. */
  rolloffBin = 0;

  readonly #options: SpectralShapeOptions;
  readonly #magnitudes: Float32Array;
  readonly #sums: Float32Array;
  readonly #results: Float64Array;

  constructor(options: SpectralShapeOptions) {
    this.#options = options;
    const { binCount } = options;
    const [magnitudes, sums, results] = kernelArrays([binCount + 1, binCount / 8, 8]);
    this.#magnitudes = magnitudes;
    this.#sums = sums;
    this.#results = asDoubles(results);
  }

  /** @param magnitudes binCount + 1 values, >= 0 */
  read(magnitudes: Float32Array): void {
    const { binCount, part, rolloffShare } = this.#options;
    const [first, end] = part;
    this.#magnitudes.set(magnitudes);
    kernel().spectralShape(
      this.#magnitudes.byteOffset,
      binCount,
      first,
      end,
      rolloffShare,
      this.#sums.byteOffset,
      this.#results.byteOffset,
    );
    const results = this.#results;
    this.power = results[0]!;
    this.centroidBin = results[1]! / results[0]!;
    this.partPower = results[2]!;
    this.rolloffBin = results[3]!;
  }
}
