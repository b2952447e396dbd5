import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { onsetCertainty, onsetPeaks } from "../../../src/dsp/segments/sound-segments.js";
import { printCalibration, type ScoredCertainty } from "./fit-downbeat-confidence.js";
import { fittedFeaturesOf } from "./fitted-features.js";

/**
 * Fits the calibration of the confidence of segments: `node --import tsx
 * test/evaluation/training/fit-onset-confidence.ts DIR…`, where each DIR holds clips and `labels.json` as
 * `compose_clips.py` writes them. Prints the share of the played onsets that are found, the constants of
 * `segment-starts.ts`, and for both halves of the onsets how many are expected and how many are right.
 */

/** Maximum distance of an onset from a played note or stroke: that of onset evaluation, MIREX. */
const TOLERANCE_SECONDS = 0.05;

/** Distance from a time to the nearest of other times, ascending. */
function distanceTo(times: readonly number[], seconds: number): number {
  return times.reduce((least, time) => Math.min(least, Math.abs(time - seconds)), Infinity);
}

async function main(folders: readonly string[]): Promise<void> {
  const clips: ScoredCertainty[][] = [];
  let [played, found] = [0, 0];
  for (const folder of folders) {
    const labels = JSON.parse(await readFile(join(folder, "labels.json"), "utf8")) as {
      file: string;
      onsets: number[];
    }[];
    for (const { file, onsets } of labels) {
      const { rhythm } = await fittedFeaturesOf(join(folder, file));
      const peaks = onsetPeaks(rhythm.onsets);
      const times = peaks.map(({ seconds }) => seconds);
      clips.push(
        peaks.map(({ seconds, height }) => ({
          certainty: onsetCertainty(height),
          score: distanceTo(onsets, seconds) <= TOLERANCE_SECONDS ? 1 : 0,
        })),
      );
      played += onsets.length;
      found += onsets.filter((time) => distanceTo(times, time) <= TOLERANCE_SECONDS).length;
    }
  }
  console.log(`played: ${String(played)}, found: ${((100 * found) / played).toFixed(1)} %`);
  printCalibration(clips.flat(), "onsets");
}

if (process.argv[1] === import.meta.filename) {
  if (process.argv.length < 3) throw new Error("Give folders of labelled clips as arguments.");
  await main(process.argv.slice(2));
}
