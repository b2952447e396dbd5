import { RealFft } from "../../src/dsp/spectrum/fft.js";
import { hannWindow } from "../../src/dsp/spectrum/short-time-spectrum.js";

/**
 * The magnitude spectra of a signal's frames in plain TypeScript and double precision, as the
 * engine computed them before it had a kernel: a reference that does not depend on the kernel.
 */
export function plainSpectrum(
  samples: Float32Array,
  frameLength: number,
  hopLength: number,
): Float32Array {
  const fft = new RealFft(frameLength);
  const window = hannWindow(frameLength);
  const magnitudes = new Float32Array(frameLength / 2 + 1);
  for (let start = 0; start < samples.length; start += hopLength) {
    fft.transform(samples, start, window);
    const { real, imaginary } = fft;
    for (let k = 0; k < magnitudes.length; k++) {
      magnitudes[k] = Math.sqrt(real[k]! * real[k]! + imaginary[k]! * imaginary[k]!);
    }
  }
  return magnitudes;
}
