import { EMBEDDING_LENGTH, NO_EMBEDDING } from "../analysis/sound-embedding.js";

/** Returns how many of some embeddings there are; those that begin with `NO_EMBEDDING` are none. */
export function countOfEmbeddings(embeddings: Int8Array): number {
  let count = 0;
  for (let first = 0; first < embeddings.length; first += EMBEDDING_LENGTH) {
    count += Number(embeddings[first] !== NO_EMBEDDING);
  }
  return count;
}
