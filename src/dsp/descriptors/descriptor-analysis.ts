import { type FeatureMethod, type FeatureEstimate, noEstimate } from "../feature-estimate.js";
import { affect } from "./affect.js";
import { acousticness, instrumentalness, liveness } from "./cepstra/heard-sounds.js";
import { danceability } from "./danceability.js";
import { soundEmbedding } from "./embedding/embed-sound.js";
import { energy } from "./energy.js";
import { engagement } from "./engagement.js";
import { soundProfile, type DescriptorContext, type SoundProfile } from "./sound-profile.js";
import type { Blocks } from "../signal/block-series.js";
import { musicPresence } from "./presence/music-presence.js";
import type { FrameLevels } from "../timbre/frame-levels.js";
import { TimbreAnalysis } from "../timbre/timbre-statistics.js";
import { speechiness } from "./speechiness.js";

export type { DescriptorContext } from "./sound-profile.js";

/** Fixed properties of a descriptor. */
interface DescriptorTraits {
  readonly method: FeatureMethod;
  /** Confidence of its values, in [0, 1]. */
  readonly confidence: number;
  /** Whether only music has this descriptor; the others describe any sound. */
  readonly isOfMusic: boolean;
}

/**
 * All descriptors, in the order of the response. The confidence is fixed, because no property of a
 * single recording predicts it: that of models is about their rank correlation with listeners (see
 * `moodModels`), that of instrumentalness is less than its rank correlation with whether anyone sings
 * (0.78, songs of six artists against music of games), those of liveness, which was judged on mixes alone, and of
 * acousticness, whose truth was the genre, are less still, and that of heuristics is low.
 */
const DESCRIPTORS = {
  energy: { method: "heuristic", confidence: 0.5, isOfMusic: false },
  liveness: { method: "model", confidence: 0.4, isOfMusic: false },
  danceability: { method: "heuristic", confidence: 0.4, isOfMusic: true },
  instrumentalness: { method: "model", confidence: 0.6, isOfMusic: false },
  speechiness: { method: "heuristic", confidence: 0.5, isOfMusic: false },
  acousticness: { method: "model", confidence: 0.4, isOfMusic: true },
  valence: { method: "model", confidence: 0.4, isOfMusic: true },
  arousal: { method: "model", confidence: 0.6, isOfMusic: true },
  approachability: { method: "model", confidence: 0.3, isOfMusic: true },
  engagement: { method: "heuristic", confidence: 0.1, isOfMusic: true },
  happy: { method: "model", confidence: 0.6, isOfMusic: true },
  sad: { method: "model", confidence: 0.4, isOfMusic: true },
  relaxed: { method: "model", confidence: 0.5, isOfMusic: true },
  aggressive: { method: "model", confidence: 0.5, isOfMusic: true },
} as const satisfies Readonly<Record<string, DescriptorTraits>>;

export type DescriptorName = keyof typeof DESCRIPTORS;

/** Whether a name is that of a descriptor that only music has. */
export function isOfMusic(name: string): boolean {
  return Object.hasOwn(DESCRIPTORS, name) && DESCRIPTORS[name as DescriptorName].isOfMusic;
}

/** The names of all descriptors, in the order of the response. */
export const DESCRIPTOR_NAMES = Object.keys(DESCRIPTORS) as readonly DescriptorName[];

/** Each value in [0, 1], or null; defined at the function that computes it. */
export type Descriptors = Readonly<Record<DescriptorName, FeatureEstimate>>;

/** The descriptors of a recording. */
export interface DescriptorFeatures {
  readonly descriptors: Descriptors;
  /** Probability that the recording is music, [0, 1]; 0 where there is less than a second of sound. */
  readonly musicPresence: number;
  /** As `soundEmbedding` returns it; null where there are no moods. */
  readonly soundEmbedding: readonly number[] | null;
}

/** Minimum duration of sound for descriptors, seconds. */
const MIN_SECONDS = 1;

/**
 * Describes how a recording sounds: energy, voice, moods and the like, from a stream of spectra.
 *
 * Stores twelve bytes per frame. Gain changes only the energy, which follows loudness. Silence and less
 * than a second of sound have no descriptors; held tones and noise have no moods, danceability,
 * approachability or engagement, because these are defined for music only.
 */
export class DescriptorAnalysis {
  readonly #timbre = new TimbreAnalysis();

  /**
   * Analyses the next frame of a Hann-windowed spectrum of 22.05 kHz mono, 1024 points, hop 256.
   *
   * @param magnitudes 513 bins, unnormalised, >= 0
   * @param bands magnitude of each mel band, >= 0
   */
  addFrame(magnitudes: Float32Array, bands: Float32Array): void {
    this.#timbre.addFrame(magnitudes, bands);
  }

  /** Timbre over time, so far; rows as `TimbreCourse` documents. */
  course(): Blocks {
    return this.#timbre.course();
  }

  /** Level of each frame, so far. */
  get frameLevels(): FrameLevels {
    return this.#timbre.frameLevels;
  }

  /** Ends the stream and returns all descriptors. */
  finish(context: DescriptorContext): DescriptorFeatures {
    const timbre = this.#timbre.statistics();
    const profile = timbre.soundingSeconds < MIN_SECONDS ? null : soundProfile(timbre, context);
    const values = profile ? describe(profile) : null;
    const isCarried = (name: DescriptorName): boolean =>
      context.tonal.isMusical || !isOfMusic(name);
    const descriptors = DESCRIPTOR_NAMES.map((name): [DescriptorName, FeatureEstimate] => [
      name,
      estimate(name, values && isCarried(name) ? values[name] : null),
    ]);
    return {
      descriptors: Object.fromEntries(descriptors) as Descriptors,
      musicPresence: profile ? musicPresence(profile) : 0,
      soundEmbedding: profile && context.tonal.isMusical ? soundEmbedding(profile) : null,
    };
  }
}

function describe(profile: SoundProfile): Record<DescriptorName, number | null> {
  return {
    energy: energy(profile),
    liveness: liveness(profile.timbre),
    danceability: danceability(profile),
    instrumentalness: instrumentalness(profile.timbre),
    speechiness: speechiness(profile),
    acousticness: acousticness(profile.timbre),
    engagement: engagement(profile),
    ...affect(profile),
  };
}

function estimate(name: DescriptorName, value: number | null): FeatureEstimate {
  const { method, confidence } = DESCRIPTORS[name];
  return value === null ? noEstimate(method) : { value, confidence, method };
}
