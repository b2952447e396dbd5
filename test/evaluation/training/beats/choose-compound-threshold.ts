import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { meanLogOdds } from "../../../../src/dsp/rhythm/bars/compound-time.js";
import { beatScore } from "../../measures.js";
import { fittedFeaturesOf } from "../fitted-features.js";

/**
 * Chooses the threshold of `compound-time.ts`: `node --import tsx
 * test/evaluation/training/beats/choose-compound-threshold.ts DIR…`, where each DIR holds clips and `labels.json` as the
 * programs of `src/training/rhythm` write them. Only clips that the downbeat nets did not learn from are used, and
 * of those the ones whose beats are tracked. Prints, for each threshold, what share of music would be wrong, and at the
 * best one how many clips of each style are found to be in 6/8 or 9/8.
 */

interface Label {
  readonly file: string;
  readonly style: string;
  readonly metre: number;
  readonly beats: readonly number[];
  readonly song?: number;
}

/** A clip: the mean log odds of its beats, and whether it is in 6/8 or 9/8. */
export interface CompoundExample {
  readonly style: string;
  readonly logOdds: number;
  readonly isCompound: boolean;
}

/** Every sixth song, or clip, is held out from the downbeat nets, as in `train_downbeats.py`. */
const HOLD_OUT = 6;
const COMPOUND_METRES = [6, 9];
const MIN_BEAT_SCORE = 0.8;
const THRESHOLDS = [-2, -1.5, -1, -0.75, -0.5, -0.25, 0, 0.25, 0.5, 1, 1.5, 2] as const;
/** Share of music in 6/8 and 9/8. */
const COMPOUND_SHARE = 0.06;

async function examplesOf(folder: string): Promise<CompoundExample[]> {
  const labels = JSON.parse(await readFile(join(folder, "labels.json"), "utf8")) as Label[];
  const examples: CompoundExample[] = [];
  for (const [index, { file, style, metre, beats, song = index }] of labels.entries()) {
    if (song % HOLD_OUT !== 0) continue;
    const { rhythm } = await fittedFeaturesOf(join(folder, file));
    if ((beatScore([...rhythm.beats], beats) ?? 0) < MIN_BEAT_SCORE) continue;
    const isCompound = COMPOUND_METRES.includes(metre);
    examples.push({ style, logOdds: meanLogOdds(rhythm.bars.compound), isCompound });
  }
  return examples;
}

/** Returns the share of music whose beats are misjudged at a threshold, [0, 1]; there are examples of both kinds. */
export function errorAt(threshold: number, examples: readonly CompoundExample[]): number {
  const shareAbove = (isCompound: boolean): number => {
    const own = examples.filter((example) => example.isCompound === isCompound);
    return own.filter(({ logOdds }) => logOdds > threshold).length / own.length;
  };
  return COMPOUND_SHARE * (1 - shareAbove(true)) + (1 - COMPOUND_SHARE) * shareAbove(false);
}

async function main(folders: readonly string[]): Promise<void> {
  const examples: CompoundExample[] = [];
  for (const folder of folders) examples.push(...(await examplesOf(folder)));
  const errors = THRESHOLDS.map((threshold) => errorAt(threshold, examples));
  THRESHOLDS.forEach((threshold, i) => {
    console.log(`${threshold}: ${(100 * errors[i]!).toFixed(2)} % wrong`);
  });
  const best = THRESHOLDS[errors.indexOf(Math.min(...errors))]!;
  const nameOf = ({ style, isCompound }: CompoundExample): string =>
    isCompound ? `${style} (6/8, 9/8)` : "all others";
  for (const name of new Set(examples.map(nameOf))) {
    const clips = examples.filter((example) => nameOf(example) === name);
    const found = clips.filter(({ logOdds }) => logOdds > best).length;
    console.log(`above ${best}: ${name} ${found} of ${clips.length}`);
  }
}

if (process.argv[1] === import.meta.filename) {
  if (process.argv.length < 3) throw new Error("Give folders of labelled clips as arguments.");
  await main(process.argv.slice(2));
}
