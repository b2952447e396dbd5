import { metreInputs } from "../../../src/dsp/rhythm/metre.js";
import { fitLogistic } from "./regression/logistic-regression.js";
import { calibrationError, type Judged } from "../reliability.js";
import { labelledParts } from "./labelled-parts.js";

/**
 * Fits the confidence of metres: `node --import tsx test/evaluation/training/fit-metre-confidence.ts DIR…`, where
 * each DIR holds clips and `labels.json` as `compose_clips.py` writes them. The clips are heard whole and in parts.
 * Prints the constants of `metre.ts`, and the calibration error by constants that were fitted without the judged
 * fifth of the parts.
 */

interface Example {
  readonly inputs: Float64Array;
  readonly isRight: boolean;
}

const PENALTY = 1e-3;
const FOLDS = 5;
/** Parts that follow each other are of one clip, so that whole clips are in one fold. */
const PARTS_IN_A_ROW = 40;

/** The metres that count as right: 12/8 is four beats of three parts, as 6/8 is two, and 9/8 is three. */
const asCounted: Readonly<Record<number, number>> = { 2: 4, 9: 3, 12: 6 };

async function examplesOf(folder: string): Promise<Example[]> {
  const examples: Example[] = [];
  for await (const { features, metre } of labelledParts(folder)) {
    const { timeSignature, metreEvidence } = features.rhythm;
    if (metreEvidence === null) continue;
    const inputs = Float64Array.from(metreInputs(metreEvidence));
    examples.push({ inputs, isRight: timeSignature.value === (asCounted[metre] ?? metre) });
  }
  return examples;
}

const fitted = (examples: readonly Example[]) =>
  fitLogistic(
    examples.map(({ inputs }) => inputs),
    examples.map(({ isRight }) => isRight),
    examples.map(() => 1),
    PENALTY,
  );

function judged(
  examples: readonly Example[],
  { weights, offset }: ReturnType<typeof fitted>,
): Judged[] {
  return examples.map(({ inputs, isRight }) => {
    const logOdds = inputs.reduce((sum, input, i) => sum + input * weights[i]!, offset);
    return { confidence: 1 / (1 + Math.exp(-logOdds)), share: Number(isRight) };
  });
}

if (process.argv.length < 3) throw new Error("Give folders of labelled clips as arguments.");
const examples = (await Promise.all(process.argv.slice(2).map(examplesOf))).flat();
const foldOf = (index: number): number => Math.floor(index / PARTS_IN_A_ROW) % FOLDS;
const unseen = Array.from({ length: FOLDS }, (_, fold) => {
  const learnt = fitted(examples.filter((_, i) => foldOf(i) !== fold));
  return judged(
    examples.filter((_, i) => foldOf(i) === fold),
    learnt,
  );
}).flat();
const { weights, offset } = fitted(examples);
const [margin, beats, four, compound] = Array.from(weights, (weight) => weight.toFixed(2));
console.log(
  `middle: ${offset.toFixed(2)}, margin: ${margin}, beats: ${beats}, four: ${four}, compound: ${compound}`,
);
console.log(`${examples.length} parts, calibration error ${calibrationError(unseen).toFixed(3)}`);
