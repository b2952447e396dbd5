import {
  ResidualNetwork,
  type ResidualNetworkShape,
} from "../../../src/dsp/network/residual-network.js";
import { weightReader, type StoredWeights } from "../../../src/dsp/network/stored-weights.js";
import { whiteNoise } from "../../signals/plain-signals.js";

const SHAPE: ResidualNetworkShape = {
  inputCount: 5,
  mapCount: 3,
  firstWidth: 5,
  dilations: [1, 2, 4],
  outputCount: 2,
};

const noise = (length: number): Float32Array =>
  whiteNoise({ seconds: length, sampleRate: 1, gain: 1 });

/** Random weights of a network of `SHAPE`. */
function randomWeights(): StoredWeights {
  const values = Int16Array.from(noise(1000), (value) => Math.round(value * 32_000));
  return { scale: 1e-5, values: Buffer.from(values.buffer).toString("base64") };
}

/** The outputs as the definition has them, all steps at once. */
function plainOutputs(stored: StoredWeights, inputs: readonly Float32Array[]): number[][] {
  const take = weightReader(stored);
  const convolved = (
    maps: readonly ArrayLike<number>[],
    [outputs, width, dilation]: readonly [number, number, number],
  ): number[][] => {
    const weights = take(outputs * maps.length * width);
    return Array.from(take(outputs), (bias, output) =>
      Array.from({ length: inputs[0]!.length }, (_, step) => {
        let sum = bias;
        maps.forEach((map, input) => {
          for (let tap = 0; tap < width; tap++) {
            const weight = weights[(output * maps.length + input) * width + tap]!;
            sum += weight * (map[step + (tap - (width - 1) / 2) * dilation] ?? 0);
          }
        });
        return sum;
      }),
    );
  };
  const rectified = (maps: number[][]): number[][] =>
    maps.map((map) => map.map((value) => Math.max(0, value)));
  let maps = rectified(convolved(inputs, [SHAPE.mapCount, SHAPE.firstWidth, 1]));
  for (const dilation of SHAPE.dilations) {
    const change = rectified(convolved(maps, [SHAPE.mapCount, 3, dilation]));
    maps = maps.map((map, m) => map.map((value, step) => value + change[m]![step]!));
  }
  return convolved(maps, [SHAPE.outputCount, 1, 1]);
}

describe("ResidualNetwork", () => {
  // 40,000 steps are computed in several tiles.
  it.each([1, 50, 40_000])("computes %d steps as the definition does", (stepCount) => {
    const stored = randomWeights();
    const inputs = Array.from({ length: SHAPE.inputCount }, (_, i) =>
      noise(stepCount).map((value) => Math.sin(value * (i + 1))),
    );

    const outputs = new ResidualNetwork(stored, SHAPE).outputs(inputs);

    // Sums of some hundred products in single precision.
    const largest = outputs.map((output, o) =>
      plainOutputs(stored, inputs)[o]!.reduce(
        (max, value, step) => Math.max(max, Math.abs(value - output[step]!)),
        0,
      ),
    );
    expect(Math.max(...largest)).toBeLessThan(1e-5);
  });

  it("returns empty curves without steps", () => {
    const inputs = Array.from({ length: SHAPE.inputCount }, () => new Float32Array(0));

    expect(new ResidualNetwork(randomWeights(), SHAPE).outputs(inputs)).toEqual([
      new Float32Array(0),
      new Float32Array(0),
    ]);
  });
});
