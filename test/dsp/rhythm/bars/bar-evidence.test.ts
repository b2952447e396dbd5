import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { barEvidence } from "../../../../src/dsp/rhythm/bars/bar-evidence.js";
import { BEAT_CUE_COUNT } from "../../../../src/dsp/rhythm/bars/beat-cues.js";
import { storedCompoundNets } from "../../../../src/dsp/rhythm/bars/compound-network-weights.js";
import { storedDownbeatNets } from "../../../../src/dsp/rhythm/bars/downbeat-network-weights.js";

const root = new URL("../../../../", import.meta.url);

function reference<Name extends string>(
  name: Name,
): { weightsSha256: string } & Record<Name, number[]> {
  return JSON.parse(
    readFileSync(new URL(`test/reference/${name}.json`, root), "utf8"),
  ) as ReturnType<typeof reference<Name>>;
}

describe("barEvidence", () => {
  // If this fails, call write_downbeats() of train_downbeats.py or write_compound() of train_compound.py in src/training/bars.
  it.each([
    ["downbeats", storedDownbeatNets],
    ["compound", storedCompoundNets],
  ] as const)("is compared with a reference of the weights of today: %s", (name, nets) => {
    const weights = nets.map(({ values }) => values).join("");

    expect(createHash("sha256").update(weights).digest("hex")).toBe(reference(name).weightsSha256);
  });

  it.each(["downbeats", "compound"] as const)("agrees with the training program: %s", (name) => {
    const cues = Array.from({ length: BEAT_CUE_COUNT }, (_, cue) =>
      Float32Array.from({ length: 40 }, (_, beat) =>
        Math.sin(0.37 * cue + 0.9 * beat + 0.01 * cue * beat),
      ),
    );

    const odds = barEvidence(cues)[name];

    expect(odds).toHaveLength(40);
    odds.forEach((value, beat) => {
      expect(Math.abs(value - reference(name)[name][beat]!)).toBeLessThan(0.002);
    });
  });

  it("says nothing without beats", () => {
    const none = Array.from({ length: BEAT_CUE_COUNT }, () => new Float32Array(0));

    expect(barEvidence(none)).toEqual({
      downbeats: new Float32Array(0),
      compound: new Float32Array(0),
    });
  });
});
