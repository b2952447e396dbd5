import { EMBEDDING_LENGTH, NO_EMBEDDING } from "../../domain/analysis/sound-embedding.js";
import type { LikenessLayout, LikenessPlaces } from "../../domain/likeness/likeness-layout.js";
import { nearestPoints } from "./nearest-points.js";

/** Landmarks that a place is computed from. */
const LANDMARKS_PER_PLACE = 5;

/**
 * Returns the places of recordings on a layout: the mean of those of the nearest landmarks, of which one counts the less the
 * farther it is; a landmark lies on its own place.
 *
 * @param embeddings `EMBEDDING_LENGTH` coordinates of each; those that begin with `NO_EMBEDDING` are none
 */
export function likenessPlaces(
  { landmarks, places }: Pick<LikenessLayout, "landmarks" | "places">,
  embeddings: Int8Array,
): LikenessPlaces {
  const count = embeddings.length / EMBEDDING_LENGTH;
  const [across, upwards] = [new Float32Array(count).fill(NaN), new Float32Array(count).fill(NaN)];
  const max = Math.min(LANDMARKS_PER_PLACE, places.length / 2);
  for (let index = 0; index < count && max > 0; index += 1) {
    if (embeddings[EMBEDDING_LENGTH * index] === NO_EMBEDDING) continue;
    const { indexes, squares } = nearestPoints(landmarks, EMBEDDING_LENGTH, embeddings, index, max);
    const weights = weightsOf(squares);
    let [x, y] = [0, 0];
    for (let at = 0; at < max; at += 1) {
      x += (weights[at] as number) * (places[2 * (indexes[at] as number)] as number);
      y += (weights[at] as number) * (places[2 * (indexes[at] as number) + 1] as number);
    }
    across[index] = x;
    upwards[index] = y;
  }
  return { across, upwards };
}

/** Returns weights with the sum 1, by squared distances: the nearest landmark decides where it is much nearer than the others. */
function weightsOf(squares: Float64Array): Float64Array {
  const nearest = squares[0] as number;
  if (nearest === 0) return squares.map((square) => Number(square === 0));
  const raw = squares.map((square) => (nearest / square) ** 2);
  const sum = raw.reduce((total, one) => total + one, 0);
  return raw.map((one) => one / sum);
}
