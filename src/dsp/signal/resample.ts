import { HalvingDecimator } from "./halving-decimator.js";
import { PolyphaseFilter } from "./polyphase-filter.js";

/** One stage of the chain, which changes the rate of a stream. */
interface RateChange {
  push(samples: Float32Array): Float32Array;
  finish(): Float32Array;
}

/**
 * Changes the sample rate of a stream, band-limited to the lower of the two rates.
 *
 * The rate is halved as long as it stays at or above the target, and a polyphase filter does the rest,
 * so 44.1 kHz to 22.05 kHz is one half-band filter. Output sample i lies at time i / toHz; n samples
 * give about n x toHz / fromHz, the last within the length of the input. The result does not depend on
 * how the stream is cut into pushes. Equal rates pass through.
 */
export class Resampler {
  readonly #chain: readonly RateChange[];

  /** @throws {RangeError} a rate is not a positive finite number */
  constructor(fromHz: number, toHz: number) {
    if (!(fromHz > 0 && toHz > 0 && Number.isFinite(fromHz) && Number.isFinite(toHz))) {
      throw new RangeError(`Cannot resample from ${fromHz} Hz to ${toHz} Hz.`);
    }
    const chain: RateChange[] = [];
    let rate = fromHz;
    for (; rate >= 2 * toHz; rate /= 2) chain.push(new HalvingDecimator());
    if (rate !== toHz) chain.push(new PolyphaseFilter(rate, toHz));
    this.#chain = chain;
  }

  /**
   * Resamples the next samples and returns the output samples that are complete.
   *
   * @returns samples at `toHz`, possibly none; the array is reused by the next call
   */
  push(samples: Float32Array): Float32Array {
    return this.#chain.reduce((passing, stage) => stage.push(passing), samples);
  }

  /** Ends the stream and returns its last samples. */
  finish(): Float32Array {
    let tail: Float32Array = new Float32Array(0);
    for (const stage of this.#chain) tail = joined(stage.push(tail), () => stage.finish());
    return tail;
  }
}

/** Concatenates two parts; copies the first before it requests the second, because a stage reuses its array. */
function joined(first: Float32Array, second: () => Float32Array): Float32Array {
  const start = first.slice();
  const end = second();
  const whole = new Float32Array(start.length + end.length);
  whole.set(start);
  whole.set(end, start.length);
  return whole;
}
