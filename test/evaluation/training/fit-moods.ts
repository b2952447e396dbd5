import { execFileSync } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import {
  predict,
  standardized,
  type LinearModel,
} from "../../../src/dsp/descriptors/mood/linear-model.js";
import { moodFeatures } from "../../../src/dsp/descriptors/mood/mood-features.js";
import { rankCorrelation } from "./regression/rank-correlation.js";
import { fitRidge } from "./regression/ridge.js";
import { fittedFeaturesOf, WHOLE } from "./fitted-features.js";
import { TEACHER_BAND_FLOOR } from "./moods/mood-teacher.js";

/**
 * Fits the mood models: `node --import tsx test/evaluation/training/fit-moods.ts
 * DIR`, where DIR holds `data.csv` and `emotifymusic/<genre>/<number>.mp3` of Emotify (A. Aljanaki,
 * F. Wiering and R. Veltkamp, "Studying Emotion Induced by Music Through a Crowdsourcing Game",
 * Information Processing & Management 52(1), 2016). Writes `mood-teacher.ts`, whose
 * outputs `fit-robust-moods.ts` learns, and prints rank correlations. Every fourth track of a genre is never fitted on, only reported on.
 */

/** Share of a track's raters for each feeling, and for liking and disliking, [0, 1]. */
export type Ratings = Readonly<Record<string, number>>;

interface Track {
  readonly isTest: boolean;
  readonly ratings: Ratings;
  readonly features: Float64Array;
}

const TEACHER = "test/evaluation/training/moods/mood-teacher.ts";
const PENALTY = 150;
const FOLDS = 10;
const TRACKS_PER_GENRE = 100;
const TEST_EVERY = 4;

const share = (ratings: Ratings, feeling: string): number => ratings[feeling] ?? 0;

/** Target of each model, computed from the nine feelings that Emotify's raters chose from. */
const TARGETS: Readonly<Record<string, (of: (feeling: string) => number) => number>> = {
  happy: (of) => of("joyful_activation"),
  sad: (of) => of("sadness"),
  relaxed: (of) => of("calmness"),
  aggressive: (of) => (of("power") + of("tension")) / 2,
  valence: (of) =>
    of("joyful_activation") +
    (of("amazement") + of("tenderness") + of("calmness")) / 2 -
    of("tension") -
    of("sadness"),
  arousal: (of) =>
    of("joyful_activation") +
    of("power") +
    of("tension") -
    of("calmness") -
    of("sadness") -
    (of("tenderness") + of("nostalgia")) / 2,
  approachability: (of) => of("liked") - of("disliked"),
};

/** Mean ratings by "genre/number", from the text of data.csv: one line per rater and track. */
export function meanRatings(csv: string): Map<string, Ratings> {
  const [header, ...lines] = csv.trim().split(/\r?\n/);
  const names = header!.split(",").map((name) => name.trim());
  const sums = new Map<string, { count: number; sums: Record<string, number> }>();
  for (const line of lines) {
    const cells = line.split(",").map((cell) => cell.trim());
    const cell = (name: string): string => cells[names.indexOf(name)] ?? "";
    const number = ((Number(cell("track id")) - 1) % TRACKS_PER_GENRE) + 1;
    const key = `${cell("genre")}/${number}`;
    const entry = sums.get(key) ?? { count: 0, sums: {} };
    entry.count += 1;
    for (const name of names.slice(2, 14)) {
      entry.sums[name] = (entry.sums[name] ?? 0) + Number(cell(name));
    }
    sums.set(key, entry);
  }
  return new Map(
    [...sums].map(([key, entry]) => [
      key,
      Object.fromEntries(Object.entries(entry.sums).map(([k, v]) => [k, v / entry.count])),
    ]),
  );
}

