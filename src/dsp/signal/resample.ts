import { HalvingDecimator } from "./halving-decimator.js";
import { PolyphaseFilter } from "./polyphase-filter.js";

/** One link of the chain: samples in, samples out, both as a stream. */
interface RateChange {
  push(samples: Float32Array): Float32Array;
  finish(): Float32Array;
}

/**
 * Changes the sample rate of a stream, band-limited to the lower of the two rates.
 *
 * Rates fall by halving as long as that does not go below the target, and a polyphase filter does
 * what is left, so 44.1 kHz to 22.05 kHz is one half-band filter. Output sample i lies at time
 * i / toHz; n samples give about n x toHz / fromHz, the last within the length of the input.
 * The result does not depend on how the stream is cut into pushes. Equal rates pass through.
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
   * Takes the next samples and returns those that are complete.
   *
   * @returns samples at `toHz`, perhaps none; the array is reused by the next call
   */
  push(samples: Float32Array): Float32Array {
    return this.#chain.reduce((passing, link) => link.push(passing), samples);
  }

  /** Ends the stream and returns its last samples. */
  finish(): Float32Array {
    let tail: Float32Array = new Float32Array(0);
    for (const link of this.#chain) tail = joined(link.push(tail), () => link.finish());
    return tail;
  }
}

/** The first part, copied before the second is asked for, because a link reuses its array. */
function joined(first: Float32Array, second: () => Float32Array): Float32Array {
  const start = first.slice();
  const end = second();
  const whole = new Float32Array(start.length + end.length);
  whole.set(start);
  whole.set(end, start.length);
  return whole;
}
