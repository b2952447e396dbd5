import { DescriptorAnalysis } from "./descriptors/descriptor-analysis.js";
import { noEstimate, type FeatureEstimate } from "./feature-estimate.js";
import { SoundFingerprint } from "./fingerprint/sound-fingerprint.js";
import { trustedAsMusic } from "./musical-confidence.js";
import { RhythmAnalysis } from "./rhythm/rhythm-analysis.js";
import { FiniteSamples } from "./signal/finite-samples.js";
import { HalvingDecimator } from "./signal/halving-decimator.js";
import { MonoMix } from "./signal/mono-mix.js";
import { Resampler } from "./signal/resample.js";
import { MEL_BAND_COUNT, melBands } from "./spectrum/mel-bands.js";
import { ShortTimeSpectrum } from "./spectrum/short-time-spectrum.js";
import { trackTimeline } from "./structure/track-timeline.js";
import { LoudnessMeter, type Loudness } from "./timbre/loudness.js";
import { TonalAnalysis } from "./tonal/tonal-analysis.js";
import type { TrackFeatures } from "./track-features.js";

/** Format of the audio that a `TrackAnalyzer` will receive. */
export interface TrackAnalyzerOptions {
  /** Hz, > 0; 8 kHz to 192 kHz is usual. */
  readonly sampleRate: number;
  /** >= 1. */
  readonly channelCount: number;
}

/** Sample rate of the analysis of rhythm, timbre and voice, Hz. */
const SAMPLE_RATE = 22_050;
const FRAME = { sampleRate: SAMPLE_RATE, frameLength: 1024, hopLength: 256 } as const;
/** Tonality is read from half that rate and a long frame: bins are 1.3 Hz apart. */
const TONAL_FRAME = { sampleRate: SAMPLE_RATE / 2, frameLength: 8192, hopLength: 2048 } as const;
/** Samples processed at once, so that working memory does not grow with the length of a push. */
const SLICE_LENGTH = 16_384;

/**
 * Streaming analysis of one track: receives PCM in blocks, then returns all features.
 *
 * Channels -> loudness; -> one channel -> 22.05 kHz -> one spectrum and its mel bands for rhythm and descriptors; ->
 * 11.025 kHz -> one long spectrum for tonality, and the fingerprint. Neither samples nor spectra are stored: memory grows
 * by about 30 MB per hour of audio. The result does not depend on how the stream is cut into pushes. Samples
 * that are not finite count as zero. A feature that the signal does not contain is null.
 */
export class TrackAnalyzer {
  readonly #sampleRate: number;
  readonly #finiteSamples: FiniteSamples;
  readonly #loudness: LoudnessMeter;
  readonly #mix: MonoMix;
  readonly #resampler: Resampler;
  readonly #decimator = new HalvingDecimator();
  readonly #rhythm = new RhythmAnalysis(FRAME, TONAL_FRAME);
  readonly #tonal = new TonalAnalysis();
  readonly #descriptors = new DescriptorAnalysis();
  readonly #filterbank = melBands(FRAME);
  readonly #bands = new Float32Array(MEL_BAND_COUNT);
  readonly #spectrum: ShortTimeSpectrum;
  readonly #tonalSpectrum: ShortTimeSpectrum;
  readonly #fingerprint: SoundFingerprint;
  #sampleCount = 0;

