import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { phaseCertainty } from "../../../src/dsp/rhythm/bars/downbeat-confidence.js";
import { calibrated, type Calibration } from "../../../src/dsp/rhythm/calibration.js";
import { fitLogistic } from "./regression/logistic-regression.js";
import { beatScore } from "../measures.js";
import { fittedFeaturesOf } from "./fitted-features.js";

/**
 * Fits the calibration of the confidence of downbeats: `node --import tsx
 * test/evaluation/training/fit-downbeat-confidence.ts DIR…`, where each DIR holds clips and `labels.json` as
 * `compose_clips.py` and `render_billboard.py` write them, none of which the downbeat nets learnt from. Prints
 * the constants of `downbeat-confidence.ts`, and the expected and true scores of both halves of the clips,
 * each by the constants of the other half.
 */

/** A raw certainty, (0, 1), and how far what it is about was right. */
export interface ScoredCertainty {
  readonly certainty: number;
  /** [0, 1]: of downbeats their score. */
  readonly score: number;
}

const PENALTY = 1e-3;

async function loadExamples(folder: string): Promise<ScoredCertainty[]> {
  const labels = JSON.parse(await readFile(join(folder, "labels.json"), "utf8")) as {
    file: string;
    downbeats: number[];
  }[];
  const examples: ScoredCertainty[] = [];
  for (const { file, downbeats } of labels) {
    const { rhythm } = await fittedFeaturesOf(join(folder, file));
    const { bars, beats, timeSignature } = rhythm;
    const score = beatScore([...rhythm.downbeats], downbeats);
    if (timeSignature.value === null || score === null) continue;
    const beatsPerBar = timeSignature.value === 6 ? 2 : timeSignature.value;
    const starts = Array.from(rhythm.downbeats, (time) => beats.indexOf(time));
    examples.push({ certainty: phaseCertainty(bars.downbeats, beatsPerBar, starts), score });
  }
  return examples;
}

/** Logistic fit to scores: each example counts as right with its score, and as wrong with the rest. */
export function fitCalibration(examples: readonly ScoredCertainty[]): Calibration {
  const rows = examples.flatMap(({ certainty }) => {
    const row = Float64Array.of(Math.log(certainty / (1 - certainty)));
    return [row, row];
  });
  const targets = examples.flatMap(() => [true, false]);
  const importance = examples.flatMap(({ score }) => [score, 1 - score]);
  const { weights, offset } = fitLogistic(rows, targets, importance, PENALTY);
  return { intercept: offset, slope: weights[0]! };
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);

/** One line for each fifth of the confidences: how many there are, expected and true score, in percent. */
function reliability(
  examples: readonly ScoredCertainty[],
  confidences: readonly number[],
  subject: string,
): string[] {
  return [0, 0.2, 0.4, 0.6, 0.8].map((from) => {
    const chosen = confidences.flatMap((c, i) => (c >= from && c < from + 0.2 ? [i] : []));
    const [expected, right] = [confidences, examples.map(({ score }) => score)].map((values) =>
      (100 * mean(chosen.map((i) => values[i]!))).toFixed(0),
    );
    return `from ${from.toFixed(1)}: ${String(chosen.length)} ${subject}, expected ${expected!}, right ${right!}`;
  });
}

/** Prints the reliability of both halves of the examples, each by the constants of the other, and the constants of all. */
export function printCalibration(examples: readonly ScoredCertainty[], subject: string): void {
  const halves = [0, 1].map((half) => fitCalibration(examples.filter((_, i) => i % 2 !== half)));
  const confidences = examples.map(({ certainty }, i) => calibrated(certainty, halves[i % 2]!));
  console.log(reliability(examples, confidences, subject).join("\n"));
  const { intercept, slope } = fitCalibration(examples);
  console.log(`intercept: ${intercept.toFixed(3)}, slope: ${slope.toFixed(3)}`);
}

async function main(folders: readonly string[]): Promise<void> {
  const examples: ScoredCertainty[] = [];
  for (const folder of folders) examples.push(...(await loadExamples(folder)));
  printCalibration(examples, "clips");
}

if (process.argv[1] === import.meta.filename) {
  if (process.argv.length < 3) throw new Error("Give folders of labelled clips as arguments.");
  await main(process.argv.slice(2));
}
