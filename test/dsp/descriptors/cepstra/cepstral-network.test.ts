import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import * as acoustic from "../../../../src/dsp/descriptors/cepstra/acoustic-network-weights.js";
import * as audience from "../../../../src/dsp/descriptors/cepstra/audience-network-weights.js";
import type { CepstralNetwork } from "../../../../src/dsp/descriptors/cepstra/cepstral-network.js";
import {
  ACOUSTIC_NETWORK,
  AUDIENCE_NETWORK,
  VOICE_NETWORK,
} from "../../../../src/dsp/descriptors/cepstra/heard-sounds.js";
import type { FeatureScale } from "../../../../src/dsp/descriptors/mood/linear-model.js";
import * as voice from "../../../../src/dsp/descriptors/cepstra/voice-network-weights.js";

interface Case {
  readonly name: string;
  readonly network: CepstralNetwork;
  readonly scale: FeatureScale;
  /** The stored weights, as text. */
  readonly values: string;
}

interface Reference {
  readonly weightsSha256: string;
  readonly odds: readonly number[];
}

const CASES: readonly Case[] = [
  {
    name: "voice",
    network: VOICE_NETWORK,
    scale: voice.voiceScale,
    values: voice.storedVoiceNet.values,
  },
  {
    name: "audience",
    network: AUDIENCE_NETWORK,
    scale: audience.audienceScale,
    values: audience.storedAudienceNet.values,
  },
  {
    name: "acoustic",
    network: ACOUSTIC_NETWORK,
    scale: acoustic.acousticScale,
    values: acoustic.storedAcousticNet.values,
  },
];

/** Coefficients whose standardised value is given by a formula of coefficient and step. */
const cepstraOf = (
  { means, deviations }: FeatureScale,
  stepCount: number,
  formula: (coefficient: number, step: number) => number,
): Float32Array[] =>
  means.map((mean, c) =>
    Float32Array.from({ length: stepCount }, (_, s) => mean + deviations[c]! * formula(c, s)),
  );

const referenceFormula = (c: number, s: number): number =>
  Math.sin(0.37 * c + 0.9 * s + 0.01 * c * s);

describe.each(CASES)("the network of $name", ({ name, network, scale, values }) => {
  const path = new URL(`../../../reference/${name}.json`, import.meta.url);
  const reference = JSON.parse(readFileSync(path, "utf8")) as Reference;
  const courses = [40, 60, 80, 100, 120, 400].map((stepCount) =>
    cepstraOf(scale, stepCount, (c, s) => Math.sin(0.7 * c + 0.3 * s + 0.02 * c * s)),
  );

  it("is compared with a reference of the weights of today", () => {
    const digest = createHash("sha256").update(values).digest("hex");

    // If this fails, call write_odds() of src/training/cepstra/cepstral_nets.py.
    expect(digest).toBe(reference.weightsSha256);
  });

  it("agrees with the training program", () => {
    const odds = network.stepLogOdds(cepstraOf(scale, 60, referenceFormula));

    expect(odds).toHaveLength(60);
    odds.forEach((value, step) => {
      expect(Math.abs(value - reference.odds[step]!)).toBeLessThan(0.002);
    });
  });

  it("is surer of a recording the likelier its steps are", () => {
    const meanPower = (odds: Float32Array): number =>
      odds.reduce((sum, value) => sum + (1 + Math.exp(-Math.max(-5, value))) ** -2, 0) /
      odds.length;
    const byEvidence = courses
      .map((cepstra) => ({ evidence: meanPower(network.stepLogOdds(cepstra)), cepstra }))
      .sort((a, b) => a.evidence - b.evidence);

    const probabilities = byEvidence.map(({ cepstra }) => network.probability(cepstra)!);

    expect(probabilities).toEqual([...probabilities].sort((a, b) => a - b));
  });

  it("is never surer than its calibration supports", () => {
    for (const value of [-3, 0, 3]) {
      const probability = network.probability(cepstraOf(scale, 300, () => value))!;

      expect(probability).toBeGreaterThan(0.002);
      expect(probability).toBeLessThan(0.998);
    }
  });

  it("has no result without a step", () => {
    const nothing = cepstraOf(scale, 0, () => 0);

    expect(network.stepLogOdds(nothing)).toHaveLength(0);
    expect(network.probability(nothing)).toBeNull();
  });
});
