import { execFileSync } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { presenceInputs } from "../../../src/dsp/descriptors/presence/music-presence.js";
import {
  presenceOf,
  presenceTerms,
  type PresenceModel,
} from "../../../src/dsp/descriptors/presence/presence-model.js";
import { fitLogistic } from "./regression/logistic-regression.js";
import { fittedFeaturesOf } from "./fitted-features.js";

/**
 * Fits the model of musical presence: `node --import tsx test/evaluation/training/fit-presence.ts DIR…`,
 * where each DIR holds audio and `labels.json`, a list of `{ file, kind?, source, isMusic? }`, as
 * `make_sounds.py`, `compose_clips.py`, `render_pop909.py` and `render_billboard.py` write it; where
 * `isMusic` is not given, the clip is music. Writes `src/dsp/descriptors/presence/presence-weights.ts` and
 * prints the scores on sources that the model was not fitted on.
 */

/** A labelled recording. */
export interface PresenceExample {
  readonly isMusic: boolean;
  readonly kind: string;
  /** Where it comes from; the kind itself where a program made it. */
  readonly source: string;
  readonly inputs: Float64Array;
}

/** At most so many clips of one folder are read, spread over it. */
const MAX_CLIPS_OF_FOLDER = 2000;
const PENALTY = 4;
const FOLDS = 5;
/** Share of music among the recordings that people have analysed; the rest is speech and sounds. */
const PRIOR_OF_MUSIC = 0.8;

const rounded = (value: number): number => Number(value.toPrecision(4));

/** Fits the model so that music has its prior share, and every kind of other sounds the same weight. */
export function fitPresence(examples: readonly PresenceExample[]): PresenceModel {
  const columns = [...examples[0]!.inputs].map((_, i) => examples.map(({ inputs }) => inputs[i]!));
  const means = columns.map((column) => column.reduce((sum, x) => sum + x, 0) / column.length);
  const deviations = columns.map((column, i) => {
    const squares = column.reduce((sum, x) => sum + (x - means[i]!) ** 2, 0);
    return Math.sqrt(squares / column.length) || 1;
  });
  const model = { means: means.map(rounded), deviations: deviations.map(rounded) };
  const rows = examples.map(({ inputs }) => presenceTerms(inputs, model));
  const groupOf = ({ isMusic, kind, source }: PresenceExample): string => (isMusic ? source : kind);
  const counts = new Map<string, number>();
  for (const example of examples) {
    counts.set(groupOf(example), (counts.get(groupOf(example)) ?? 0) + 1);
  }
  const groups = new Map(examples.map((example) => [groupOf(example), example.isMusic]));
  const importance = examples.map((example) => {
    const alike = [...groups.values()].filter((isMusic) => isMusic === example.isMusic).length;
    const share = example.isMusic ? PRIOR_OF_MUSIC : 1 - PRIOR_OF_MUSIC;
    return (share * examples.length) / alike / counts.get(groupOf(example))!;
  });
  const targets = examples.map(({ isMusic }) => isMusic);
  const { weights, offset } = fitLogistic(rows, targets, importance, PENALTY);
  return { ...model, weights: [...weights].map(rounded), offset: rounded(offset) };
}

/**
 * Presence of each example by a model that was fitted on other sources; of sounds that a program makes, on
 * other sounds of the kind.
 */
export function crossValidated(examples: readonly PresenceExample[]): readonly number[] {
  const sources = [...new Set(examples.map(({ source }) => source))].sort();
  const folds = examples.map(({ source, kind }, i) =>
    source === kind ? i % FOLDS : sources.indexOf(source) % FOLDS,
  );
  const models = Array.from({ length: FOLDS }, (_, fold) =>
    fitPresence(examples.filter((__, i) => folds[i] !== fold)),
  );
  return examples.map(({ inputs }, i) => presenceOf(inputs, models[folds[i]!]!));
}

/** Labelled recordings of a folder; silent and broken ones are left out. */
export async function loadExamples(folder: string): Promise<PresenceExample[]> {
  const labels = JSON.parse(await readFile(join(folder, "labels.json"), "utf8")) as {
    file: string;
    kind?: string;
    source: string;
    isMusic?: boolean;
  }[];
  const step = Math.max(1, labels.length / MAX_CLIPS_OF_FOLDER);
  const examples: PresenceExample[] = [];
  for (let i = 0; i < labels.length; i += step) {
    const { file, kind = "music", source, isMusic = true } = labels[Math.floor(i)]!;
    const features = await fittedFeaturesOf(join(folder, file)).catch(() => null);
    if (features) {
      examples.push({ isMusic, kind, source, inputs: presenceInputs(features.profile) });
    }
  }
  return examples;
}

/** One line for each kind: how many there are, and the share below and above some presences. */
function scoresOf(examples: readonly PresenceExample[], presences: readonly number[]): string[] {
  const kinds = [...new Set(examples.map(({ kind }) => kind))].sort();
  return kinds.map((kind) => {
    const own = presences.filter((_, i) => examples[i]!.kind === kind).sort((a, b) => a - b);
    const share = (limit: number): string =>
      ((100 * own.filter((presence) => presence > limit).length) / own.length).toFixed(1);
    const quantile = (q: number): string => own[Math.floor(q * (own.length - 1))]!.toFixed(2);
    return `${kind}: ${String(own.length)}, above 0.3 ${share(0.3)} %, above 0.5 ${share(0.5)} %, quantiles ${[0.02, 0.1, 0.5, 0.9, 0.98].map(quantile).join(" ")}`;
  });
}

async function main(folders: readonly string[]): Promise<void> {
  const examples: PresenceExample[] = [];
  for (const folder of folders) examples.push(...(await loadExamples(folder)));
  console.log(scoresOf(examples, crossValidated(examples)).join("\n"));
  const path = "src/dsp/descriptors/presence/presence-weights.ts";
  await writeFile(path, weightsFile(fitPresence(examples)));
  execFileSync("node", ["test/tools/run.js", "prettier", "--write", path]);
}

function weightsFile(model: PresenceModel): string {
  const date = new Date().toISOString().slice(0, 10);
  return `import type { PresenceModel } from "./presence-model.js";

/**
 * The model of musical presence, fitted on ${date} by
 * \`node --import tsx test/evaluation/training/fit-presence.ts DIR…\`; the data and the scores: see
 * \`presence-weights.json\`.
 */
export const presenceModel: PresenceModel = ${JSON.stringify(model)};
`;
}

if (process.argv[1] === import.meta.filename) {
  if (process.argv.length < 3) throw new Error("Give folders of labelled audio as arguments.");
  await main(process.argv.slice(2));
}