  /** @throws {RangeError} `sampleRate` is not positive, or `channelCount` not a positive integer */
  constructor({ sampleRate, channelCount }: TrackAnalyzerOptions) {
    this.#sampleRate = sampleRate;
    this.#finiteSamples = new FiniteSamples(channelCount);
    this.#loudness = new LoudnessMeter({ sampleRate, channelCount });
    this.#mix = new MonoMix(channelCount);
    this.#resampler = new Resampler(sampleRate, SAMPLE_RATE);
    this.#spectrum = new ShortTimeSpectrum({
      ...FRAME,
      onFrame: (magnitudes) => {
        this.#filterbank.apply(magnitudes, this.#bands);
        this.#rhythm.addFrame(this.#bands);
        this.#descriptors.addFrame(magnitudes, this.#bands);
      },
    });
    this.#tonalSpectrum = new ShortTimeSpectrum({
      ...TONAL_FRAME,
      onFrame: (magnitudes) => {
        this.#tonal.addFrame(magnitudes);
        this.#rhythm.addTonalFrame(magnitudes);
      },
    });
    this.#fingerprint = new SoundFingerprint({ sourceRate: sampleRate });
  }

  /**
   * Analyses the next samples.
   *
   * @param channels one array of equal length per channel, full scale +-1
   * @throws {RangeError} not as many arrays as channels, or of different lengths
   */
  push(channels: readonly Float32Array[]): void {
    const length = this.#finiteSamples.lengthOf(channels);
    this.#sampleCount += length;
    for (let start = 0; start < length; start += SLICE_LENGTH) {
      const end = Math.min(length, start + SLICE_LENGTH);
      const slice = this.#finiteSamples.slice(channels, start, end);
      this.#loudness.push(slice);
      this.#analyze(this.#resampler.push(this.#mix.push(slice)));
    }
  }

  /** Ends the stream and returns the features; the analyzer cannot be used afterwards. */
  finish(): TrackFeatures {
    this.#analyze(this.#resampler.push(this.#mix.finish()));
    this.#analyze(this.#resampler.finish());
    this.#analyzeDecimated(this.#decimator.finish());
    this.#spectrum.finish();
    this.#tonalSpectrum.finish();

    const durationSeconds = this.#sampleCount / this.#sampleRate;
    const loudness = this.#loudness.finish();
    const rhythm = this.#rhythm.finish(durationSeconds);
    const tonal = this.#tonal.finish(rhythm.tempo.value !== null);
    const { descriptors, musicPresence, soundEmbedding } = this.#descriptors.finish({
      rhythm,
      tonal,
      loudness,
      durationSeconds,
    });
    const features: TrackFeatures = {
      durationSeconds,
      estimates: {
        tempo: rhythm.tempo,
        key: tonal.key,
        mode: tonal.mode,
        timeSignature: rhythm.timeSignature,
        ...descriptors,
        ...loudnessEstimates(loudness),
        tuning: tonal.tuning,
      },
      tempoRivals: rhythm.tempoRivals,
      beats: rhythm.beats,
      downbeats: rhythm.downbeats,
      downbeatConfidence: rhythm.downbeatConfidence,
      soundEmbedding,
      fingerprint: this.#fingerprint.finish(),
      timeline: trackTimeline({
        rhythm,
        tonal,
        timbre: this.#descriptors.course(),
        levels: this.#descriptors.frameLevels,
        bands: this.#rhythm.bandLevels,
        stepPowers: this.#loudness.stepPowers(),
        stereoGainLu: loudness.stereoGainLu,
        durationSeconds,
      }),
    };
    return trustedAsMusic(features, musicPresence);
  }

  #analyze(samples: Float32Array): void {
    this.#spectrum.push(samples);
    this.#analyzeDecimated(this.#decimator.push(samples));
  }

  #analyzeDecimated(samples: Float32Array): void {
    this.#tonalSpectrum.push(samples);
    this.#fingerprint.push(samples);
  }
}

/**
 * Returns all features of a track that is in memory.
 *
 * @param channels one array of equal length per channel, full scale +-1
 * @param sampleRate Hz, > 0
 * @throws {RangeError} no channels, channels of different lengths, or a rate that is not positive
 */
export function analyzeTrack(channels: readonly Float32Array[], sampleRate: number): TrackFeatures {
  const analyzer = new TrackAnalyzer({ sampleRate, channelCount: channels.length });
  analyzer.push(channels);
  return analyzer.finish();
}

function loudnessEstimates(
  loudness: Loudness,
): Record<"loudness" | "loudnessRange" | "truePeak", FeatureEstimate> {
  return {
    loudness: measured(loudness.integratedLufs),
    loudnessRange: measured(loudness.rangeLu),
    truePeak: measured(loudness.truePeakDbtp),
  };
}

/** An estimate of a value that a standard defines exactly: its confidence is 1. */
function measured(value: number | null): FeatureEstimate {
  return value === null ? noEstimate("measured") : { value, confidence: 1, method: "measured" };
}
