import { analyzeTrack } from "../../src/dsp/index.js";
import { ShortTimeSpectrum } from "../../src/dsp/spectrum/short-time-spectrum.js";
import { findPeers } from "./peers.js";
import { fourMinutes } from "./four-minutes.js";

/**
 * Speed as ratios within one run: `npm run bench`. Our own figures are the whole engine on a
 * four-minute track, after decoding. Peers are yardsticks that nobody needs to run Overtone: those
 * that are not installed are named and left out.
 */

const RUNS = 3;

/** CPU seconds of the fastest of a few runs: what the machine's other work disturbed least. */
function cpuSeconds(work: () => unknown): number {
  const times = Array.from({ length: RUNS }, () => {
    const before = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1e6;
  });
  return Math.min(...times);
}

const sampleRate = 22_050;
const samples = fourMinutes(sampleRate);
const half = samples.filter((_, index) => index % 2 === 0);

function spectra(): void {
  for (const [signal, frameLength, hopLength] of [
    [samples, 1024, 256],
    [half, 8192, 2048],
  ] as const) {
    const spectrum = new ShortTimeSpectrum({ frameLength, hopLength, onFrame: () => undefined });
    spectrum.push(signal);
    spectrum.finish();
  }
}

const engine = cpuSeconds(() => analyzeTrack([samples], sampleRate));
const spectrum = cpuSeconds(spectra);
const minutes = samples.length / sampleRate / 60;
console.log(`Overtone, all fields        ${engine.toFixed(2)} CPU s for ${minutes} minutes`);
console.log(
  `Overtone, its spectra alone ${spectrum.toFixed(2)} CPU s: the engine takes ${(engine / spectrum).toFixed(1)} x that`,
);

for (const peer of await findPeers()) {
  if (peer.measure === undefined) {
    console.log(
      `${peer.name}: left out, it is not installed (npm install --no-save ${peer.packageName})`,
    );
    continue;
  }
  const measure = peer.measure;
  const seconds = cpuSeconds(() => measure(samples, sampleRate));
  console.log(
    `${peer.name.padEnd(30)}${seconds.toFixed(2)} CPU s: ${(seconds / engine).toFixed(1)} x Overtone`,
  );
}
