import { liveness } from "../../../../src/dsp/descriptors/cepstra/liveness.js";
import { AUDIENCE_NETWORK } from "../../../../src/dsp/descriptors/cepstra/liveness.js";
import { audienceScale } from "../../../../src/dsp/descriptors/cepstra/audience-network-weights.js";

describe("liveness", () => {
  it("is the probability of an audience", () => {
    const cepstra = audienceScale.means.map((mean) => new Float32Array(200).fill(mean));

    expect(liveness({ cepstra })).toBeCloseTo(AUDIENCE_NETWORK.probability(cepstra)!);
  });

  it("is null without a step of sound", () => {
    expect(liveness({ cepstra: audienceScale.means.map(() => new Float32Array()) })).toBeNull();
  });
});
