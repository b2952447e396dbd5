import { tempoLikelihood } from "../../../../src/dsp/rhythm/tempo/tempo-network.js";
import {
  TEMPO_BIN_COUNT,
  bpmToTempoBin,
  tempoBinToBpm,
  type Tempogram,
} from "../../../../src/dsp/rhythm/tempo/tempogram.js";

/**
 * The tempogram of an even pulse: correlation at every multiple of its period, Fourier at every
 * harmonic.
 */
function evenPulse(bpm: number, strength = 1): Tempogram {
  const peakAt = (multiples: readonly number[]): Float32Array =>
    Float32Array.from({ length: TEMPO_BIN_COUNT }, (_, bin) =>
      multiples.reduce((sum, multiple) => {
        const distance = bin - bpmToTempoBin(bpm * multiple);
        return sum + strength * Math.exp(-0.5 * (distance / 1.5) ** 2);
      }, 0),
    );
  const curve = {
    autocorrelation: peakAt([1, 1 / 2, 1 / 3, 1 / 4]),
    fourier: peakAt([1, 2, 3, 4]),
  };
  return {
    curves: Array.from({ length: 6 }, () => curve),
    alternation: Array.from({ length: 3 }, () => curve.autocorrelation),
  };
}

describe("tempoLikelihood", () => {
  it.each([80, 100, 120])("is largest at an even pulse of %d BPM", (bpm) => {
    const likelihood = tempoLikelihood(evenPulse(bpm));

    const best = likelihood.indexOf(Math.max(...likelihood));
    // One bin of the axis is 2 %.
    expect(Math.abs(tempoBinToBpm(best) / bpm - 1)).toBeLessThan(0.03);
  });

  it("sums to one over the tempi that a listener might tap, and is zero elsewhere", () => {
    const likelihood = tempoLikelihood(evenPulse(100));

    expect(likelihood.reduce((sum, value) => sum + value, 0)).toBeCloseTo(1, 9);
    expect(Math.max(...likelihood.slice(0, 48), ...likelihood.slice(142))).toBe(0);
  });

  it("does not depend on how strong the tempogram is", () => {
    const weak = tempoLikelihood(evenPulse(100, 1));
    const strong = tempoLikelihood(evenPulse(100, 20));

    weak.forEach((value, bin) => {
      expect(strong[bin]).toBeCloseTo(value, 1);
    });
  });
});
