import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readdir, writeFile } from "node:fs/promises";
import { DEFAULT_EMBEDDING_VARIANCE } from "../../../src/domain/analysis/sound-embedding.js";
import { parseSimilarityWeights } from "../../../src/domain/catalogue/similarity.js";
import { standardized, type FeatureScale } from "../../../src/dsp/descriptors/mood/linear-model.js";
import type { StoredWeights } from "../../../src/dsp/network/stored-weights.js";
import { embed, learnEmbedding, type LinearEmbedding } from "./regression/linear-embedding.js";
import { heardTracks, type HeardTrack } from "../retrieval/heard-tracks.js";
import { productDistance } from "../retrieval/product-distance.js";
import { retrievalScores } from "../retrieval/retrieval-scores.js";

/**
 * Learns the sound embedding: `node --import tsx test/evaluation/training/fit-embedding.ts DIR`, where each folder of
 * DIR is an album or a soundtrack of audio files; no labels are needed. Writes
 * `src/dsp/descriptors/embedding/embedding-weights.ts` and its manifest, and prints how well tracks of the same folder
 * are found, by what was learnt from the other half of the folders.
 */

const PATH = "src/dsp/descriptors/embedding/embedding-weights";
const COMMAND = "node --import tsx test/evaluation/training/fit-embedding.ts DIR";
const SIZE = 16;
/** Of each folder, so that no game decides alone. */
const MAX_OF_FOLDER = 14;
const MAX_INTEGER = 32_767;
/** Default weights of the sound that are compared, relative to all fields together. */
const FACTORS = [0, 0.5, 1, 2, 4];

interface Embedding {
  readonly scale: FeatureScale;
  /** From standardised inputs to coordinates, scaled to the variance of stored embeddings. */
  readonly map: LinearEmbedding;
}

const rounded = (value: number): number => Number(value.toPrecision(5));

function scaleOf(tracks: readonly HeardTrack[]): FeatureScale {
  const mean = (values: readonly number[]): number =>
    values.reduce((sum, value) => sum + value, 0) / values.length;
  const columns = [...tracks[0]!.inputs].map((_, i) => tracks.map(({ inputs }) => inputs[i]!));
  const means = columns.map(mean);
  const deviations = columns.map(
    (column, i) => Math.sqrt(mean(column.map((value) => (value - means[i]!) ** 2))) || 1,
  );
  return { means: means.map(rounded), deviations: deviations.map(rounded) };
}

function learn(tracks: readonly HeardTrack[]): Embedding {
  const scale = scaleOf(tracks);
  const pairs = tracks.flatMap(({ inputs, otherInputs }) =>
    otherInputs ? [[standardized(inputs, scale), standardized(otherInputs, scale)] as const] : [],
  );
  const map = learnEmbedding(pairs, SIZE);
  const places = tracks.map(({ inputs }) => embed(map, standardized(inputs, scale)));
  const variances = map.map((_, i) => {
    const mean = places.reduce((sum, place) => sum + place[i]!, 0) / places.length;
    return places.reduce((sum, place) => sum + (place[i]! - mean) ** 2, 0) / places.length;
  });
  const variance = variances.reduce((sum, each) => sum + each, 0);
  const factor = Math.sqrt(DEFAULT_EMBEDDING_VARIANCE / variance);
  return { scale, map: map.map((row) => row.map((weight) => weight * factor)) };
}

