import { EMBEDDING_LENGTH } from "../../../src/domain/analysis/sound-embedding.js";

/** Embeddings of recordings, and the group of each. */
export interface MadeUpSounds {
  readonly embeddings: Int8Array;
  readonly groups: readonly number[];
}

/** A source of numbers in [0, 1) that is always the same for a seed. */
export function chanceFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Returns recordings in groups, as wide within as they are apart in few of their directions. */
export function madeUpSounds(count: number, groupCount: number, seed: number): MadeUpSounds {
  const chance = chanceFrom(seed);
  const normal = (): number =>
    Math.sqrt(-2 * Math.log(1 - chance())) * Math.cos(2 * Math.PI * chance());
  const list = (length: number, deviation: number) =>
    Array.from({ length }, () => deviation * normal());
  const centres = Array.from({ length: groupCount }, () => list(EMBEDDING_LENGTH, 18));
  const directions = centres.map(() => [list(EMBEDDING_LENGTH, 3), list(EMBEDDING_LENGTH, 3)]);
  const groups = Array.from({ length: count }, () => Math.floor(groupCount * chance()));
  const embeddings = groups.flatMap((group) => {
    const along = [normal(), normal()];
    return centres[group]!.map((centre, at) => {
      const spread = directions[group]!.reduce(
        (sum, one, axis) => sum + one[at]! * along[axis]!,
        0,
      );
      return Math.max(-127, Math.min(127, Math.round(centre + spread + 1.5 * normal())));
    });
  });
  return { embeddings: Int8Array.from(embeddings), groups };
}
