import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { BEAT_CUE_COUNT } from "../../../../src/dsp/rhythm/bars/beat-cues.js";
import { storedDownbeatNets } from "../../../../src/dsp/rhythm/bars/downbeat-network-weights.js";
import { barEvidence } from "../../../../src/dsp/rhythm/bars/downbeat-network.js";

const root = new URL("../../../../", import.meta.url);
const reference = JSON.parse(
  readFileSync(new URL("test/reference/downbeats.json", root), "utf8"),
) as { weightsSha256: string; downbeats: number[]; six: number[] };

describe("barEvidence", () => {
  it("is compared with a reference of the weights of today", () => {
    const weights = storedDownbeatNets.map(({ values }) => values).join("");

    // If this fails, call write_reference() of src/dsp/training/bars/train_downbeats.py.
    expect(createHash("sha256").update(weights).digest("hex")).toBe(reference.weightsSha256);
  });

  it("agrees with the training program", () => {
    const cues = Array.from({ length: BEAT_CUE_COUNT }, (_, cue) =>
      Float32Array.from({ length: 40 }, (_, beat) =>
        Math.sin(0.37 * cue + 0.9 * beat + 0.01 * cue * beat),
      ),
    );

    const { downbeats, six } = barEvidence(cues);

    downbeats.forEach((odds, beat) => {
      expect(Math.abs(odds - reference.downbeats[beat]!)).toBeLessThan(0.002);
      expect(Math.abs(six[beat]! - reference.six[beat]!)).toBeLessThan(0.002);
    });
  });

  it("says nothing without beats", () => {
    const none = Array.from({ length: BEAT_CUE_COUNT }, () => new Float32Array(0));

    expect(barEvidence(none).downbeats).toHaveLength(0);
  });
});
