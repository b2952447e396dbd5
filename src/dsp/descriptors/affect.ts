import { predict, standardized } from "./mood/linear-model.js";
import { moodFeatures } from "./mood/mood-features.js";
import { moodModels, moodScale } from "./mood/mood-weights.js";
import type { SoundProfile } from "./sound-profile.js";

/** Moods and affect of a recording, each in (0, 1). */
export interface Affect {
  /** Unpleasant to pleasant. */
  readonly valence: number;
  /** Calm to excited. */
  readonly arousal: number;
  readonly happy: number;
  readonly sad: number;
  readonly relaxed: number;
  readonly aggressive: number;
  /** Disliked to liked at first hearing. */
  readonly approachability: number;
}

/**
 * Predicts what listeners feel, by linear models of timbre, rhythm and tonality.
 *
 * Each follows the share of listeners who chose a feeling of the Geneva Emotional Music Scales:
 * happy joyful activation, sad sadness, relaxed calmness, aggressive power and tension. Valence
 * weighs pleasant against unpleasant feelings, arousal activating against calming ones, and
 * approachability liking against disliking. 0.5 is about the average of the tracks that were
 * rated. Gain does
 * not change them.
 *
 * Source: M. Zentner, D. Grandjean and K. Scherer, "Emotions Evoked by the Sound of Music",
 * Emotion 8(4), 2008 (the scales); for the listeners see `moodModels`.
 */
export function affect(profile: SoundProfile): Affect {
  const inputs = standardized(moodFeatures(profile), moodScale);
  return {
    valence: predict(moodModels.valence, inputs),
    arousal: predict(moodModels.arousal, inputs),
    happy: predict(moodModels.happy, inputs),
    sad: predict(moodModels.sad, inputs),
    relaxed: predict(moodModels.relaxed, inputs),
    aggressive: predict(moodModels.aggressive, inputs),
    approachability: predict(moodModels.approachability, inputs),
  };
}
