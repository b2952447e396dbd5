import { pitchgramOf } from "./write-pitchgrams.js";

/** An A of 440 Hz, 2 s at 22.05 kHz, in blocks. */
async function* note(): AsyncGenerator<{ channels: Float32Array[]; sampleRate: number }> {
  for (let block = 0; block < 4; block++) {
    const start = block * 11_025;
    const samples = Float32Array.from(
      { length: 11_025 },
      (_, i) => 0.5 * Math.sin((2 * Math.PI * 440 * (start + i)) / 22_050),
    );
    yield Promise.resolve({ channels: [samples], sampleRate: 22_050 });
  }
}

describe("pitchgramOf", () => {
  it("shows a note in its semitone, in every row", async () => {
    const { rows } = await pitchgramOf(note());

    // 2 s at a hop of 2048 samples of 11 025 Hz; A4 lies 41 semitones over E1.
    expect(rows).toHaveLength(11);
    expect(rows.map((row) => row.indexOf(Math.max(...row)))).toEqual(rows.map(() => 41));
  });
});
