import {
  EMBEDDING_LENGTH,
  embeddingsAt,
  NO_EMBEDDING,
} from "../../domain/analysis/sound-embedding.js";

/**
 * Returns some of the embeddings, each once: those whose hash is lowest, so that the choice is spread over all of them, does not
 * depend on their order, and stays nearly the same when some are added.
 *
 * @param embeddings `EMBEDDING_LENGTH` coordinates of each; those that begin with `NO_EMBEDDING` are none
 * @param seed of the hash, an integer
 */
export function chosenLandmarks(embeddings: Int8Array, max: number, seed: number): Int8Array {
  const found: { readonly hash: number; readonly first: number }[] = [];
  for (let first = 0; first < embeddings.length; first += EMBEDDING_LENGTH) {
    if (embeddings[first] === NO_EMBEDDING) continue;
    found.push({ hash: hashOf(embeddings, first, seed), first });
  }
  found.sort(
    (one, other) => one.hash - other.hash || compareAt(embeddings, one.first, other.first),
  );
  const chosen = found
    .map(({ first }) => first)
    .filter(
      (first, place, all) =>
        place === 0 || compareAt(embeddings, first, all[place - 1] as number) !== 0,
    )
    .slice(0, max);
  return embeddingsAt(
    embeddings,
    chosen.map((first) => first / EMBEDDING_LENGTH),
  );
}

/** Returns the hash of an embedding, an integer of 32 bits. Source: the finalizer of MurmurHash3, by A. Appleby, for each byte. */
function hashOf(embeddings: Int8Array, first: number, seed: number): number {
  let hash = seed;
  for (let at = first; at < first + EMBEDDING_LENGTH; at += 1) {
    hash = Math.imul(hash ^ ((embeddings[at] as number) & 0xff), 0x9e3779b1);
    hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
    hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
    hash ^= hash >>> 16;
  }
  return hash >>> 0;
}

/** Compares two embeddings, by their first coordinate that differs. */
function compareAt(embeddings: Int8Array, one: number, other: number): number {
  for (let at = 0; at < EMBEDDING_LENGTH; at += 1) {
    const difference = (embeddings[one + at] as number) - (embeddings[other + at] as number);
    if (difference !== 0) return difference;
  }
  return 0;
}