/** Scores of half of the folders, by what was learnt from the other half. */
function scoresOfHalves(tracks: readonly HeardTrack[]): string[] {
  const names = [...new Set(tracks.map(({ label }) => label))].sort();
  return [0, 1].map((half) => {
    const isJudged = ({ label }: HeardTrack): boolean => names.indexOf(label) % 2 === half;
    const judged = tracks.filter(isJudged);
    const { scale, map } = learn(tracks.filter((track) => !isJudged(track)));
    const embeddings = judged.map(({ inputs, analysis }) => {
      const places = embed(map, standardized(inputs, scale));
      const integers = Array.from(places, (x) => Math.max(-127, Math.min(127, Math.round(x))));
      return analysis.soundEmbedding && integers;
    });
    const labels = judged.map(({ label }) => label);
    const found = FACTORS.map((factor) => {
      const weights = { ...parseSimilarityWeights(), sound: 5 * factor };
      const distance = productDistance(judged, weights, embeddings);
      const { meanAveragePrecision, nearest, queries } = retrievalScores(labels, distance);
      return `sound x ${factor}: ${meanAveragePrecision.toFixed(3)}, ${nearest.toFixed(3)} of ${queries}`;
    });
    return `half ${half + 1}: ${found.join("; ")}`;
  });
}

function stored(map: LinearEmbedding): StoredWeights {
  const weights = map.flatMap((row) => [...row]);
  const scale = rounded(Math.max(...weights.map(Math.abs)) / MAX_INTEGER) * (1 + 1e-4);
  const integers = Int16Array.from(weights, (weight) => Math.round(weight / scale));
  return { scale, values: Buffer.from(integers.buffer).toString("base64") };
}

function manifestOf(
  values: readonly unknown[],
  facts: { readonly count: number; readonly folders: readonly string[]; readonly scores: string },
): object {
  return {
    weights: "embedding-weights.ts",
    exports: ["embeddingScale", "storedEmbedding"],
    sha256: createHash("sha256").update(JSON.stringify(values)).digest("hex"),
    date: new Date().toISOString().slice(0, 10),
    data: [
      {
        name: "games",
        content: `${facts.count} recordings, at most ${MAX_OF_FOLDER} of a folder, two parts of 30 s of each that is long enough: music of free games. Folders: ${facts.folders.join(", ")}`,
        inRepository: false,
        howToObtain:
          "the packages of Debian of these names, unpacked (openarena-data with the music of openarena-081-misc and openarena-085-data; tracker modules rendered by ffmpeg; recordings shorter than 20 s and copies left out)",
      },
    ],
    seeds: "none: the fit draws no random numbers",
    command: COMMAND,
    scores: `mean average precision of the soundtrack and share of queries of which the nearest is of it, of folders that were not learnt from, by the weight of the sound relative to the fields: ${facts.scores}`,
    canBeMadeAgain: true,
    reason: "The command reads the recordings and writes the weights.",
  };
}

function weightsFile(scale: FeatureScale, weights: StoredWeights): string {
  return `import type { StoredWeights } from "../../network/stored-weights.js";
import type { FeatureScale } from "../mood/linear-model.js";

/** Mean and standard deviation of each input of the embedding over the recordings that it was learnt from. */
export const embeddingScale: FeatureScale = ${JSON.stringify(scale)};

/**
 * The weight of each standardised input, coordinate by coordinate. Made by \`${COMMAND}\`; the data and the scores: see
 * \`embedding-weights.json\`.
 */
export const storedEmbedding: StoredWeights = ${JSON.stringify(weights)};
`;
}

const folder = process.argv[2];
if (folder === undefined) throw new Error("Give a folder of folders of music.");
const tracks = await heardTracks(folder, MAX_OF_FOLDER);
const scores = scoresOfHalves(tracks);
console.log(scores.join("\n"));
const { scale, map } = learn(tracks);
const weights = stored(map);
const folders = (await readdir(folder, { withFileTypes: true }))
  .filter((entry) => entry.isDirectory() && !entry.name.startsWith("."))
  .map(({ name }) => name)
  .sort();
const facts = { count: tracks.length, folders, scores: scores.join(". ") };
await writeFile(`${PATH}.ts`, weightsFile(scale, weights));
await writeFile(`${PATH}.json`, JSON.stringify(manifestOf([scale, weights], facts)));
execFileSync("node", ["test/tools/run.js", "prettier", "--write", `${PATH}.ts`, `${PATH}.json`]);
