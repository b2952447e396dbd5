import { MapGrid, convolve } from "../../../src/dsp/network/network-layers.js";

const PITCHES = 8;
const grid = new MapGrid(PITCHES, 4);

/** A map of the rows given, one per pitch, and of zeros above. */
function mapOf(rows: readonly (readonly number[])[]): Float32Array {
  const map = new Float32Array(grid.size);
  rows.forEach((row, pitch) => {
    row.forEach((value, step) => (map[grid.stepStart(step) + pitch] = value));
  });
  return map;
}

const rowsOf = (map: Float32Array): number[][] =>
  Array.from({ length: PITCHES }, (_, pitch) =>
    [0, 1, 2, 3].map((step) => map[grid.stepStart(step) + pitch]!),
  );

const map = mapOf([
  [1, 2, 3, 4],
  [5, 6, 7, 8],
  [9, 10, 11, 12],
]);

describe("convolve", () => {
  it("reads the neighbours in time and pitch, and zeros beyond the edges", () => {
    // One step back, plus ten times one pitch up.
    const weights = Float32Array.of(0, 0, 0, 1, 0, 0, 0, 10, 0);
    const layer = { inputs: 1, pitchReach: 1, timeReach: 1, weights, biases: Float32Array.of(0) };

    const [output] = convolve([map], layer, grid);

    expect(rowsOf(output!).slice(0, 3)).toEqual([
      [50, 61, 72, 83],
      [90, 105, 116, 127],
      [0, 9, 10, 11],
    ]);
  });

  it("sums its inputs, adds the bias and sets negative values to zero", () => {
    const layer = {
      inputs: 2,
      pitchReach: 0,
      timeReach: 0,
      weights: Float32Array.of(1, -2),
      biases: Float32Array.of(7),
    };

    const [output] = convolve([map, map], layer, grid);

    expect(rowsOf(output!).slice(0, 3)).toEqual([
      [6, 5, 4, 3],
      [2, 1, 0, 0],
      [0, 0, 0, 0],
    ]);
  });
});
