import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import {
  predict,
  standardized,
  type FeatureScale,
  type LinearModel,
} from "../../../../src/dsp/descriptors/mood/linear-model.js";
import { moodFeatures } from "../../../../src/dsp/descriptors/mood/mood-features.js";
import { fitRidge } from "../regression/ridge.js";
import { convert, cutOptions, MANIPULATIONS } from "../../invariance/manipulations.js";
import { fittedFeaturesOf, WHOLE } from "../fitted-features.js";
import { TEACHER_BAND_FLOOR, teacherModels, teacherScale } from "./mood-teacher.js";

/**
 * Fits the mood models: `node --import tsx test/evaluation/training/moods/fit-robust-moods.ts DIR…`, where each DIR holds
 * audio, which is one collection, or folders of audio, each a collection. Needs ffmpeg. The targets are the outputs
 * of the models of `mood-teacher.ts`, which were fitted on listeners; what lossy coding, resampling, gain and silence
 * change in a recording is kept from changing the outputs. Writes `mood-weights.ts` and its manifest. Every fourth
 * collection is never fitted on, only reported on.
 *
 * Source: learning the outputs of another model: G. Hinton, O. Vinyals and J. Dean, "Distilling the Knowledge in a
 * Neural Network", NIPS Deep Learning Workshop, 2014.
 */

/** A clip as it is, what the teacher says of it, and changed versions of it. */
export interface Clip {
  readonly isHeldOut: boolean;
  readonly inputs: Float64Array;
  /** Output of each teacher before the logistic function, in spreads. */
  readonly targets: Readonly<Record<string, number>>;
  readonly changed: readonly { readonly name: string; readonly inputs: Float64Array }[];
}

type Models = Readonly<Record<string, LinearModel>>;

const WEIGHTS = "src/dsp/descriptors/mood/mood-weights.ts";
const MAX_CLIPS_OF_COLLECTION = 10;
const CLIP_SECONDS = 30;
const HELD_OUT_EVERY = 4;
/** Penalty on squared weights, and on squared changes of the output, both relative to the number of clips. */
const PENALTY = 0.03;
const STABILITY = 4;
/** The strongest coding is heard of every clip and counts as half of all changes; another one in turn. */
const STRONGEST = "MP3 96";
const IN_TURN = MANIPULATIONS.filter(
  ({ name }) => name !== STRONGEST && name !== "polarity" && name !== "two equal channels",
);

const rounded = (value: number): number => Number(value.toPrecision(4));
const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/** Means and deviations of the inputs of clips. */
export function scaleOf(clips: readonly Clip[]): FeatureScale {
  const columns = [...clips[0]!.inputs].map((_, i) => clips.map(({ inputs }) => inputs[i]!));
  const means = columns.map(mean);
  const deviations = columns.map((column, i) =>
    Math.sqrt(mean(column.map((value) => (value - means[i]!) ** 2))),
  );
  return { means: means.map(rounded), deviations: deviations.map((value) => rounded(value) || 1) };
}

