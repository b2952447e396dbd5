import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import {
  storedVoiceNet,
  voiceScale,
} from "../../../../src/dsp/descriptors/voice/voice-network-weights.js";
import { voiceOdds } from "../../../../src/dsp/descriptors/voice/voice-network.js";

const root = new URL("../../../../", import.meta.url);
const reference = JSON.parse(readFileSync(new URL("test/reference/voice.json", root), "utf8")) as {
  weightsSha256: string;
  odds: readonly number[];
};

const cepstra = voiceScale.means.map((mean, c) =>
  Float32Array.from(
    { length: 60 },
    (_, s) => mean + voiceScale.deviations[c]! * Math.sin(0.37 * c + 0.9 * s + 0.01 * c * s),
  ),
);

describe("voiceOdds", () => {
  it("is compared with a reference of the weights of today", () => {
    const digest = createHash("sha256").update(storedVoiceNet.values).digest("hex");

    // If this fails, call write_reference() of src/dsp/training/voice/train_voice.py.
    expect(digest).toBe(reference.weightsSha256);
  });

  it("agrees with the training program", () => {
    const odds = voiceOdds(cepstra);

    expect(odds).toHaveLength(60);
    odds.forEach((value, step) => {
      expect(Math.abs(value - reference.odds[step]!)).toBeLessThan(0.002);
    });
  });

  it("returns nothing without steps", () => {
    expect(voiceOdds(voiceScale.means.map(() => new Float32Array()))).toHaveLength(0);
  });
});
