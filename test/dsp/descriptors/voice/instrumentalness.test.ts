import { instrumentalness } from "../../../../src/dsp/descriptors/voice/instrumentalness.js";
import { voiceOdds } from "../../../../src/dsp/descriptors/voice/voice-network.js";
import { voiceScale } from "../../../../src/dsp/descriptors/voice/voice-network-weights.js";

/** Coefficients whose course differs from step to step. */
const course = (stepCount: number): Float32Array[] =>
  voiceScale.means.map((mean, c) =>
    Float32Array.from(
      { length: stepCount },
      (_, s) => mean + voiceScale.deviations[c]! * Math.sin(0.7 * c + 0.3 * s + 0.02 * c * s),
    ),
  );

describe("instrumentalness", () => {
  it("lies between 0 and 1", () => {
    const value = instrumentalness({ cepstra: course(400) });

    expect(value).toBeGreaterThan(0);
    expect(value).toBeLessThan(1);
  });

  it("is lower the likelier a voice is", () => {
    const steps = [40, 60, 80, 100, 120].map((length) => course(length));
    const meanPower = (odds: Float32Array): number =>
      odds.reduce((sum, value) => sum + (1 + Math.exp(-Math.max(-5, value))) ** -2, 0) /
      odds.length;
    const byVoice = steps
      .map((cepstra) => ({ voice: meanPower(voiceOdds(cepstra)), cepstra }))
      .sort((a, b) => a.voice - b.voice);

    const values = byVoice.map(({ cepstra }) => instrumentalness({ cepstra })!);

    expect(values).toEqual([...values].sort((a, b) => b - a));
  });

  it("is null without a step of sound", () => {
    expect(instrumentalness({ cepstra: course(0) })).toBeNull();
  });
});
