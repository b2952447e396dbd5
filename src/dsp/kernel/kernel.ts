import { kernelBytes } from "./kernel-bytes.js";

/**
 * Functions of the WebAssembly kernel, which process four 32-bit floats at a time. Arrays are given by the
 * address of their first byte. Each function is documented at its source, in `assembly/`.
 */
export interface Kernel {
  /** Source: `assembly/signal/sample-check.ts`. */
  areWithin(samples: number, count: number, limit: number): 0 | 1;

  /** Source: `assembly/rising-energy-kernel.ts`. */
  risingEnergy(
    codes: number,
    frameCount: number,
    bandCount: number,
    table: number,
    edges: number,
    registerCount: number,
    lag: number,
    rows: number,
    rises: number,
    results: number,
  ): void;

  /** Source: `assembly/beat-path-kernel.ts`. */
  bestBeatsBefore(
    strengths: number,
    start: number,
    frameCount: number,
    shortest: number,
    width: number,
    costs: number,
    firsts: number,
    ends: number,
    scores: number,
    ringLength: number,
    previous: number,
  ): void;

  /** Source: `assembly/signal/channel-mix.ts`. */
  energies(channels: number, channelCount: number, length: number, energies: number): void;

  /** Source: `assembly/signal/channel-mix.ts`. */
  mix(channels: number, channelCount: number, length: number, weights: number, mixed: number): void;

  /** Source: `assembly/whitening-kernel.ts`. */
  whiten(
    magnitudes: number,
    low: number,
    high: number,
    silence: number,
    compression: number,
    share: number,
    minReach: number,
    compressed: number,
    sums: number,
    whitened: number,
  ): number;

  /** Source: `assembly/tuning-kernel.ts`. */
  gatherTuning(
    compressed: number,
    whitened: number,
    first: number,
    end: number,
    floor: number,
    offset: number,
    work: number,
    results: number,
  ): void;

  /** Source: `assembly/weighted-runs-kernel.ts`. */
  weighRuns(values: number, runs: number, runCount: number, weights: number, sums: number): void;

  /** Source: `assembly/spectrum.ts`. */
  spectra(
    samples: number,
    frameCount: number,
    hopLength: number,
    frameLength: number,
    tables: number,
    work: number,
    magnitudes: number,
  ): void;

  /** Source: `assembly/convolution.ts`. */
  convolve(
    maps: number,
    mapCount: number,
    mapLength: number,
    weights: number,
    biases: number,
    outputs: number,
    outputCount: number,
    rowCount: number,
    placeCount: number,
    margin: number,
    first: number,
    outerTaps: number,
    outerStride: number,
    innerTaps: number,
    innerStride: number,
    end: number,
  ): void;

  /** Source: `assembly/signal/half-band-filter.ts`. */
  halve(
    samples: number,
    outputCount: number,
    taps: number,
    tapCount: number,
    work: number,
    outputs: number,
  ): void;

  /** Source: `assembly/signal/polyphase-filter-kernel.ts`. */
  resample(
    samples: number,
    sampleCount: number,
    origin: number,
    taps: number,
    phaseCount: number,
    tapCount: number,
    reach: number,
    span: number,
    step: number,
    first: number,
    limit: number,
    outputs: number,
  ): number;

  /** Source: `assembly/signal/interpolated-peak.ts`. */
  interpolatedPeak(
    samples: number,
    pointCount: number,
    taps: number,
    tapCount: number,
    innerSum: number,
    outerSum: number,
    peak: number,
  ): number;

  /** Source: `assembly/signal/k-weighting-kernel.ts`. */
  addWeightedEnergies(
    first: number,
    second: number,
    count: number,
    coefficients: number,
    states: number,
    energies: number,
  ): void;

  /** Source: `assembly/logarithm-kernel.ts`. */
  logarithms(values: number, count: number, results: number): void;

  /** Source: `assembly/floored-cepstra.ts`. */
  flooredCepstra(
    bands: number,
    bandCount: number,
    floors: number,
    basis: number,
    coefficientCount: number,
    work: number,
    levels: number,
    results: number,
  ): void;

  /** Source: `assembly/spectral-shape-kernel.ts`. */
  spectralShape(
    magnitudes: number,
    binCount: number,
    first: number,
    end: number,
    share: number,
    sums: number,
    results: number,
  ): void;

  /** Source: `assembly/lagged-products-kernel.ts`. */
  laggedProducts(
    values: number,
    history: number,
    count: number,
    firstLag: number,
    lagCount: number,
    sums: number,
  ): void;
}

/**
 * The part of the `WebAssembly` interface that is used here; TypeScript declares it only in the DOM
 * library.
 */
declare const WebAssembly: {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object) => { readonly exports: unknown };
};

interface KernelExports extends Kernel {
  readonly memory: { readonly buffer: ArrayBuffer };
}

let instance: KernelExports | undefined;

/**
 * Returns the kernel, which is compiled at the first call, once per thread.
 *
 * It has no state between calls: the caller copies in all inputs, calls, and copies out the results, so
 * that any number of analyses can share one thread.
 */
export function kernel(): Kernel {
  return exports();
}

/**
 * Returns arrays of floats in the kernel's memory, one after another, each at a multiple of 16 bytes.
 *
 * The memory is shared: any other use of the kernel overwrites the arrays. Their addresses are fixed, so
 * they can be laid out once and filled before each call.
 *
 * @param lengths number of floats in each array
 * @throws {RangeError} the arrays exceed the memory
 */
export function kernelArrays<const Lengths extends readonly number[]>(
  lengths: Lengths,
): { readonly [Index in keyof Lengths]: Float32Array } {
  const { buffer } = exports().memory;
  let byteOffset = 0;
  const arrays = lengths.map((length) => {
    const array = new Float32Array(buffer, byteOffset, length);
    byteOffset = 16 * Math.ceil((byteOffset + 4 * length) / 16);
    return array;
  });
  return arrays as { readonly [Index in keyof Lengths]: Float32Array } & Float32Array[];
}

/** Returns an array of the kernel's memory as doubles, half as many. */
export function asDoubles(array: Float32Array): Float64Array {
  return new Float64Array(array.buffer, array.byteOffset, array.length >> 1);
}

function exports(): KernelExports {
  if (instance === undefined) {
    const bytes = Uint8Array.from(atob(kernelBytes), (character) => character.charCodeAt(0));
    const module = new WebAssembly.Module(bytes);
    instance = new WebAssembly.Instance(module).exports as KernelExports;
  }
  return instance;
}
