import { MelFilterbank } from "../../../src/dsp/spectrum/mel-bands.js";

const filterbank = new MelFilterbank({
  sampleRate: 22_050,
  frameLength: 1024,
  bandCount: 40,
  lowestHz: 30,
  highestHz: 10_000,
});

function bandsOf(magnitudes: Float32Array): Float32Array {
  const bands = new Float32Array(40);
  filterbank.apply(magnitudes, bands);
  return bands;
}

describe("MelFilterbank", () => {
  it("has the same level in every band for a flat spectrum", () => {
    const bands = bandsOf(new Float32Array(513).fill(3));

    for (const band of bands) expect(band).toBeCloseTo(3, 5);
  });

  it("raises the band of a tone with the tone", () => {
    const loudest = [5, 20, 100, 400].map((bin) => {
      const magnitudes = new Float32Array(513);
      magnitudes[bin] = 1;
      const bands = bandsOf(magnitudes);
      return bands.indexOf(Math.max(...bands));
    });

    expect(loudest).toEqual([...loudest].sort((a, b) => a - b));
    expect(new Set(loudest).size).toBe(4);
  });

  it("reads nothing outside its range", () => {
    const magnitudes = new Float32Array(513);
    magnitudes.fill(1, 470);

    expect(Math.max(...bandsOf(magnitudes))).toBe(0);
  });
});
