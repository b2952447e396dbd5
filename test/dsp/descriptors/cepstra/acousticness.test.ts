import { acousticness } from "../../../../src/dsp/descriptors/cepstra/acousticness.js";
import { ACOUSTIC_NETWORK } from "../../../../src/dsp/descriptors/cepstra/acousticness.js";
import { acousticScale } from "../../../../src/dsp/descriptors/cepstra/acoustic-network-weights.js";

describe("acousticness", () => {
  it("is the probability of acoustic instruments", () => {
    const cepstra = acousticScale.means.map((mean) => new Float32Array(200).fill(mean));

    expect(acousticness({ cepstra })).toBeCloseTo(ACOUSTIC_NETWORK.probability(cepstra)!);
  });

  it("is null without a step of sound", () => {
    expect(acousticness({ cepstra: acousticScale.means.map(() => new Float32Array()) })).toBeNull();
  });
});
