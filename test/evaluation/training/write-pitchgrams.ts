import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ContainerAudioDecoder } from "../../../src/adapters/decoder/container-audio-decoder.js";
import { HalvingDecimator } from "../../../src/dsp/signal/halving-decimator.js";
import { ShortTimeSpectrum } from "../../../src/dsp/spectrum/short-time-spectrum.js";
import { PitchgramStore, type Pitchgram } from "../../../src/dsp/tonal/pitchgram.js";
import {
  PitchSpectrum,
  TONAL_FRAME_LENGTH,
  TONAL_HOP_LENGTH,
  TONAL_SAMPLE_RATE,
} from "../../../src/dsp/tonal/pitch-spectrum.js";
import { listenInMono, type AudioBlocks } from "./mono-audio.js";

/**
 * Writes the training data of the key network: `node --import tsx
 * test/evaluation/training/write-pitchgrams.ts DIR OUT`, where DIR holds audio and `labels.json`, a list of
 * `{ file, key?, mode? }`. Makes `OUT.bin` and `OUT.json` as `train_key_network.py` reads them.
 */

/** Returns the pitchgram of blocks of audio of one sample rate. */
export async function pitchgramOf(blocks: AudioBlocks): Promise<Pitchgram> {
  const store = new PitchgramStore();
  const pitchSpectrum = new PitchSpectrum();
  const spectrum = new ShortTimeSpectrum({
    frameLength: TONAL_FRAME_LENGTH,
    hopLength: TONAL_HOP_LENGTH,
    onFrame: (magnitudes) => {
      store.add(pitchSpectrum.read(magnitudes) ? pitchSpectrum.pitches : undefined);
    },
  });
  const decimator = new HalvingDecimator();
  await listenInMono(blocks, 2 * TONAL_SAMPLE_RATE, (samples) => {
    spectrum.push(decimator.push(samples));
  });
  spectrum.push(decimator.finish());
  spectrum.finish();
  return store.toPitchgram(pitchSpectrum.tuning);
}

async function main(folder: string, out: string): Promise<void> {
  const labels = JSON.parse(await readFile(join(folder, "labels.json"), "utf8")) as {
    file: string;
  }[];
  const decoder = new ContainerAudioDecoder();
  const clips: object[] = [];
  const rows: Float32Array[] = [];
  for (const label of labels) {
    const audio = { kind: "file", path: join(folder, label.file) } as const;
    const pitchgram = await pitchgramOf(decoder.decode(audio));
    clips.push({ ...label, offset: rows.length, length: pitchgram.rows.length });
    rows.push(...pitchgram.rows);
  }
  await writeFile(`${out}.json`, JSON.stringify(clips));
  await writeFile(`${out}.bin`, Buffer.concat(rows.map((row) => Buffer.from(row.buffer))));
}

if (process.argv[1] === import.meta.filename) {
  const [, , folder, out] = process.argv;
  if (folder === undefined || out === undefined)
    throw new Error("Give a folder and an output path as arguments.");
  await main(folder, out);
}
