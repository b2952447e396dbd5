import { basename } from "node:path";
import { parseArgs } from "node:util";
import { FieldDistribution } from "../../../src/domain/catalogue/field-distribution.js";
import {
  parseSimilarityWeights,
  similarityFields,
} from "../../../src/domain/catalogue/similarity.js";
import { coordinateOf } from "../../../src/domain/catalogue/sound-coordinates.js";
import { byField } from "../../../src/domain/analysis/descriptors.js";
import { squaredDifference } from "../../../src/services/similarity/nearest-tracks.js";
import { heardTracks, type HeardTrack } from "./heard-tracks.js";
import { embed, learnEmbedding, type Pair } from "./linear-embedding.js";
import { retrievalScores } from "./retrieval-scores.js";

/**
 * Compares distances between recordings by retrieval: `node --import tsx
 * test/evaluation/retrieval/evaluate-retrieval.ts --learn DIR DIR…`. The folders of each DIR are albums, artists
 * or genres, with audio files. Prints how well the nearest tracks have the same folder: by the distance of
 * `similar`, by mean cepstral coefficients, and by an embedding that is learnt from the files below `--learn`,
 * alone and with the distance of `similar`. Where DIR is the same, it is learnt from one half of the folders and
 * judged on the other, both ways.
 */

/** Coordinates of the embedding. */
const SIZE = 16;

type Distance = (one: number, other: number) => number;

const squaredDistance = (one: Float64Array, other: Float64Array): number =>
  one.reduce((sum, value, i) => sum + (value - other[i]!) ** 2, 0);

/** The distance of `similar`, by its default weights and the distribution of these tracks. */
function distanceOfSimilar(tracks: readonly HeardTrack[]): Distance {
  const weights = parseSimilarityWeights();
  const columns = byField(similarityFields, (field) => {
    const coordinates = Float32Array.from(tracks, ({ values }) => coordinateOf(field, values));
    const distribution = new FieldDistribution(field);
    distribution.add(coordinates, 0, tracks.length);
    return { coordinates, deviation: distribution.spread.deviation };
  });
  return (one, other) => {
    let [sum, shared] = [0, 0];
    for (const field of similarityFields) {
      const { coordinates, deviation } = columns[field];
      const square = squaredDifference(field, coordinates[one]!, coordinates[other]!, deviation);
      if (Number.isNaN(square)) continue;
      sum += weights[field] * square;
      shared += weights[field];
    }
    return sum / shared;
  };
}

const pairsOf = (tracks: readonly HeardTrack[]): Pair[] =>
  tracks.flatMap(({ features, otherFeatures }) =>
    otherFeatures ? [[features, otherFeatures] as const] : [],
  );

function median(values: readonly number[]): number {
  const sorted = values.filter((value) => !Number.isNaN(value)).sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 1;
}

/** Scales a distance so that half of all pairs are nearer than 1. */
function scaled(distance: Distance, count: number): Distance {
  const indices = Array.from({ length: count }, (_, index) => index);
  const all = indices.flatMap((one) => indices.slice(one + 1).map((other) => distance(one, other)));
  const middle = median(all);
  return (one, other) => distance(one, other) / middle;
}

/** The compared distances between tracks, by name. */
function distancesOf(tracks: readonly HeardTrack[], learnt: readonly Pair[]) {
  const embedding = learnEmbedding(learnt, SIZE);
  const places = tracks.map(({ features }) => embed(embedding, features));
  const similar = scaled(distanceOfSimilar(tracks), tracks.length);
  const embedded = scaled(
    (one, other) => squaredDistance(places[one]!, places[other]!),
    tracks.length,
  );
  return {
    similar,
    "mean cepstral coefficients": (one: number, other: number) =>
      squaredDistance(tracks[one]!.timbre, tracks[other]!.timbre),
    "all features": (one: number, other: number) =>
      squaredDistance(tracks[one]!.features, tracks[other]!.features),
    embedding: embedded,
    "embedding and similar": (one: number, other: number) =>
      embedded(one, other) + similar(one, other),
  } satisfies Record<string, Distance>;
}

function show(title: string, tracks: readonly HeardTrack[], learnt: readonly Pair[]): void {
  const labels = tracks.map(({ label }) => label);
  const rows = Object.entries(distancesOf(tracks, learnt)).map(
    ([name, distance]) => [name, retrievalScores(labels, distance)] as const,
  );
  console.log(`${title}, learnt from ${learnt.length} recordings`);
  console.table(Object.fromEntries(rows));
}

const { values, positionals } = parseArgs({
  options: { learn: { type: "string" } },
  allowPositionals: true,
});
if (values.learn === undefined || positionals.length === 0) {
  throw new Error("Give --learn and folders of albums, artists or genres.");
}
const learning = await heardTracks(values.learn);
for (const collection of positionals) {
  if (collection !== values.learn) {
    show(basename(collection), await heardTracks(collection), pairsOf(learning));
    continue;
  }
  const labels = [...new Set(learning.map(({ label }) => label))].sort();
  for (const half of [0, 1]) {
    const isJudged = ({ label }: HeardTrack): boolean => labels.indexOf(label) % 2 === half;
    const judged = learning.filter(isJudged);
    const others = learning.filter((track) => !isJudged(track));
    show(`${basename(collection)}, half ${half + 1}`, judged, pairsOf(others));
  }
}
