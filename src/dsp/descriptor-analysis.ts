import type { EstimateMethod, FeatureEstimate } from "./feature-estimate.js";
import { noEstimate } from "./feature-estimate.js";
import { affect } from "./mood/affect.js";
import { danceability } from "./mood/danceability.js";
import { energy } from "./mood/energy.js";
import { engagement } from "./mood/engagement.js";
import { soundProfile, type DescriptorContext, type SoundProfile } from "./mood/sound-profile.js";
import type { Blocks } from "./signal/block-series.js";
import { liveness } from "./timbre/liveness.js";
import { TimbreAnalysis } from "./timbre/timbre-statistics.js";
import { instrumentalness } from "./voice/instrumentalness.js";
import { speechiness } from "./voice/speechiness.js";

export type { DescriptorContext } from "./mood/sound-profile.js";

/** Every descriptor, in the order of the wire. */
export const DESCRIPTOR_NAMES = [
  "energy",
  "liveness",
  "danceability",
  "instrumentalness",
  "speechiness",
  "valence",
  "arousal",
  "approachability",
  "engagement",
  "happy",
  "sad",
  "relaxed",
  "aggressive",
] as const;

export type DescriptorName = (typeof DESCRIPTOR_NAMES)[number];

/** Each value in [0, 1], or null; what it means is said where it is computed. */
export type Descriptors = Readonly<Record<DescriptorName, FeatureEstimate>>;

/** What only music has; the others say how any sound is. */
const OF_MUSIC: ReadonlySet<DescriptorName> = new Set([
  "danceability",
  "valence",
  "arousal",
  "approachability",
  "engagement",
  "happy",
  "sad",
  "relaxed",
  "aggressive",
]);

/** Less sound than this cannot be described, seconds. */
const LEAST_SECONDS = 1;

/**
 * How far each is to be trusted: fixed, since nothing about one recording tells more. Models carry
 * about their rank correlation with listeners (see `moodModels`), heuristics a low number.
 */
const TRUST: Readonly<Record<DescriptorName, readonly [EstimateMethod, number]>> = {
  energy: ["heuristic", 0.5],
  liveness: ["heuristic", 0.2],
  danceability: ["heuristic", 0.4],
  instrumentalness: ["heuristic", 0.2],
  speechiness: ["heuristic", 0.5],
  valence: ["model", 0.4],
  arousal: ["model", 0.6],
  approachability: ["model", 0.3],
  engagement: ["heuristic", 0.1],
  happy: ["model", 0.6],
  sad: ["model", 0.4],
  relaxed: ["model", 0.5],
  aggressive: ["model", 0.5],
};

/**
 * Describes how a recording sounds: energy, voice, moods and the like, from a stream of spectra.
 *
 * Keeps four bytes a frame. Apart from energy, which follows loudness, gain changes nothing. Silence
 * and less than a second of sound have no descriptors; held tones and noise have no moods, dance or
 * liking, because models and formulas of music say nothing about what is none.
 */
export class DescriptorAnalysis {
  readonly #timbre = new TimbreAnalysis();

  /**
   * Takes the next frame of a Hann-windowed spectrum of 22.05 kHz mono, 1024 points, hop 256.
   *
   * @param magnitudes 513 bins, unnormalised, >= 0
   */
  addFrame(magnitudes: Float32Array): void {
    this.#timbre.addFrame(magnitudes);
  }

  /** How timbre went over time, so far: rows as `TimbreCourse` says. */
  course(): Blocks {
    return this.#timbre.course();
  }

  /** Ends the stream. */
  finish(context: DescriptorContext): Descriptors {
    const timbre = this.#timbre.statistics();
    const profile = timbre.soundingSeconds < LEAST_SECONDS ? null : soundProfile(timbre, context);
    const values = profile ? describe(profile) : null;
    const isCarried = (name: DescriptorName): boolean =>
      context.tonal.isMusical || !OF_MUSIC.has(name);
    return Object.fromEntries(
      DESCRIPTOR_NAMES.map((name) => [
        name,
        estimate(name, values && isCarried(name) ? values[name] : null),
      ]),
    ) as Descriptors;
  }
}

function describe(profile: SoundProfile): Record<DescriptorName, number | null> {
  return {
    energy: energy(profile),
    liveness: liveness(profile.timbre),
    danceability: danceability(profile),
    instrumentalness: instrumentalness(profile.timbre),
    speechiness: speechiness(profile),
    engagement: engagement(profile),
    ...affect(profile),
  };
}

function estimate(name: DescriptorName, value: number | null): FeatureEstimate {
  const [method, confidence] = TRUST[name];
  return value === null ? noEstimate(method) : { value, confidence, method };
}
