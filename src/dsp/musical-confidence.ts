import { isOfMusic } from "./descriptors/descriptor-analysis.js";
import type { FeatureEstimate } from "./feature-estimate.js";
import type { SectionFeatures } from "./structure/timeline-features.js";
import type { FeatureName, TrackFeatures } from "./track-features.js";

/** Features, other than descriptors, that only music has. */
const MUSICAL_FEATURES: readonly FeatureName[] = ["tempo", "key", "mode", "timeSignature"];

/**
 * Returns the features with the confidences of all that only music has multiplied by the probability that
 * the recording is music. An estimator of tempo or key assumes music: its own confidence is the
 * probability that it is right if the recording is music, and the product the probability that it is
 * right at all. Values do not change.
 *
 * @param presence probability that the recording is music, [0, 1]
 */
export function trustedAsMusic(features: TrackFeatures, presence: number): TrackFeatures {
  const scaled = <T extends { readonly confidence: number }>(estimate: T): T => ({
    ...estimate,
    confidence: presence * estimate.confidence,
  });
  const estimates = Object.entries(features.estimates) as [FeatureName, FeatureEstimate][];
  const { timeline } = features;
  return {
    ...features,
    estimates: Object.fromEntries(
      estimates.map(([name, estimate]) => [
        name,
        MUSICAL_FEATURES.includes(name) || isOfMusic(name) ? scaled(estimate) : estimate,
      ]),
    ) as TrackFeatures["estimates"],
    downbeatConfidence: presence * features.downbeatConfidence,
    tempoRivals: features.tempoRivals.map(scaled),
    timeline: {
      ...timeline,
      sections: timeline.sections.map((section): SectionFeatures => ({
        ...section,
        tempo: scaled(section.tempo),
        key: scaled(section.key),
        mode: scaled(section.mode),
        timeSignature: scaled(section.timeSignature),
      })),
      localKeys: timeline.localKeys.map((key) => ({
        ...scaled(key),
        modeConfidence: presence * key.modeConfidence,
      })),
    },
  };
}
