import { LoudnessMeter } from "../../../src/dsp/timbre/loudness.js";
import type { Loudness } from "../../../src/dsp/timbre/loudness.js";

/** A sine whose level changes, each part [level dBFS, seconds], faded in and out over 20 ms. */
function sine(
  parts: readonly (readonly [number, number])[],
  { sampleRate = 48000, hz = 1000, phaseDegrees = 0 } = {},
): Float32Array {
  const turn = (2 * Math.PI * hz) / sampleRate;
  const [stepCosine, stepSine] = [Math.cos(turn), Math.sin(turn)];
  const fadeLength = 0.02 * sampleRate;
  const signal = new Float32Array(
    parts.reduce((length, [, seconds]) => length + Math.round(seconds * sampleRate), 0),
  );
  let cosine = Math.cos((Math.PI * phaseDegrees) / 180);
  let sine = Math.sin((Math.PI * phaseDegrees) / 180);
  let start = 0;
  for (const [level, seconds] of parts) {
    const amplitude = 10 ** (level / 20);
    const end = start + Math.round(seconds * sampleRate);
    for (let i = start; i < end; i++) {
      const edge = i < signal.length - i ? i : signal.length - i;
      signal[i] = amplitude * sine * (edge < fadeLength ? edge / fadeLength : 1);
      const next = cosine * stepCosine - sine * stepSine;
      sine = sine * stepCosine + cosine * stepSine;
      cosine = next;
    }
    start = end;
  }
  return signal;
}

function measure(
  channels: readonly Float32Array[],
  { sampleRate = 48000, chunkLength = Infinity } = {},
): Loudness {
  const meter = new LoudnessMeter({ sampleRate, channelCount: channels.length });
  const length = channels[0]!.length;
  for (let start = 0; start < length; start += chunkLength) {
    meter.push(channels.map((channel) => channel.subarray(start, start + chunkLength)));
    if (chunkLength === Infinity) break;
  }
  return meter.finish();
}

const stereo = (channel: Float32Array): Float32Array[] => [channel, channel];
const whiteNoise = (seconds: number): Float32Array => {
  const signal = new Float32Array(48000 * seconds);
  let state = 1;
  for (let i = 0; i < signal.length; i++) {
    state = (state * 16807) % 2147483647;
    signal[i] = state / 1073741823.5 - 1;
  }
  return signal;
};

