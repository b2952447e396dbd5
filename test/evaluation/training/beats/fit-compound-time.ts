import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { compoundInputs } from "../../../../src/dsp/rhythm/bars/compound-time.js";
import {
  fitLogistic,
  type LogisticFit,
} from "../../../../src/dsp/training/regression/logistic-regression.js";
import { beatScore } from "../../measures.js";
import { fittedFeaturesOf } from "../fitted-features.js";

/**
 * Fits the rule for beats of three parts: `node --import tsx
 * test/evaluation/training/beats/fit-compound-time.ts DIR…`, where each DIR holds clips and `labels.json` as the
 * programs of `src/dsp/training/rhythm` write them. Only clips that the downbeat nets did not learn from are used, and
 * of those the ones whose beats are tracked. Prints the constants of `compound-time.ts`, and how many clips of each
 * style come out as in three parts by constants that were fitted to other songs.
 */

interface Label {
  readonly file: string;
  readonly style: string;
  readonly metre: number;
  readonly beats: readonly number[];
  readonly song?: number;
}

/** A clip: the inputs of the model, and whether its beats have three parts. */
export interface CompoundExample {
  readonly style: string;
  readonly song: number;
  readonly inputs: Float64Array;
  readonly isCompound: boolean;
}

/** Every sixth song, or clip, is held out from the downbeat nets, as in `train_downbeats.py`. */
const HOLD_OUT = 6;
const COMPOUND_METRES = [6, 9, 12];
const MIN_BEAT_SCORE = 0.8;
const PENALTY = 1e-2;
const FOLDS = 5;
/** Share of music whose beats have three parts, which the rule assumes. */
const GENERAL_SHARE = 0.06;

async function examplesOf(folder: string): Promise<CompoundExample[]> {
  const labels = JSON.parse(await readFile(join(folder, "labels.json"), "utf8")) as Label[];
  const examples: CompoundExample[] = [];
  for (const [index, { file, style, metre, beats, song = index }] of labels.entries()) {
    if (song % HOLD_OUT !== 0) continue;
    const { rhythm } = await fittedFeaturesOf(join(folder, file));
    if ((beatScore([...rhythm.beats], beats) ?? 0) < MIN_BEAT_SCORE) continue;
    const inputs = Float64Array.from(compoundInputs(rhythm.beats, rhythm.onsets, rhythm.bars.six));
    examples.push({ style, song, inputs, isCompound: COMPOUND_METRES.includes(metre) });
  }
  return examples;
}

/** Fits the model to examples. */
export function fitCompoundTime(examples: readonly CompoundExample[]): LogisticFit {
  return fitLogistic(
    examples.map(({ inputs }) => inputs),
    examples.map(({ isCompound }) => isCompound),
    examples.map(() => 1),
    PENALTY,
  );
}

/** Whether a model that was fitted to some share of such clips says three parts, where `GENERAL_SHARE` have them. */
export function isFoundCompound(
  { inputs }: CompoundExample,
  { weights, offset }: LogisticFit,
  fittedShare: number,
): boolean {
  const logit = (share: number): number => Math.log(share / (1 - share));
  const logOdds = inputs.reduce((sum, input, i) => sum + input * weights[i]!, offset);
  return logOdds > logit(fittedShare) - logit(GENERAL_SHARE);
}

const shareOf = (examples: readonly CompoundExample[]): number =>
  examples.filter(({ isCompound }) => isCompound).length / examples.length;

async function main(folders: readonly string[]): Promise<void> {
  const examples: CompoundExample[] = [];
  for (const folder of folders) examples.push(...(await examplesOf(folder)));
  const foldOf = ({ song }: CompoundExample): number => Math.floor(song / HOLD_OUT) % FOLDS;
  const found = new Map<string, boolean[]>();
  for (let fold = 0; fold < FOLDS; fold++) {
    const others = examples.filter((example) => foldOf(example) !== fold);
    const learnt = fitCompoundTime(others);
    for (const example of examples.filter((own) => foldOf(own) === fold)) {
      const name = example.isCompound ? `${example.style} (three parts)` : "all others";
      found.set(name, [
        ...(found.get(name) ?? []),
        isFoundCompound(example, learnt, shareOf(others)),
      ]);
    }
  }
  for (const [name, values] of found) {
    console.log(`${name}: ${values.filter(Boolean).length} of ${values.length} in three parts`);
  }
  const { weights, offset } = fitCompoundTime(examples);
  const [six, firstThird, secondThird] = Array.from(weights, (weight) => weight.toFixed(2));
  console.log(
    `six: ${six}, firstThird: ${firstThird}, secondThird: ${secondThird}, bias: ${offset.toFixed(2)}`,
  );
  console.log(`fitted share: ${shareOf(examples).toFixed(3)} of ${examples.length}`);
}

if (process.argv[1] === import.meta.filename) {
  if (process.argv.length < 3) throw new Error("Give folders of labelled clips as arguments.");
  await main(process.argv.slice(2));
}
