import { weightReader } from "../../network/stored-weights.js";
import { standardized } from "../mood/linear-model.js";
import { moodFeatures } from "../mood/mood-features.js";
import type { SoundProfile } from "../sound-profile.js";
import { embeddingScale, storedEmbedding } from "./embedding-weights.js";

/** Number of coordinates. */
const EMBEDDING_SIZE = 16;

/** Maximum distance of a coordinate from 0. */
const MAX_COORDINATE = 127;

const inputCount = embeddingScale.means.length;
const readWeights = weightReader(storedEmbedding);

/** For each coordinate, the weight of each input. */
const rows = Array.from({ length: EMBEDDING_SIZE }, () => readWeights(inputCount));

/**
 * Returns where a recording lies among others by how it sounds: recordings that sound alike are near each other.
 *
 * The coordinates are a linear map of the inputs of the mood models, in the directions in which recordings differ most
 * relative to how much two parts of one recording differ; the map was learnt from music without labels (see
 * `learnEmbedding`). One coordinate alone has no meaning. Distances are Euclidean; between two recordings chosen at
 * random from the training material, the mean of the squared distance is 2 x 16 x 20^2. Gain does not change them.
 *
 * @returns 16 integers in [-127, 127]
 */
export function soundEmbedding(profile: SoundProfile): readonly number[] {
  const inputs = standardized(moodFeatures(profile), embeddingScale);
  return rows.map((row) => {
    const sum = row.reduce((total, weight, i) => total + weight * inputs[i]!, 0);
    return Math.max(-MAX_COORDINATE, Math.min(MAX_COORDINATE, Math.round(sum))) + 0;
  });
}
