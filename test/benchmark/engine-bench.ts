import { analyzeTrack } from "../../src/dsp/index.js";
import { ShortTimeSpectrum } from "../../src/dsp/spectrum/short-time-spectrum.js";
import { fourMinutes } from "./material/four-minutes.js";
import { findPeers } from "./peers.js";
import { plainSpectrum } from "./plain-spectrum.js";

const RUNS = 4;
/**
 * Frame and hop of the engine's two spectra, and samples of 22.05 kHz per sample of the spectrum.
 */
const SPECTRA = [
  [1024, 256, 1],
  [8192, 2048, 2],
] as const;

/** Returns the CPU seconds of the fastest of a few runs, which other processes disturbed least. */
function cpuSeconds(work: () => unknown): number {
  const times = Array.from({ length: RUNS }, () => {
    const before = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1e6;
  });
  return Math.min(...times);
}

function kernelSpectra(samples: Float32Array): void {
  for (const [frameLength, hopLength, decimation] of SPECTRA) {
    const spectrum = new ShortTimeSpectrum({ frameLength, hopLength, onFrame: () => undefined });
    spectrum.push(samples.subarray(0, samples.length / decimation));
    spectrum.finish();
  }
}

function plainSpectra(samples: Float32Array): void {
  for (const [frameLength, hopLength, decimation] of SPECTRA) {
    plainSpectrum(samples.subarray(0, samples.length / decimation), frameLength, hopLength);
  }
}

/**
 * The whole engine on a four-minute track, after decoding, against its own spectra and against
 * peers. Peers are not needed to run Overtone; those that are not installed are listed and left
 * out.
 */
export async function benchEngine(): Promise<void> {
  const mono = fourMinutes(22_050);
  const left = fourMinutes(44_100);
  const right = left.map((sample, i) => 0.9 * sample + 0.05 * Math.sin(0.01 * i));
  const minutes = mono.length / 22_050 / 60;

  const engine = cpuSeconds(() => analyzeTrack([mono], 22_050));
  const stereo = cpuSeconds(() => analyzeTrack([left, right], 44_100));
  console.log(`Overtone, all fields of ${minutes} minutes, CPU seconds after decoding:`);
  report("mono, 22.05 kHz", engine, `${(engine / minutes).toFixed(3)} a minute`);
  report("stereo, 44.1 kHz", stereo, `${(stereo / minutes).toFixed(3)} a minute`);
  for (const [name, work] of [
    ["its spectra alone, by the kernel", kernelSpectra],
    ["its spectra alone, in plain TypeScript", plainSpectra],
  ] as const) {
    const seconds = cpuSeconds(() => work(mono));
    report(name, seconds, `the engine takes ${(engine / seconds).toFixed(1)} x that`);
  }
  await benchPeers(mono, engine);
}

async function benchPeers(samples: Float32Array, engine: number): Promise<void> {
  for (const { name, packageName, measure } of await findPeers()) {
    if (measure === undefined) {
      console.log(
        `${name}: left out, it is not installed (npm install --no-save --ignore-scripts ${packageName})`,
      );
      continue;
    }
    const seconds = cpuSeconds(() => measure(samples, 22_050));
    report(name, seconds, `${(seconds / engine).toFixed(1)} x Overtone`);
  }
}

function report(name: string, seconds: number, remark: string): void {
  console.log(`${name.padEnd(42)}${seconds.toFixed(2).padStart(6)} CPU s: ${remark}`);
}
