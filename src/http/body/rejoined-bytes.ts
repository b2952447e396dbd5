/** Yields bytes of which the first part was read already, to know what stands before them. */
export async function* rejoined(
  first: IteratorResult<Uint8Array, void>,
  rest: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array, void, void> {
  if (first.done === true) return;
  yield first.value;
  yield* rest;
}