/** Fits one model for each target of the clips. */
export function fitModels(clips: readonly Clip[], scale: FeatureScale): Models {
  const rows = clips.map(({ inputs }) => standardized(inputs, scale));
  const counts = new Map<string, number>();
  for (const { name } of clips.flatMap(({ changed }) => changed)) {
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const importance = (name: string): number =>
    (name === STRONGEST ? 0.5 : 0.5 / Math.max(1, counts.size - 1)) / counts.get(name)!;
  const disturbances = clips.flatMap(({ changed }, c) =>
    changed.map(({ name, inputs }) => {
      const factor = Math.sqrt(STABILITY * clips.length * importance(name));
      return standardized(inputs, scale).map((value, i) => factor * (value - rows[c]![i]!));
    }),
  );
  const fitted = Object.keys(clips[0]!.targets).map((name): [string, LinearModel] => {
    const targets = clips.map((clip) => clip.targets[name]!);
    const { weights, offset } = fitRidge(rows, targets, PENALTY * clips.length, disturbances);
    return [name, { weights: [...weights].map(rounded), offset: rounded(offset), spread: 1 }];
  });
  return Object.fromEntries(fitted);
}

function correlation(a: readonly number[], b: readonly number[]): number {
  const [meanA, meanB] = [mean(a), mean(b)];
  const products = mean(a.map((value, i) => (value - meanA) * (b[i]! - meanB)));
  const square = (values: readonly number[], middle: number): number =>
    mean(values.map((value) => (value - middle) ** 2));
  return products / Math.sqrt(square(a, meanA) * square(b, meanB));
}

/** How well the models agree with the teachers, and how far the strongest coding moves them. */
function scoresOf(clips: readonly Clip[], scale: FeatureScale, models: Models): string[] {
  return Object.entries(models).map(([name, model]) => {
    const output = (inputs: Float64Array): number => predict(model, standardized(inputs, scale));
    const found = clips.map(({ inputs }) => output(inputs));
    const wanted = clips.map(({ targets }) => 1 / (1 + Math.exp(-1.5 * targets[name]!)));
    const moves = clips.flatMap(({ changed }, c) =>
      changed
        .filter((version) => version.name === STRONGEST)
        .map(({ inputs }) => Math.abs(output(inputs) - found[c]!)),
    );
    const sorted = moves.sort((a, b) => a - b);
    const apart = mean(found.map((value, i) => Math.abs(value - wanted[i]!)));
    const change = [mean(sorted), sorted[Math.floor(0.95 * (sorted.length - 1))]!, sorted.at(-1)!];
    return `${name} ${correlation(found, wanted).toFixed(3)}, ${apart.toFixed(3)}, ${change.map((x) => x.toFixed(3)).join(" / ")}`;
  });
}

async function clipOf(path: string, turn: number, isHeldOut: boolean): Promise<Clip> {
  const folder = await mkdtemp(join(tmpdir(), "moods-"));
  try {
    const cut = join(folder, "cut.wav");
    await convert(path, cutOptions(startOf(path), CLIP_SECONDS), cut);
    const { profile } = await fittedFeaturesOf(cut, WHOLE, TEACHER_BAND_FLOOR);
    const taught = standardized(moodFeatures(profile), teacherScale);
    const targets = Object.entries(teacherModels).map(([name, { weights, spread }]) => [
      name,
      taught.reduce((sum, value, i) => sum + value * weights[i]!, 0) / spread,
    ]);
    const strongest = MANIPULATIONS.find(({ name }) => name === STRONGEST)!;
    const changed: { name: string; inputs: Float64Array }[] = [];
    for (const { name, options, extension } of [strongest, IN_TURN[turn % IN_TURN.length]!]) {
      const version = join(folder, `version.${extension}`);
      await convert(cut, options, version);
      changed.push({ name, inputs: moodFeatures((await fittedFeaturesOf(version)).profile) });
    }
    const inputs = moodFeatures((await fittedFeaturesOf(cut)).profile);
    return { isHeldOut, inputs, targets: Object.fromEntries(targets), changed };
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Where a clip begins: behind the introduction of a long recording, seconds. */
function startOf(path: string): number {
  const show = ["-v", "error", "-show_entries", "format=duration", "-of", "csv=p=0", path];
  const seconds = Number(execFileSync("ffprobe", show, { encoding: "utf8" }));
  return seconds > 50 ? 0.3 * seconds : 0;
}

/** Paths of the audio of each collection, spread over it, by its name. */
async function collectionsOf(folders: readonly string[]): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>();
  for (const folder of folders) {
    for (const file of (await readdir(folder, { recursive: true })).sort()) {
      if (!/\.(?:ogg|opus|mp3|wav|flac)$/i.test(file) || file.startsWith(".")) continue;
      const name = file.includes("/") ? file.split("/")[0]! : basename(folder);
      found.set(name, [...(found.get(name) ?? []), join(folder, file)]);
    }
  }
  for (const [name, paths] of found) {
    const step = Math.max(1, paths.length / MAX_CLIPS_OF_COLLECTION);
    const places = Array.from({ length: Math.ceil(paths.length / step) }, (_, i) => i * step);
    found.set(
      name,
      places.map((place) => paths[Math.floor(place)]!),
    );
  }
  return new Map([...found].sort(([a], [b]) => (a < b ? -1 : 1)));
}

async function main(folders: readonly string[]): Promise<void> {
  const clips: Clip[] = [];
  const collections = await collectionsOf(folders);
  for (const [place, paths] of [...collections.values()].entries()) {
    for (const path of paths) {
      const clip = await clipOf(path, clips.length, place % HELD_OUT_EVERY === 0).catch(() => null);
      if (clip) clips.push(clip);
    }
  }
  const training = clips.filter(({ isHeldOut }) => !isHeldOut);
  const heldOut = clips.filter(({ isHeldOut }) => isHeldOut);
  const scale = scaleOf(training);
  const models = fitModels(training, scale);
  const scores = `On ${heldOut.length} clips of collections that were held out (fitted on ${training.length}): correlation with the teacher, mean absolute difference, and change by ${STRONGEST} (mean / 95th percentile / maximum): ${scoresOf(heldOut, scale, models).join("; ")}`;
  console.log(scores);
  await writeFile(WEIGHTS, weightsFile(scale, models));
  execFileSync("node", ["test/tools/run.js", "prettier", "--write", WEIGHTS]);
  await writeManifest(scale, models, scores, [...collections.keys()]);
}

function weightsFile(scale: FeatureScale, models: Models): string {
  const date = new Date().toISOString().slice(0, 10);
  return `import type { FeatureScale, LinearModel } from "./linear-model.js";

/** Mean and standard deviation of each feature over the training clips. */
export const moodScale: FeatureScale = ${JSON.stringify(scale)};

/**
 * Models of mood, fitted on ${date} by \`node --import tsx test/evaluation/training/moods/fit-robust-moods.ts DIR…\` to the
 * outputs of models that were fitted on the listeners of Emotify (\`mood-teacher.ts\`). The data and the scores: see
 * \`mood-weights.json\`.
 *
 * Source: A. Aljanaki, F. Wiering and R. Veltkamp, "Studying Emotion Induced by Music Through a
 * Crowdsourcing Game", Information Processing & Management 52(1), 2016.
 */
export const moodModels = ${JSON.stringify(models)} as const satisfies Record<string, LinearModel>;
`;
}

async function writeManifest(
  scale: FeatureScale,
  models: Models,
  scores: string,
  collections: readonly string[],
): Promise<void> {
  const path = WEIGHTS.replace(".ts", ".json");
  const manifest = JSON.parse(await readFile(path, "utf8")) as Record<string, unknown>;
  const sha256 = createHash("sha256")
    .update(JSON.stringify([scale, models]))
    .digest("hex");
  const date = new Date().toISOString().slice(0, 10);
  const data = [
    {
      name: "free music",
      content: `clips of ${String(CLIP_SECONDS)} s, at most ${String(MAX_CLIPS_OF_COLLECTION)} of each of ${String(collections.length)} collections; every fourth, counted from the first, is held out: ${collections.join(", ")}`,
      inRepository: false,
      howToObtain:
        "collections of these names are the music of Debian's packages; rhythm-composed is made by compose_clips.py",
    },
    {
      name: "targets",
      content:
        "the outputs of version 13's models, which were fitted on 300 tracks of Emotify, four genres",
      inRepository: true,
      howToObtain:
        "test/evaluation/training/moods/mood-teacher.ts; fit-moods.ts made it from Emotify",
    },
  ];
  const canBeMadeAgain = true;
  const reason =
    "The command reads music that anyone can obtain; other versions of it give other numbers.";
  const command = "node --import tsx test/evaluation/training/moods/fit-robust-moods.ts DIR…";
  await writeFile(
    path,
    JSON.stringify(
      { ...manifest, sha256, date, data, command, scores, canBeMadeAgain, reason },
      null,
      2,
    ),
  );
  execFileSync("node", ["test/tools/run.js", "prettier", "--write", path]);
}

if (process.argv[1] === import.meta.filename) {
  if (process.argv.length < 3) throw new Error("Give folders of music as arguments.");
  await main(process.argv.slice(2));
}
