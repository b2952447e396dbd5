import { cepstralStepsOf } from "./write-cepstral-steps.js";

/** Half a second of a tone, half a second of silence, and a second of the tone, at 22.05 kHz. */
function* toneWithPause(): Generator<{ channels: Float32Array[]; sampleRate: number }> {
  for (const gain of [0.5, 0, 0.5, 0.5]) {
    const samples = Float32Array.from(
      { length: 11_025 },
      (_, i) => gain * Math.sin((2 * Math.PI * 440 * i) / 22_050),
    );
    yield { channels: [samples], sampleRate: 22_050 };
  }
}

describe("cepstralStepsOf", () => {
  it("returns coefficients and times of steps of the sound, without the pause", async () => {
    const rows = await cepstralStepsOf(toneWithPause());
    const times = [...rows[12]!];

    expect(rows).toHaveLength(13);
    expect(new Set(rows.map((row) => row.length))).toEqual(new Set([times.length]));
    expect(times.length).toBeCloseTo(1.5 / ((6 * 256) / 22_050), -1);
    expect(times.filter((time) => time > 0.6 && time < 0.9)).toEqual([]);
    expect(times.at(-1)!).toBeGreaterThan(1.8);
  });
});
