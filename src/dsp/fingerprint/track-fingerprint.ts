import { FiniteSamples } from "../signal/finite-samples.js";
import { HalvingDecimator } from "../signal/halving-decimator.js";
import { MonoMix } from "../signal/mono-mix.js";
import { Resampler } from "../signal/resample.js";
import { SoundFingerprint } from "./sound-fingerprint.js";

/** Rate between the resampler and the decimator, Hz, as in `TrackAnalyzer`. */
const SAMPLE_RATE = 22_050;
/** Samples processed at once, so that working memory does not grow with the length of a push. */
const SLICE_LENGTH = 16_384;

/** Streaming fingerprint of a track, without the rest of its analysis: the words are those of `TrackAnalyzer`. */
export class TrackFingerprint {
  readonly #finiteSamples: FiniteSamples;
  readonly #mix: MonoMix;
  readonly #resampler: Resampler;
  readonly #decimator = new HalvingDecimator();
  readonly #fingerprint: SoundFingerprint;

  /** @throws {RangeError} `sampleRate` is not positive, or `channelCount` not a positive integer */
  constructor(format: { readonly sampleRate: number; readonly channelCount: number }) {
    const { sampleRate, channelCount } = format;
    this.#finiteSamples = new FiniteSamples(channelCount);
    this.#mix = new MonoMix(channelCount);
    this.#resampler = new Resampler(sampleRate, SAMPLE_RATE);
    this.#fingerprint = new SoundFingerprint({ sourceRate: sampleRate });
  }

  /**
   * Adds the next samples.
   *
   * @param channels one array of equal length per channel, full scale +-1
   * @throws {RangeError} not as many arrays as channels, or of different lengths
   */
  push(channels: readonly Float32Array[]): void {
    const length = this.#finiteSamples.lengthOf(channels);
    for (let start = 0; start < length; start += SLICE_LENGTH) {
      const end = Math.min(length, start + SLICE_LENGTH);
      this.#add(this.#mix.push(this.#finiteSamples.slice(channels, start, end)));
    }
  }

  /** Ends the stream and returns its words; the fingerprint cannot be used afterwards. */
  finish(): Uint32Array {
    this.#add(this.#mix.finish());
    this.#fingerprint.push(this.#decimator.push(this.#resampler.finish()));
    this.#fingerprint.push(this.#decimator.finish());
    return this.#fingerprint.finish();
  }

  #add(samples: Float32Array): void {
    this.#fingerprint.push(this.#decimator.push(this.#resampler.push(samples)));
  }
}
