import { ResultStream } from "../../../src/graphql/subscriptions/result-stream.js";

/** A source of numbers, and its state. */
function open(numbers: readonly (number | Error)[]) {
  const seen = { ends: 0, isLeft: false };
  async function* generate(): AsyncGenerator<number, void, void> {
    try {
      for (const number of numbers) {
        if (number instanceof Error) throw number;
        yield await Promise.resolve(number);
      }
    } finally {
      seen.isLeft = true;
    }
  }
  const stream = new ResultStream({
    source: generate(),
    resultOf: (number) => Promise.resolve({ data: { number } }),
    resultOfFailure: (error) => ({ errors: [{ message: String(error) }] }),
    onEnd: () => seen.ends++,
  });
  return { stream, seen };
}

describe("ResultStream", () => {
  it("returns one result for each event, and ends once", async () => {
    const { stream, seen } = open([1, 2]);

    const results = [];
    for await (const result of stream) results.push(result);
    await stream.return();

    expect(results).toEqual([{ data: { number: 1 } }, { data: { number: 2 } }]);
    expect(seen).toEqual({ ends: 1, isLeft: true });
  });

  it("returns an error of its source as the last result", async () => {
    const { stream, seen } = open([1, new Error("broken"), 2]);

    const results = [];
    for await (const result of stream) results.push(result);

    expect(results[1]).toEqual({ errors: [{ message: "Error: broken" }] });
    expect(results).toHaveLength(2);
    expect(seen.ends).toBe(1);
  });

  it("ends with a failure from outside while it waits for an event", async () => {
    const seen = { ends: 0, isLeft: false };
    const stream = new ResultStream<never>({
      source: {
        [Symbol.asyncIterator]: () => ({
          next: () => new Promise(() => undefined),
          return: () => {
            seen.isLeft = true;
            return Promise.resolve({ done: true, value: undefined });
          },
        }),
      },
      resultOf: () => Promise.resolve({}),
      resultOfFailure: (error) => ({ errors: [{ message: String(error) }] }),
      onEnd: () => seen.ends++,
    });
    const waiting = stream.next();

    stream.fail(new Error("no more"));

    expect(await waiting).toEqual({
      done: false,
      value: { errors: [{ message: "Error: no more" }] },
    });
    expect((await stream.next()).done).toBe(true);
    expect(seen).toEqual({ ends: 1, isLeft: true });
  });

  it("ends with a failure that came while no consumer waited", async () => {
    const { stream, seen } = open([1]);

    stream.fail(new Error("no more"));

    expect((await stream.next()).value).toEqual({ errors: [{ message: "Error: no more" }] });
    expect(seen.ends).toBe(1);
  });

  it("releases its resources when it is stopped before it was read", async () => {
    const { stream, seen } = open([1]);

    await stream.return();
    const after = await stream.next();

    expect(after.done).toBe(true);
    expect(seen.ends).toBe(1);
  });

  it("ends its source when it is stopped in the middle", async () => {
    const { stream, seen } = open([1, 2]);
    await stream.next();

    await expect(stream.throw(new Error("enough"))).rejects.toThrow("enough");

    expect(seen).toEqual({ ends: 1, isLeft: true });
  });
});
