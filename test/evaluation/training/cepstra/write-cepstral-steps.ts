import { open, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ContainerAudioDecoder } from "../../../../src/adapters/decoder/container-audio-decoder.js";
import { MEL_BAND_COUNT, melBands } from "../../../../src/dsp/spectrum/mel-bands.js";
import { ShortTimeSpectrum } from "../../../../src/dsp/spectrum/short-time-spectrum.js";
import {
  CepstralSteps,
  FRAMES_PER_CEPSTRAL_STEP,
  FOREGROUND_BAND_FLOOR,
} from "../../../../src/dsp/timbre/timbre-statistics.js";
import { FLOOR, FrameTimbre } from "../../../../src/dsp/timbre/frame-timbre.js";
import { listenInMono, type AudioBlocks } from "../mono-audio.js";

/**
 * Writes the training data of the networks over cepstra: `node --import tsx
 * test/evaluation/training/cepstra/write-cepstral-steps.ts DIR OUT`, where DIR holds audio and `labels.json`, a list of
 * `{ file, … }`, as the programs of `src/training/cepstra` write it. Makes `OUT.json`, the same list with the number of
 * steps, and `OUT.bin`, for each recording 13 rows of steps: 12 coefficients, and the time in seconds.
 */
const SHORT = { sampleRate: 22_050, frameLength: 1024, hopLength: 256 } as const;

/** Returns the coefficients of blocks of audio in steps, as the engine computes them, and the middle of each step, seconds. */
export async function cepstralStepsOf(blocks: AudioBlocks): Promise<Float32Array[]> {
  const frame = new FrameTimbre(FOREGROUND_BAND_FLOOR);
  const steps = new CepstralSteps();
  const filterbank = melBands(SHORT);
  const bands = new Float32Array(MEL_BAND_COUNT);
  const times: number[] = [];
  let frameCount = 0;
  const spectrum = new ShortTimeSpectrum({
    ...SHORT,
    onFrame: (magnitudes) => {
      filterbank.apply(magnitudes, bands);
      if (frame.read(magnitudes, bands)) {
        steps.add(frame.bands.coefficients[FLOOR.foreground]);
        times.push((frameCount * SHORT.hopLength) / SHORT.sampleRate);
      }
      frameCount += 1;
    },
  });
  await listenInMono(blocks, SHORT.sampleRate, (samples) => {
    spectrum.push(samples);
  });
  spectrum.finish();
  const coefficients = steps.toArrays();
  const middles = coefficients[0]!.map(
    (_, step) => times[(step + 0.5) * FRAMES_PER_CEPSTRAL_STEP]!,
  );
  return [...coefficients, middles];
}

async function main(folder: string, out: string): Promise<void> {
  const labels = JSON.parse(await readFile(join(folder, "labels.json"), "utf8")) as {
    file: string;
  }[];
  const decoder = new ContainerAudioDecoder();
  const recordings: object[] = [];
  const binary = await open(`${out}.bin`, "w");
  for (const label of labels) {
    const audio = { kind: "file", path: join(folder, label.file) } as const;
    const rows = await cepstralStepsOf(decoder.decode(audio));
    recordings.push({ ...label, steps: rows[0]!.length });
    for (const row of rows) await binary.write(new Uint8Array(row.slice().buffer));
  }
  await binary.close();
  await writeFile(`${out}.json`, JSON.stringify(recordings));
}

if (process.argv[1] === import.meta.filename) {
  const [, , folder, out] = process.argv;
  if (folder === undefined || out === undefined)
    throw new Error("Give a folder and an output path as arguments.");
  await main(folder, out);
}
