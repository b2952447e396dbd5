/**
 * Plan for the discrete Fourier transform of real sequences of one length.
 *
 * The sequence is folded into a complex one of half the length, transformed by a radix-4 Stockham
 * FFT (with one radix-2 stage where the length requires it), and unfolded. The plan owns all
 * memory; `transform` allocates nothing.
 *
 * Source: the Stockham autosort FFT as in C. Van Loan, "Computational Frameworks for the Fast
 * Fourier Transform", SIAM, 1992, sections 1.7 and 3.5 (real data as a complex sequence).
 */
export class RealFft {
  /** Length of the real sequence, a power of two. */
  readonly size: number;
  /** Real parts of the last transform, bins 0 to size / 2 inclusive. Reused between calls. */
  readonly real: Float64Array;
  /** Imaginary parts of the last transform, bins 0 to size / 2 inclusive. Reused between calls. */
  readonly imaginary: Float64Array;

  readonly #half: number;
  readonly #cosine: Float64Array;
  readonly #sine: Float64Array;
  readonly #buffers: readonly [Float64Array, Float64Array, Float64Array, Float64Array];

  /** @throws {RangeError} `size` is not a power of two of at least 8 */
  constructor(size: number) {
    if (!Number.isInteger(Math.log2(size)) || size < 8) {
      throw new RangeError(
        `The size of an FFT must be a power of two of at least 8, but is ${size}.`,
      );
    }
    this.size = size;
    this.#half = size / 2;
    this.real = new Float64Array(this.#half + 1);
    this.imaginary = new Float64Array(this.#half + 1);
    this.#cosine = Float64Array.from({ length: size }, (_, k) =>
      Math.cos((2 * Math.PI * k) / size),
    );
    this.#sine = Float64Array.from({ length: size }, (_, k) => -Math.sin((2 * Math.PI * k) / size));
    this.#buffers = [
      new Float64Array(this.#half),
      new Float64Array(this.#half),
      new Float64Array(this.#half),
      new Float64Array(this.#half),
    ];
  }

  /**
   * Transforms `sequence` times `window` into `real` and `imaginary`, unnormalised.
   *
   * @param sequence real values; missing values up to `size` count as zero, further values are ignored
   * @param offset first element of `sequence` to read
   * @param window `size` factors; null for a rectangular window
   */
  transform(
    sequence: Float32Array | Float64Array,
    offset = 0,
    window: Float32Array | null = null,
  ): void {
    this.#fold(sequence, offset, window);
    const [real, imaginary] = this.#transformComplex();
    this.#unfold(real, imaginary);
  }

  #fold(sequence: Float32Array | Float64Array, offset: number, window: Float32Array | null): void {
    const [real, imaginary] = this.#buffers;
    const available = Math.max(0, Math.min(this.size, sequence.length - offset));
    const pairs = available >> 1;
    if (window) {
      for (let i = 0, j = offset; i < pairs; i++, j += 2) {
        real[i] = sequence[j]! * window[2 * i]!;
        imaginary[i] = sequence[j + 1]! * window[2 * i + 1]!;
      }
    } else {
      for (let i = 0, j = offset; i < pairs; i++, j += 2) {
        real[i] = sequence[j]!;
        imaginary[i] = sequence[j + 1]!;
      }
    }
    if (pairs < this.#half) {
      real.fill(0, pairs);
      imaginary.fill(0, pairs);
      if (available % 2 === 1) {
        real[pairs] = sequence[offset + available - 1]! * (window ? window[available - 1]! : 1);
      }
    }
  }

  #transformComplex(): readonly [Float64Array, Float64Array] {
    let [xr, xi, yr, yi] = this.#buffers;
    let remaining = this.#half;
    let stride = 1;
    while (remaining >= 4) {
      radix4Stage(xr, xi, yr, yi, remaining >> 2, stride, this.size, this.#cosine, this.#sine);
      [xr, xi, yr, yi] = [yr, yi, xr, xi];
      remaining >>= 2;
      stride *= 4;
    }
    if (remaining === 2) {
      radix2Stage(xr, xi, yr, yi, stride);
      [xr, xi] = [yr, yi];
    }
    return [xr, xi];
  }

  #unfold(zr: Float64Array, zi: Float64Array): void {
    const half = this.#half;
    const { real, imaginary } = this;
    const cosine = this.#cosine;
    const sine = this.#sine;
    real[0] = zr[0]! + zi[0]!;
    imaginary[0] = 0;
    real[half] = zr[0]! - zi[0]!;
    imaginary[half] = 0;
    for (let k = 1, j = half - 1; k < half; k++, j--) {
      const evenReal = 0.5 * (zr[k]! + zr[j]!);
      const evenImaginary = 0.5 * (zi[k]! - zi[j]!);
      const oddReal = 0.5 * (zi[k]! + zi[j]!);
      const oddImaginary = 0.5 * (zr[j]! - zr[k]!);
      const c = cosine[k]!;
      const s = sine[k]!;
      real[k] = evenReal + oddReal * c - oddImaginary * s;
      imaginary[k] = evenImaginary + oddReal * s + oddImaginary * c;
    }
  }
}

/** One radix-4 pass from `x` to `y`: `groups` butterflies with their own twiddles, each `stride` wide. */
function radix4Stage(
  xr: Float64Array,
  xi: Float64Array,
  yr: Float64Array,
  yi: Float64Array,
  groups: number,
  stride: number,
  size: number,
  cosine: Float64Array,
  sine: Float64Array,
): void {
  const quarter = stride * groups;
  // The table has `size` entries for a complex length of size / 2, hence the step of 2 or more.
  const step = size / (4 * groups);
  for (let p = 0; p < groups; p++) {
    const k = p * step;
    const w1r = cosine[k]!;
    const w1i = sine[k]!;
    const w2r = cosine[2 * k]!;
    const w2i = sine[2 * k]!;
    const w3r = cosine[3 * k]!;
    const w3i = sine[3 * k]!;
    let i = stride * p;
    let o = 4 * i;
    for (let q = 0; q < stride; q++, i++, o++) {
      const ar = xr[i]!;
      const ai = xi[i]!;
      const br = xr[i + quarter]!;
      const bi = xi[i + quarter]!;
      const cr = xr[i + 2 * quarter]!;
      const ci = xi[i + 2 * quarter]!;
      const dr = xr[i + 3 * quarter]!;
      const di = xi[i + 3 * quarter]!;
      const acr = ar + cr;
      const aci = ai + ci;
      const bdr = br + dr;
      const bdi = bi + di;
      yr[o] = acr + bdr;
      yi[o] = aci + bdi;
      const t1r = ar - cr + (bi - di);
      const t1i = ai - ci - (br - dr);
      yr[o + stride] = t1r * w1r - t1i * w1i;
      yi[o + stride] = t1r * w1i + t1i * w1r;
      const t2r = acr - bdr;
      const t2i = aci - bdi;
      yr[o + 2 * stride] = t2r * w2r - t2i * w2i;
      yi[o + 2 * stride] = t2r * w2i + t2i * w2r;
      const t3r = ar - cr - (bi - di);
      const t3i = ai - ci + (br - dr);
      yr[o + 3 * stride] = t3r * w3r - t3i * w3i;
      yi[o + 3 * stride] = t3r * w3i + t3i * w3r;
    }
  }
}

/** The closing radix-2 pass from `x` to `y`, which needs no twiddles. */
function radix2Stage(
  xr: Float64Array,
  xi: Float64Array,
  yr: Float64Array,
  yi: Float64Array,
  stride: number,
): void {
  for (let q = 0; q < stride; q++) {
    yr[q] = xr[q]! + xr[q + stride]!;
    yi[q] = xi[q]! + xi[q + stride]!;
    yr[q + stride] = xr[q]! - xr[q + stride]!;
    yi[q + stride] = xi[q]! - xi[q + stride]!;
  }
}