describe("LoudnessMeter", () => {
  // EBU Tech 3341, table 1: tolerance 0.1 LU.
  it.each([
    ["1: one level", [[-23, 20]], -23],
    ["2: a lower level", [[-33, 20]], -33],
    ["3: quiet ends below the relative gate", [[-36, 10], [-23, 60], [-36, 10]], -23], // prettier-ignore
    ["4: ends below the absolute gate too", [[-72, 10], [-36, 10], [-23, 60], [-36, 10], [-72, 10]], -23], // prettier-ignore
    ["5: levels inside the gate", [[-26, 20], [-20, 20.1], [-26, 20]], -23], // prettier-ignore
  ] as const)("meets EBU 3341 case %s", (_, parts, expected) => {
    const signal = stereo(sine(parts));

    const { integratedLufs } = measure(signal);

    expect(Math.abs(integratedLufs! - expected)).toBeLessThan(0.1);
  });

  it("meets EBU 3341 case 6: five channels at their weights", () => {
    const [front, centre, surround] = [-28, -24, -30].map((level) => sine([[level, 20]]));
    const silent = new Float32Array(front!.length);

    const { integratedLufs } = measure([front!, front!, centre!, silent, surround!, surround!]);

    expect(Math.abs(integratedLufs! + 23)).toBeLessThan(0.1);
  });

  it("measures -3.01 LUFS for a full-scale sine of 997 Hz in one channel", () => {
    const signal = sine([[0, 20]], { hz: 997 });

    const { integratedLufs } = measure([signal]);

    expect(integratedLufs).toBeCloseTo(-3.01, 2);
  });

  it.each([16000, 22050, 44100, 96000, 192000])("measures the same at %d Hz", (sampleRate) => {
    const signal = sine([[-23, 5]], { sampleRate });

    const { integratedLufs } = measure(stereo(signal), { sampleRate });

    expect(Math.abs(integratedLufs! + 23)).toBeLessThan(0.1);
  });

  // EBU Tech 3342, table 1: tolerance 1 LU.
  it.each([
    ["1", [[-20, 20], [-30, 20]], 10], // prettier-ignore
    ["2", [[-20, 20], [-15, 20]], 5], // prettier-ignore
    ["3", [[-40, 20], [-20, 20]], 20], // prettier-ignore
    ["4", [[-50, 20], [-35, 20], [-20, 20], [-35, 20], [-50, 20]], 15], // prettier-ignore
  ] as const)("meets EBU 3342 case %s", (_, parts, expected) => {
    const signal = stereo(sine(parts));

    const { rangeLu } = measure(signal);

    expect(Math.abs(rangeLu! - expected)).toBeLessThan(1);
  });

  // EBU Tech 3341, table 1, cases 15 to 19: tolerance +0.2 and -0.4 dB.
  it.each([
    [4, 0, 0.5, -6],
    [4, 45, 0.5, -6],
    [6, 60, 0.5, -6],
    [8, 67.5, 0.5, -6],
    [4, 45, 1.41, 3],
  ])("finds the peak between samples at 1/%d of the rate, phase %d", (part, phase, gain, dbtp) => {
    const signal = sine([[20 * Math.log10(gain), 1]], { hz: 48000 / part, phaseDegrees: phase });

    const { truePeakDbtp } = measure([signal]);

    expect(truePeakDbtp).toBeGreaterThan(dbtp - 0.4);
    expect(truePeakDbtp).toBeLessThan(dbtp + 0.2);
  });

  it("changes loudness and peak with the gain, and not the range", () => {
    const signal = sine([
      [-20, 5],
      [-12, 5],
    ]);

    const loud = measure([signal]);
    const quiet = measure([signal.map((sample) => 0.1 * sample)]);

    expect(quiet.integratedLufs! + 20).toBeCloseTo(loud.integratedLufs!, 4);
    expect(quiet.truePeakDbtp! + 20).toBeCloseTo(loud.truePeakDbtp!, 4);
    expect(quiet.rangeLu).toBeCloseTo(loud.rangeLu!, 4);
  });

  it("does not depend on the sizes of the blocks", () => {
    const signal = stereo(whiteNoise(4));

    const whole = measure(signal);
    const cut = measure(signal, { chunkLength: 777 });

    expect(cut.integratedLufs).toBeCloseTo(whole.integratedLufs!, 9);
    expect(cut.rangeLu).toBeCloseTo(whole.rangeLu!, 9);
    expect(cut.truePeakDbtp).toBe(whole.truePeakDbtp);
  });

  it("has a range from the first sound to the last that silence around it does not change", () => {
    const level = [[-20, 4] as const, [-35, 4] as const, [-20, 4] as const];
    const sound = sine(level);
    const surrounded = new Float32Array(sound.length + 48000 * 10);
    surrounded.set(sound, 48000 * 5);

    const { soundRangeLu, rangeLu } = measure([surrounded]);

    const alone = measure([sound]).soundRangeLu!;
    expect(alone).toBeCloseTo(15, 0);
    expect(Math.abs(soundRangeLu! - alone)).toBeLessThan(0.2);
    expect(Math.abs(rangeLu! - alone)).toBeGreaterThan(1);
  });

  it("has no values for silence", () => {
    const signal = stereo(new Float32Array(48000 * 5));

    const loudness = measure(signal);

    expect(loudness).toMatchObject({ integratedLufs: null, rangeLu: null, truePeakDbtp: null });
    expect(loudness.soundRangeLu).toBeNull();
  });

  it("has only a peak for a single sample", () => {
    const signal = [Float32Array.of(0.5)];

    const loudness = measure(signal);

    expect(loudness.integratedLufs).toBeNull();
    expect(loudness.rangeLu).toBeNull();
    expect(loudness.truePeakDbtp).toBeCloseTo(-6.02, 2);
  });

  it("ignores a constant offset", () => {
    const signal = sine([[-23, 10]]);
    const offset = signal.map((sample) => sample + 0.25);

    const { integratedLufs } = measure(stereo(offset));

    expect(Math.abs(integratedLufs! + 23)).toBeLessThan(0.1);
  });

  it("finds an overshoot above full scale in clipped noise", () => {
    const clipped = whiteNoise(2).map((sample) => Math.max(-1, Math.min(1, 8 * sample)));

    const { truePeakDbtp } = measure([clipped]);

    expect(truePeakDbtp).toBeGreaterThan(0);
  });

  it.each([
    [0, 2],
    [48000, 0],
    [48000, 1.5],
  ])("refuses a stream of %d Hz and %d channels", (sampleRate, channelCount) => {
    const create = (): LoudnessMeter => new LoudnessMeter({ sampleRate, channelCount });

    expect(create).toThrow(RangeError);
  });
});
