import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { ContainerAudioDecoder } from "../../../src/adapters/decoder/container-audio-decoder.js";
import {
  packFingerprint,
  unpackFingerprint,
} from "../../../src/domain/fingerprint/fingerprint-text.js";
import { TrackAnalyzer } from "../../../src/dsp/index.js";
import { allPieces } from "../../demo/pieces/all-pieces.js";
import { fileNameOf } from "../../demo/encode/encoded-piece.js";
import { wavBytes } from "../../signals/encoded/wav-bytes.js";
import { ensembleChannels } from "../../signals/ensemble-channels.js";
import { equalBitsOf } from "./equal-bits.js";

/**
 * Compares fingerprints with those of Chromaprint's program: `node --import tsx
 * test/evaluation/fingerprint/compare-with-fpcalc.ts FILE…` prints the percentage of equal bits of each file and of all.
 * With `--write` and no files it writes the known answers of the tests, `test/reference/fpcalc.json`: those of the demo
 * library, and of `ensembleChannels` as WAV files of 16 bits. Needs `fpcalc` (Debian's `libchromaprint-tools`, 1.5.1).
 */

const decoder = new ContainerAudioDecoder();

async function fingerprintOf(path: string): Promise<Uint32Array> {
  let analyzer: TrackAnalyzer | undefined;
  for await (const { channels, sampleRate } of decoder.decode({ kind: "file", path })) {
    analyzer ??= new TrackAnalyzer({ sampleRate, channelCount: channels.length });
    analyzer.push(channels);
  }
  return analyzer?.finish().fingerprint ?? new Uint32Array();
}

/** Returns the compressed text that `fpcalc` prints. It prints that, too, where it fails at the end of a file. */
function fpcalc(path: string): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile("fpcalc", ["-length", "0", path], (error, output) => {
      const text = /^FINGERPRINT=(\S+)$/m.exec(output)?.[1];
      if (text !== undefined) resolve(text);
      else reject(new Error(`fpcalc prints no fingerprint of ${path}.`, { cause: error }));
    });
  });
}

async function writeReference(): Promise<void> {
  const answers: Record<string, string> = {};
  const library = new URL("../../../src/demo/library/", import.meta.url);
  for (const name of allPieces.map(fileNameOf)) {
    answers[name] = await fpcalc(fileURLToPath(new URL(encodeURIComponent(name), library)));
  }
  const folder = await mkdtemp(join(tmpdir(), "overtone-fpcalc-"));
  try {
    for (const sampleRate of [
      8_000, 11_025, 16_000, 22_050, 32_000, 44_100, 48_000, 88_200, 96_000,
    ]) {
      for (const channelCount of [1, 2] as const) {
        const path = join(folder, "ensemble.wav");
        const channels = ensembleChannels(sampleRate, channelCount);
        await writeFile(path, wavBytes({ channels, sampleRate, encoding: "s16" }));
        answers[`${sampleRate} Hz, channels: ${channelCount}`] = await fpcalc(path);
      }
    }
  } finally {
    await rm(folder, { recursive: true });
  }
  const reference = new URL("../../reference/fpcalc.json", import.meta.url);
  await writeFile(reference, `${JSON.stringify(answers, null, 2)}\n`);
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { write: { type: "boolean", default: false } },
});
if (values.write) await writeReference();

let [equal, count] = [0, 0];
for (const path of positionals) {
  const words = await fingerprintOf(path);
  const known = unpackFingerprint(await fpcalc(path));
  const share = equalBitsOf(words, known);
  equal += share * known.length;
  count += known.length;
  const size = packFingerprint(words).length;
  console.log(
    `${(100 * share).toFixed(2)} %  ${known.length} words, ${size} bytes  ${basename(path)}`,
  );
}
if (count > 0) console.log(`${((100 * equal) / count).toFixed(3)} % of all bits`);
