import { instrumentalness } from "../../../../src/dsp/descriptors/cepstra/instrumentalness.js";
import { VOICE_NETWORK } from "../../../../src/dsp/descriptors/cepstra/instrumentalness.js";
import { voiceScale } from "../../../../src/dsp/descriptors/cepstra/voice-network-weights.js";

describe("instrumentalness", () => {
  it("is the probability that there is no voice", () => {
    const cepstra = voiceScale.means.map((mean) => new Float32Array(200).fill(mean));

    expect(instrumentalness({ cepstra })).toBeCloseTo(1 - VOICE_NETWORK.probability(cepstra)!);
  });

  it("is null without a step of sound", () => {
    expect(
      instrumentalness({ cepstra: voiceScale.means.map(() => new Float32Array()) }),
    ).toBeNull();
  });
});
