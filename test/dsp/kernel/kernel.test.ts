import { TrackAnalyzer, type TrackFeatures } from "../../../src/dsp/index.js";
import { asDoubles, kernel, kernelArrays } from "../../../src/dsp/kernel/kernel.js";
import { whiteNoise } from "../../signals/plain-signals.js";

const noise = (length: number): Float32Array =>
  whiteNoise({ seconds: length, sampleRate: 1, gain: 1 });

/** Features of mono signals of one length, whose analyses receive their blocks alternately. */
function analysesOf(signals: readonly Float32Array[]): TrackFeatures[] {
  const analyzers = signals.map(() => new TrackAnalyzer({ sampleRate: 22_050, channelCount: 1 }));
  for (let start = 0; start < signals[0]!.length; start += 5000) {
    analyzers.forEach((analyzer, i) => {
      analyzer.push([signals[i]!.subarray(start, start + 5000)]);
    });
  }
  return analyzers.map((analyzer) => analyzer.finish());
}

describe("kernelArrays", () => {
  it("places arrays at multiples of 16 bytes, without overlap", () => {
    const arrays = kernelArrays([1, 5, 4, 0, 3]);

    expect(arrays.map(({ byteOffset }) => byteOffset)).toEqual([0, 16, 48, 64, 64]);
    expect(arrays.map(({ length }) => length)).toEqual([1, 5, 4, 0, 3]);
  });

  it("refuses more than the size of the memory", () => {
    expect(() => kernelArrays([2 ** 18, 2 ** 18, 1])).toThrow(RangeError);
  });
});

