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
 * The variance of all coordinates of an embedding together among recordings, to which the learnt map is scaled: 20 for
 * the standard deviation of a coordinate.
 */
export const DEFAULT_EMBEDDING_VARIANCE = EMBEDDING_LENGTH * 20 ** 2;
