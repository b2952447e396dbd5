import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import {
  TEMPO_BIN_COUNT,
  bpmToTempoBin,
  tempoBinToBpm,
  tempogram,
} from "../../../../src/dsp/rhythm/tempo/tempogram.js";
import { silence } from "../../../signals/plain-signals.js";
import { rhythmOf } from "../rhythm-of.js";

const { exp, max, PI, sin } = Math;

const root = new URL("../../../../", import.meta.url);
const reference = JSON.parse(
  readFileSync(new URL("test/reference/tempogram.json", root), "utf8"),
) as Record<"autocorrelation" | "fourier" | "alternation", readonly number[]> & {
  /** Five registers and their total, each frames 420 to 435. */
  readonly onsets: readonly (readonly number[])[];
  readonly source: string;
  readonly sourceSha256: string;
};

/** The notes of the reference signal. */
function referenceNotes(): Float32Array {
  return silence({ seconds: 14 }).map((_, i) => {
    const seconds = i / 22_050;
    let sum = 0;
    for (let note = max(0, Math.floor(2 * seconds) - 3); note / 2 <= seconds; note++) {
      const since = seconds - note / 2;
      sum += 0.4 * sin(2 * PI * 110 * (1 + (note % 4)) * since) * exp(-since / 0.1);
    }
    return sum;
  });
}

function everyTwelfth(curve: Float32Array): number[] {
  return Array.from(curve.filter((_, bin) => bin % 12 === 0));
}

describe("tempogram", () => {
  it("is compared with the current Python features of training", () => {
    const source = readFileSync(new URL(reference.source, root));

    // If this fails, run src/training/rhythm/write_reference.py.
    expect(createHash("sha256").update(source).digest("hex")).toBe(reference.sourceSha256);
  });

  it("is computed from the same onset strength as the Python features", () => {
    const { onsets } = rhythmOf(referenceNotes());

    const found = [...onsets.registers, onsets.total].map((curve) => [...curve.slice(420, 436)]);

    found.forEach((curve, register) => {
      curve.forEach((value, i) => {
        expect(Math.abs(value - reference.onsets[register]![i]!)).toBeLessThan(0.05);
      });
    });
  });

  it("agrees with an independent implementation", () => {
    const { onsets } = rhythmOf(referenceNotes());

    const { curves, alternation } = tempogram(onsets);

    const found = {
      autocorrelation: everyTwelfth(curves[5]!.autocorrelation),
      fourier: everyTwelfth(curves[5]!.fourier),
      alternation: everyTwelfth(alternation[0]!),
    };
    // Levels are kept in steps of 0.006 dB, which moves the curves in the third decimal.
    for (const name of ["autocorrelation", "fourier", "alternation"] as const) {
      found[name].forEach((value, i) => {
        expect(Math.abs(value - reference[name][i]!)).toBeLessThan(0.005);
      });
    }
  });

  it("is zero in silence", () => {
    const { onsets } = rhythmOf(silence({ seconds: 5 }));

    const { curves, alternation } = tempogram(onsets);

    const all = [...alternation, ...curves.flatMap((c) => [c.autocorrelation, c.fourier])];
    expect(all.every((curve) => curve.every((value) => value === 0))).toBe(true);
  });

  it("has an axis from 15 to 480 BPM", () => {
    expect(tempoBinToBpm(0)).toBe(15);
    expect(tempoBinToBpm(TEMPO_BIN_COUNT - 1)).toBeCloseTo(480, 9);
    expect(bpmToTempoBin(tempoBinToBpm(77.5))).toBeCloseTo(77.5, 9);
  });
});
