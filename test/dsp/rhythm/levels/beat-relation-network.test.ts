import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { BEAT_CUE_COUNT } from "../../../../src/dsp/rhythm/bars/beat-cues.js";
import { storedBeatRelationNets } from "../../../../src/dsp/rhythm/levels/beat-relation-network-weights.js";
import {
  beatRelation,
  type BeatRelation,
} from "../../../../src/dsp/rhythm/levels/beat-relation-network.js";

const root = new URL("../../../../", import.meta.url);
const reference = JSON.parse(
  readFileSync(new URL("test/reference/beat-relations.json", root), "utf8"),
) as { weightsSha256: string } & BeatRelation;

const cues = Array.from({ length: BEAT_CUE_COUNT }, (_, cue) =>
  Float32Array.from({ length: 40 }, (_, beat) =>
    Math.sin(0.37 * cue + 0.9 * beat + 0.01 * cue * beat),
  ),
);

describe("beatRelation", () => {
  it("is compared with a reference of the weights of today", () => {
    const weights = storedBeatRelationNets.map(({ values }) => values).join("");

    // If this fails, call write_relations() of src/training/bars/train_beat_relations.py.
    expect(createHash("sha256").update(weights).digest("hex")).toBe(reference.weightsSha256);
  });

  it("agrees with the training program", () => {
    const relation = beatRelation(cues, 140);

    for (const name of ["same", "tooSlow", "tooFast", "offBeat"] as const) {
      expect(Math.abs(relation[name] - reference[name])).toBeLessThan(0.002);
    }
  });

  it("returns log probabilities whose sum is 1", () => {
    const relation = Object.values(beatRelation(cues, 90)) as number[];

    expect(relation.reduce((sum, value) => sum + Math.exp(value), 0)).toBeCloseTo(1, 6);
  });
});
