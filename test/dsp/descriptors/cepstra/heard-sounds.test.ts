import { acousticScale } from "../../../../src/dsp/descriptors/cepstra/acoustic-network-weights.js";
import { audienceScale } from "../../../../src/dsp/descriptors/cepstra/audience-network-weights.js";
import {
  ACOUSTIC_NETWORK,
  acousticness,
  AUDIENCE_NETWORK,
  instrumentalness,
  liveness,
  VOICE_NETWORK,
} from "../../../../src/dsp/descriptors/cepstra/heard-sounds.js";
import { voiceScale } from "../../../../src/dsp/descriptors/cepstra/voice-network-weights.js";
import type { FeatureScale } from "../../../../src/dsp/descriptors/mood/linear-model.js";

/** Returns steps of the mean sound of the training data. */
const meanSound = ({ means }: FeatureScale, steps: number): readonly Float32Array[] =>
  means.map((mean) => new Float32Array(steps).fill(mean));

const acoustic = meanSound(acousticScale, 200);
const audience = meanSound(audienceScale, 200);
const voice = meanSound(voiceScale, 200);

describe("Of the heard sounds", () => {
  it("acousticness is the probability of acoustic instruments", () => {
    const expected = ACOUSTIC_NETWORK.probability(acoustic)!;

    expect(acousticness({ cepstra: acoustic })).toBeCloseTo(expected);
  });

  it("liveness is the probability of an audience", () => {
    const expected = AUDIENCE_NETWORK.probability(audience)!;

    expect(liveness({ cepstra: audience })).toBeCloseTo(expected);
  });

  it("instrumentalness is the probability that there is no voice", () => {
    const expected = 1 - VOICE_NETWORK.probability(voice)!;

    expect(instrumentalness({ cepstra: voice })).toBeCloseTo(expected);
  });

  it.each([acousticness, liveness, instrumentalness])("$name is null without a step", (heard) => {
    expect(heard({ cepstra: meanSound(voiceScale, 0) })).toBeNull();
  });
});