describe("kernel", () => {
  it("has no state between calls, so that analyses can be interleaved", () => {
    const signals = [noise(5 * 22_050), noise(5 * 22_050).map((value) => value ** 3)];

    const inTurns = analysesOf(signals);

    expect(inTurns).toEqual(signals.flatMap((signal) => analysesOf([signal])));
  });

  it.each([1, 2, 7, 8, 9, 100])("decimates %d samples as the definition does", (outputCount) => {
    const tapCount = 20;
    const signal = noise(2 * outputCount + 4 * tapCount - 2);
    const weights = noise(tapCount);
    const [samples, taps, work, outputs] = kernelArrays([
      signal.length + 32,
      tapCount,
      signal.length + 32,
      outputCount + 8,
    ]);
    samples.fill(NaN);
    samples.set(signal);
    taps.set(weights);

    kernel().halve(
      samples.byteOffset,
      outputCount,
      taps.byteOffset,
      tapCount,
      work.byteOffset,
      outputs.byteOffset,
    );

    for (let i = 0; i < outputCount; i++) {
      const centre = 2 * i + 2 * tapCount - 1;
      let sum = 0.5 * signal[centre]!;
      weights.forEach((weight, tap) => {
        sum += weight * (signal[centre - 2 * tap - 1]! + signal[centre + 2 * tap + 1]!);
      });
      expect(outputs[i]).toBeCloseTo(sum, 5);
    }
  });

  it("filters samples by the coefficients of their phase, up to the last sample", () => {
    const [phaseCount, tapCount, reach, step] = [5, 12, 5, 1.4];
    const signal = noise(50);
    const bank = noise(phaseCount * tapCount);
    const [samples, taps, outputs] = kernelArrays([54, bank.length, 100]);
    samples.fill(0);
    samples.set(signal);
    taps.set(bank);

    const count = kernel().resample(
      ...[samples.byteOffset, 50, -reach, taps.byteOffset, phaseCount, tapCount],
      ...[reach, 2 * reach, step, 0, Infinity, outputs.byteOffset],
    );

    // The last filter that fits starts at sample 40: 40 - 1 positions, 1.4 apart, from 0 on.
    expect(count).toBe(Math.floor(39.99 / step) + 1);
    for (let i = 0; i < count; i++) {
      const position = Math.round(i * step * phaseCount);
      const start = Math.floor(position / phaseCount) + 1;
      const filter = bank.subarray((position % phaseCount) * tapCount);
      let sum = 0;
      for (let tap = 0; tap < tapCount; tap++) sum += filter[tap]! * (signal[start + tap] ?? 0);
      expect(outputs[i]).toBeCloseTo(sum, 5);
    }
  });

  it.each([
    [1, 1, 1, 0, 0],
    [3, 4, 5, 1, 1],
    [2, 8, 33, 6, 0],
    [5, 4, 2, 0, 2],
  ])(
    "convolves %d maps into %d, over %d steps, reaching %d and %d",
    (mapCount, outputs, stepCount, pitchReach, timeReach) => {
      const [pitchCount, margin] = [8, 6];
      const outputCount = 4 * Math.ceil(outputs / 4);
      const row = pitchCount + 2 * margin;
      const taps = (2 * pitchReach + 1) * (2 * timeReach + 1);
      const mapSize = (stepCount + 2 * timeReach) * row;
      const arrays = kernelArrays([
        mapCount * mapSize,
        outputCount * mapCount * taps,
        outputCount,
        outputCount * stepCount * row,
      ]);
      const [maps, weights, biases, results] = arrays;
      for (const array of [maps, weights, biases]) array.set(noise(array.length));

      kernel().convolve(
        ...[maps.byteOffset, mapCount, mapSize, weights.byteOffset, biases.byteOffset],
        ...[results.byteOffset, outputCount, stepCount, pitchCount, margin],
        ...[-pitchReach, 2 * pitchReach + 1, 1, 2 * timeReach + 1, row, 1],
      );

      for (let o = 0; o < outputCount; o++) {
        for (let step = 0; step < stepCount; step++) {
          for (let pitch = 0; pitch < pitchCount; pitch++) {
            let sum = biases[o]!;
            let tap = 4 * Math.floor(o / 4) * mapCount * taps + (o % 4);
            for (let m = 0; m < mapCount; m++) {
              for (let dp = -pitchReach; dp <= pitchReach; dp++) {
                for (let t = 0; t <= 2 * timeReach; t++, tap += 4) {
                  sum +=
                    weights[tap]! * maps[m * mapSize + (step + t) * row + margin + pitch + dp]!;
                }
              }
            }
            const result = results[(o * stepCount + step) * row + margin + pitch]!;
            expect(result).toBeCloseTo(Math.max(0, sum), 4);
          }
        }
      }
    },
  );

  it("adds the energies of two channels after a shelf and a high-pass, and keeps their states", () => {
    const [b0, b1, b2, a1, a2, c1, c2] = [1.5, -0.4, 0.3, -0.9, 0.4, -1.6, 0.7];
    const channels = [noise(50), noise(50).map((value) => value / 3)];
    const [first, second, ...rest] = kernelArrays([50, 50, 14, 16, 4]);
    const [coefficients, states, energies] = rest.map(asDoubles);
    first.set(channels[0]!);
    second.set(channels[1]!);
    coefficients!.set([b0, b1, b2, a1, a2, c1, c2]);
    states!.fill(0);
    energies!.set([1, 2]);

    for (const [start, count] of [
      [0, 17],
      [17, 33],
    ] as const) {
      kernel().addWeightedEnergies(
        ...[first.byteOffset + 4 * start, second.byteOffset + 4 * start, count],
        ...[coefficients!.byteOffset, states!.byteOffset, energies!.byteOffset],
      );
    }

    channels.forEach((channel, lane) => {
      let [s1, s2, h1, h2, energy] = [0, 0, 0, 0, 1 + lane];
      for (const sample of channel) {
        const shelf = sample - a1 * s1 - a2 * s2;
        const shelved = b0 * shelf + b1 * s1 + b2 * s2;
        const pass = shelved - c1 * h1 - c2 * h2;
        energy += (pass - 2 * h1 + h2) ** 2;
        [s1, s2, h1, h2] = [shelf, s1, pass, h1];
      }
      expect(energies![lane]).toBeCloseTo(energy, 10);
    });
  });

  it("finds the peak between samples at any position, and keeps a larger earlier one", () => {
    const [pointCount, tapCount] = [64, 12];
    const phases = [noise(tapCount), noise(tapCount).map((value) => value / 2)];
    const factors = phases.map((phase) => phase.map(Math.abs));
    const signal = noise(pointCount + tapCount - 1);
    const [samples, taps] = kernelArrays([signal.length, 2 * tapCount]);
    const peakAfter = (peak: number): number => {
      samples.set(signal);
      taps.set([...phases[0]!, ...phases[1]!]);
      // Upper bounds: every weight counts, whatever its position.
      const bound = Math.max(...factors.map((each) => each.reduce((sum, value) => sum + value)));
      return kernel().interpolatedPeak(
        ...[samples.byteOffset, pointCount, taps.byteOffset, tapCount, bound, bound, peak],
      );
    };

    const peak = peakAfter(0);

    let wanted = Math.max(...signal.map(Math.abs));
    for (let i = 0; i < pointCount; i++) {
      const around = signal.subarray(i, i + tapCount);
      for (const phase of [...phases, phases[0]!.slice().reverse()]) {
        const value = phase.reduce((sum, tap, k) => sum + tap * around[k]!, 0);
        wanted = Math.max(wanted, Math.abs(value));
      }
    }
    expect(peak).toBeCloseTo(wanted, 5);
    expect(peakAfter(1000)).toBe(1000);
  });

  it("measures and mixes channels as the definition does", () => {
    const [channelCount, length] = [3, 64];
    const signals = Array.from({ length: channelCount }, () => noise(length).map(Math.sin));
    signals[1]!.reverse();
    const [channels, energies, factors, mixed] = kernelArrays([
      channelCount * length,
      channelCount + 1,
      2 * channelCount,
      length,
    ]);
    channels.set(signals.flatMap((signal) => [...signal]));
    factors.set([0.5, -1, 0.25, 0.01, 0, -0.02]);

    kernel().energies(channels.byteOffset, channelCount, length, energies.byteOffset);
    kernel().mix(channels.byteOffset, channelCount, length, factors.byteOffset, mixed.byteOffset);

    const energy = (signal: Float32Array): number => signal.reduce((sum, x) => sum + x * x, 0);
    const mean = signals[0]!.map((x, i) => (x + signals[1]![i]! + signals[2]![i]!) / 3);
    [...signals, mean].forEach((signal, i) => expect(energies[i]).toBeCloseTo(energy(signal), 4));
    mixed.forEach((value, i) => {
      const [a, b, c] = signals.map((signal) => signal[i]!) as [number, number, number];
      expect(value).toBeCloseTo((0.5 + 0.01 * i) * a - b + (0.25 - 0.02 * i) * c, 5);
    });
  });
});