async function featuresOf(path: string): Promise<Float64Array> {
  return moodFeatures((await fittedFeaturesOf(path, WHOLE, TEACHER_BAND_FLOOR)).profile);
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;
const deviation = (values: readonly number[]): number =>
  Math.sqrt(mean(values.map((value) => (value - mean(values)) ** 2)));
const rounded = (value: number): number => Number(value.toPrecision(4));

function scaleOf(tracks: readonly Track[]): { means: number[]; deviations: number[] } {
  const columns = [...tracks[0]!.features].map((_, i) => tracks.map((track) => track.features[i]!));
  return {
    means: columns.map((column) => rounded(mean(column))),
    deviations: columns.map((column) => rounded(deviation(column)) || 1),
  };
}

function fit(tracks: readonly Track[], target: (track: Track) => number): LinearModel {
  const scale = scaleOf(tracks);
  const rows = tracks.map((track) => standardized(track.features, scale));
  const { weights } = fitRidge(rows, tracks.map(target), PENALTY);
  const outputs = rows.map((row) => row.reduce((sum, value, i) => sum + value * weights[i]!, 0));
  return { weights: [...weights].map(rounded), offset: 0, spread: rounded(deviation(outputs)) };
}

function crossValidated(tracks: readonly Track[], target: (track: Track) => number): number {
  const outputs = tracks.map((track, i) => {
    const others = tracks.filter((_, j) => (j * 7) % FOLDS !== (i * 7) % FOLDS);
    return { track, others };
  });
  const models = new Map<number, { model: LinearModel; scale: ReturnType<typeof scaleOf> }>();
  const predictions = outputs.map(({ track, others }, i) => {
    const fold = i % FOLDS;
    const fitted = models.get(fold) ?? { model: fit(others, target), scale: scaleOf(others) };
    models.set(fold, fitted);
    return predict(fitted.model, standardized(track.features, fitted.scale));
  });
  return rankCorrelation(predictions, tracks.map(target));
}

async function loadTracks(folder: string): Promise<Track[]> {
  const ratings = meanRatings(await readFile(join(folder, "data.csv"), "utf8"));
  const tracks: Track[] = [];
  for (const [key, rating] of ratings) {
    const number = Number(key.split("/")[1]);
    const features = await featuresOf(join(folder, "emotifymusic", `${key}.mp3`));
    tracks.push({ isTest: number % TEST_EVERY === 0, ratings: rating, features });
  }
  return tracks;
}

async function main(folder: string): Promise<void> {
  const tracks = await loadTracks(folder);
  const training = tracks.filter((track) => !track.isTest);
  const test = tracks.filter((track) => track.isTest);
  const scale = scaleOf(training);
  const scores: string[] = [];
  const models: [string, LinearModel][] = Object.entries(TARGETS).map(([name, target]) => {
    const of = (track: Track): number => target((feeling) => share(track.ratings, feeling));
    const model = fit(training, of);
    const found = test.map((track) => predict(model, standardized(track.features, scale)));
    const score = [crossValidated(training, of), rankCorrelation(found, test.map(of))];
    scores.push(`${name} ${score.map((value) => value.toFixed(2)).join(" / ")}`);
    return [name, model];
  });
  console.log(scores.join("\n"));
  await writeFile(TEACHER, weightsFile(scale, models, scores));
  execFileSync("node", ["test/tools/run.js", "prettier", "--write", TEACHER]);
}

function weightsFile(
  scale: ReturnType<typeof scaleOf>,
  models: readonly (readonly [string, LinearModel])[],
  scores: readonly string[],
): string {
  const date = new Date().toISOString().slice(0, 10);
  return `import type { FeatureScale, LinearModel } from "../../../../src/dsp/descriptors/mood/linear-model.js";

/** Mean and standard deviation of each feature over the training tracks. */
export const teacherScale: FeatureScale = ${JSON.stringify(scale)};

/** Lower limit of a band's power in the foreground, relative to the mean of its frame, in the teacher's inputs. */
export const TEACHER_BAND_FLOOR = ${TEACHER_BAND_FLOOR};

/**
 * Models of mood, whose outputs \`fit-robust-moods.ts\` learns: fitted on Emotify (300 of its 400 tracks, four genres) on ${date} by
 * \`node --import tsx test/evaluation/training/fit-moods.ts DIR\`.
 *
 * Spearman's correlation with the share of raters, ten-fold on the training tracks / on the 100
 * others: ${scores.join(", ")}.
 *
 * Source: A. Aljanaki, F. Wiering and R. Veltkamp, "Studying Emotion Induced by Music Through a
 * Crowdsourcing Game", Information Processing & Management 52(1), 2016.
 */
export const teacherModels = ${JSON.stringify(Object.fromEntries(models))} as const satisfies Record<string, LinearModel>;
`;
}

if (process.argv[1] === import.meta.filename) {
  const folder = process.argv[2];
  if (folder === undefined) throw new Error("Give the folder of Emotify as an argument.");
  await main(folder);
}
