/**
 * Where a recording lies among others by how it sounds: `EMBEDDING_LENGTH` integers in [-127, 127]. Recordings that
 * sound alike are near each other, by the Euclidean distance; one coordinate alone has no meaning. Made by `src/dsp`.
 */
export type SoundEmbedding = readonly number[];

/** Number of coordinates of an embedding. */
export const EMBEDDING_LENGTH = 16;

/** Maximum distance of a coordinate from 0. */
export const MAX_EMBEDDING_COORDINATE = 127;

/** In place of the first coordinate, where embeddings stand side by side and one is missing. */
export const NO_EMBEDDING = -MAX_EMBEDDING_COORDINATE - 1;

/**
 * Returns some of the embeddings that stand side by side, in the order of their indexes.
 *
 * @param embeddings `EMBEDDING_LENGTH` coordinates of each
 */
export function embeddingsAt(embeddings: Int8Array, indexes: ArrayLike<number>): Int8Array {
  const some = new Int8Array(EMBEDDING_LENGTH * indexes.length);
  for (let place = 0; place < indexes.length; place += 1) {
    const first = EMBEDDING_LENGTH * (indexes[place] as number);
    some.set(embeddings.subarray(first, first + EMBEDDING_LENGTH), EMBEDDING_LENGTH * place);
  }
  return some;
}

/**
 * The variance of all coordinates of an embedding together among recordings, to which the learnt map is scaled: 20 for
 * the standard deviation of a coordinate.
 */
export const DEFAULT_EMBEDDING_VARIANCE = EMBEDDING_LENGTH * 20 ** 2;
