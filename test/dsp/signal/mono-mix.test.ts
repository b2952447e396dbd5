import { MonoMix } from "../../../src/dsp/signal/mono-mix.js";
import { sine, whiteNoise } from "../../signals/plain-signals.js";

function mixed(channels: readonly Float32Array[], pieceLengths?: readonly number[]): number[] {
  const mix = new MonoMix(channels.length);
  const length = channels[0]!.length;
  const lengths = pieceLengths ?? [length];
  const output: number[] = [];
  for (let start = 0, piece = 0; start < length; piece++) {
    const end = start + lengths[piece % lengths.length]!;
    output.push(...mix.push(channels.map((channel) => channel.subarray(start, end))));
    start = end;
  }
  output.push(...mix.finish());
  return output;
}

const power = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value * value, 0) / values.length;

const tone = sine({ seconds: 2, frequencyHz: 440, gain: 0.5 });

describe("MonoMix", () => {
  it("passes a single channel unchanged", () => {
    expect(mixed([tone])).toEqual([...tone]);
  });

  it("takes the mean of two channels", () => {
    const left = whiteNoise({ seconds: 0.5, seed: 1 });
    const right = whiteNoise({ seconds: 0.5, seed: 2 });

    const output = mixed([left, right]);

    const mean = left.map((value, i) => (value + right[i]!) / 2);
    output.forEach((value, i) => {
      expect(value).toBeCloseTo(mean[i]!, 6);
    });
  });

  it("keeps inverted stereo at the level of a channel", () => {
    const output = mixed([tone, tone.map((value) => -value)]);

    expect(power(output.slice(4096))).toBeCloseTo(power([...tone]), 2);
  });

  it("returns to the mean when the channels agree again", () => {
    const right = tone.map((value, i) => (i < 11_025 ? -value : value));

    const output = mixed([tone, right]);

    expect(power(output.slice(33_000))).toBeCloseTo(power([...tone]), 2);
  });

  it("keeps the level of a single channel with sound", () => {
    const silent = new Float32Array(tone.length);

    const output = mixed([silent, silent, tone, silent, silent, silent]);

    expect(power(output)).toBeGreaterThan(0.5 * power([...tone]));
  });

  it("does not depend on the sizes of the blocks", () => {
    const channels = [tone, tone.map((value, i) => (i % 30_000 < 15_000 ? -value : value))];

    expect(mixed(channels, [1, 5000, 77, 2048])).toEqual(mixed(channels));
  });

  it.each([0, 1.5, -2])("refuses %d channels", (channelCount) => {
    expect(() => new MonoMix(channelCount)).toThrow(RangeError);
  });
});
