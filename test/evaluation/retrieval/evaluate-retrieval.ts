import { basename } from "node:path";
import { similarityGroups } from "../../../src/domain/analysis/descriptors.js";
import { parseSimilarityWeights } from "../../../src/domain/catalogue/similarity.js";
import { heardTracks, type HeardTrack } from "./heard-tracks.js";
import { productDistance, type Distance } from "./product-distance.js";
import { retrievalScores } from "./retrieval-scores.js";

/**
 * Compares distances between recordings by retrieval: `node --import tsx
 * test/evaluation/retrieval/evaluate-retrieval.ts DIR…`. The folders of each DIR are albums, artists or genres, with
 * audio files. Prints how well the nearest tracks have the same folder: by the distance of `similar`, by it without the
 * sound and by the sound alone, and by mean cepstral coefficients. `fit-embedding.ts` prints the scores of music that an
 * embedding did not learn from.
 */

const squaredDistance = (one: Float64Array, other: Float64Array): number =>
  one.reduce((sum, value, i) => sum + (value - other[i]!) ** 2, 0);

function distancesOf(tracks: readonly HeardTrack[]): Readonly<Record<string, Distance>> {
  const noFields = Object.fromEntries(Object.keys(similarityGroups).map((group) => [group, 0]));
  return {
    similar: productDistance(tracks, parseSimilarityWeights()),
    "fields alone": productDistance(tracks, parseSimilarityWeights({ sound: 0 })),
    "sound alone": productDistance(tracks, parseSimilarityWeights(noFields)),
    "mean cepstral coefficients": (one, other) =>
      squaredDistance(tracks[one]!.timbre, tracks[other]!.timbre),
  };
}

const collections = process.argv.slice(2);
if (collections.length === 0) throw new Error("Give folders of albums, artists or genres.");
for (const collection of collections) {
  const tracks = await heardTracks(collection);
  const labels = tracks.map(({ label }) => label);
  const rows = Object.entries(distancesOf(tracks)).map(
    ([name, distance]) => [name, retrievalScores(labels, distance)] as const,
  );
  console.log(basename(collection));
  console.table(Object.fromEntries(rows));
}
