import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ContainerAudioDecoder } from "../../../../src/adapters/decoder/container-audio-decoder.js";
import type { BeatTracker } from "../../../../src/dsp/rhythm/levels/beat-tracker.js";
import { RhythmStream } from "../../../dsp/rhythm/rhythm-stream.js";
import { SAMPLE_RATE } from "../../../signals/plain-signals.js";
import { listenInMono, type AudioBlocks } from "../mono-audio.js";

/**
 * Writes the training data of the downbeat network: `node --import tsx
 * test/evaluation/training/beats/write-beat-cues.ts DIR OUT`, where DIR holds audio and `labels.json` as
 * `compose_clips.py` writes it. Makes `OUT.bin` (cues of each labelled beat, 32-bit floats) and
 * `OUT.json` (the labels) as `train_downbeats.py` reads them.
 */

interface Label {
  readonly file: string;
  readonly beats: readonly number[];
}

/** Analyses blocks of audio of one sample rate, and returns what tracks their beats. */
export async function beatTrackerOf(blocks: AudioBlocks): Promise<BeatTracker> {
  const stream = new RhythmStream();
  const seconds = await listenInMono(blocks, SAMPLE_RATE, (samples) => {
    stream.push(samples);
  });
  return stream.finish().tracker(seconds);
}

/** Returns the cues of beats, seconds, of blocks of audio of one sample rate. */
export async function cuesOf(
  blocks: AudioBlocks,
  beats: readonly number[],
): Promise<readonly Float32Array[]> {
  const tracker = await beatTrackerOf(blocks);
  const bpm = (60 * (beats.length - 1)) / (beats[beats.length - 1]! - beats[0]!);
  return tracker.measured(Float64Array.from(beats), bpm).cues;
}

async function main(folder: string, out: string): Promise<void> {
  const labels = JSON.parse(await readFile(join(folder, "labels.json"), "utf8")) as Label[];
  const decoder = new ContainerAudioDecoder();
  const rows: Buffer[] = [];
  for (const { file, beats } of labels) {
    const cues = await cuesOf(decoder.decode({ kind: "file", path: join(folder, file) }), beats);
    beats.forEach((_, beat) => {
      rows.push(Buffer.from(Float32Array.from(cues, (cue) => cue[beat]!).buffer));
    });
  }
  await writeFile(`${out}.json`, JSON.stringify(labels));
  await writeFile(`${out}.bin`, Buffer.concat(rows));
}

if (process.argv[1] === import.meta.filename) {
  const [, , folder, out] = process.argv;
  if (folder === undefined || out === undefined)
    throw new Error("Give a folder and an output path as arguments.");
  await main(folder, out);
}
