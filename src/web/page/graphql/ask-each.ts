/**
 * Asks for several things at once. Where one of them fails all, it asks for each half, so that the others are answered.
 *
 * @param ask returns an answer for each of some keys, in their order
 * @param isOfOne whether a failure is that of one key only
 * @returns an answer for each key, in their order; `null` where it failed
 * @throws what `ask` throws and is not of one key
 */
export async function askEach<Key, Answer>(
  keys: readonly Key[],
  ask: (keys: readonly Key[]) => Promise<readonly Answer[]>,
  isOfOne: (failure: unknown) => boolean,
): Promise<readonly (Answer | null)[]> {
  try {
    return await ask(keys);
  } catch (failure) {
    if (!isOfOne(failure)) throw failure;
    if (keys.length <= 1) return keys.map(() => null);
    const middle = Math.ceil(keys.length / 2);
    const first = await askEach(keys.slice(0, middle), ask, isOfOne);
    return [...first, ...(await askEach(keys.slice(middle), ask, isOfOne))];
  }
}
