import { estimateKey, readKeys } from "../../../src/dsp/tonal/key.js";
import type { Pitchgram } from "../../../src/dsp/tonal/pitchgram.js";
import { LOWEST_PITCH, PITCH_COUNT } from "../../../src/dsp/tonal/pitch-spectrum.js";

/** Rows, by default for eighteen seconds, of a C major triad whose tones rise above all other semitones by `height`. */
function triad(height: number, rowCount = 96): Pitchgram {
  const row = Float32Array.from({ length: PITCH_COUNT }, (_, p) =>
    [0, 4, 7].includes((LOWEST_PITCH + p) % 12) ? 1 + height : 1,
  );
  return { rows: Array.from({ length: rowCount }, () => row), framesPerRow: 1 };
}

describe("readKeys", () => {
  it("finds no key when semitones are no more prominent than in noise", () => {
    const readings = readKeys(triad(0.5));

    expect(readings).toEqual([]);
  });

  it("has a confidence that increases with the prominence of semitones", () => {
    const [faint, clear] = [0.95, 3].map((height) => estimateKey(readKeys(triad(height))));

    // At 0.95 the prominence is 0.19, a quarter of the way from noise to music.
    expect(faint!.confidence).toBeLessThan(0.3);
    expect(faint!.modeConfidence).toBeLessThan(0.65);
    expect(clear!.confidence).toBeGreaterThan(faint!.confidence);
  });

  it("has a confidence that increases with the length of the sound", () => {
    const [short, long] = [27, 96].map((rowCount) => estimateKey(readKeys(triad(3, rowCount))));

    expect(short!.confidence).toBeLessThan(long!.confidence);
    expect([short!.tonic, short!.mode]).toEqual([long!.tonic, long!.mode]);
  });
});
