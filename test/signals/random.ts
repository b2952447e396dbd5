// Bound here because Jest looks up every global slowly, and this runs millions of times.
const { imul } = Math;

/** Deterministic numbers in [-1, 1): the same seed gives the same signal on every machine. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    // Numerical Recipes' linear congruential generator; enough for noise.
    state = (imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 31 - 1;
  };
}
