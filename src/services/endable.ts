/** Creates a generator that `return` ends at once, even while it waits. */
export function endable<Value>(
  generate: (ended: AbortSignal) => AsyncGenerator<Value, void, void>,
): AsyncGenerator<Value, void, void> {
  const ending = new AbortController();
  const inner = generate(ending.signal);
  const outer: Pick<typeof inner, "next" | "return" | "throw"> = {
    next: () => inner.next(),
    return: (value) => {
      ending.abort();
      return inner.return(value);
    },
    throw: (error) => {
      ending.abort();
      return inner.throw(error);
    },
  };
  const generator = { ...outer, [Symbol.asyncIterator]: () => generator } as typeof inner;
  return generator;
}
