/**
 * Resolves when all promises have settled. It keeps none of their results, unlike `Promise.allSettled`: where each of a queue
 * waits for the one before, that would keep the results of all that there ever were.
 */
export async function allSettled(promises: readonly Promise<unknown>[]): Promise<void> {
  await Promise.allSettled(promises);
}
