import { JoinedCalls } from "../../src/domain/joined-calls.js";

const never = new AbortController().signal;

describe("JoinedCalls", () => {
  it("makes one call for simultaneous callers, and another one afterwards", async () => {
    const calls = new JoinedCalls<number>();
    let made = 0;
    const start = async (): Promise<number> => Promise.resolve(++made);

    const together = await Promise.all([1, 2, 3].map(() => calls.join("a", never, start)));
    const later = await calls.join("a", never, start);

    expect(together).toEqual([1, 1, 1]);
    expect(later).toBe(2);
  });

  it("does not join calls for different things", async () => {
    const calls = new JoinedCalls<string>();

    const both = await Promise.all(
      ["a", "b"].map((key) => calls.join(key, never, () => Promise.resolve(key))),
    );

    expect(both).toEqual(["a", "b"]);
  });

  it("returns a failure to all callers, and does not cache it", async () => {
    const calls = new JoinedCalls<string>();
    const fail = (): Promise<string> => Promise.reject(new Error("down"));

    const failed = await Promise.allSettled([
      calls.join("a", never, fail),
      calls.join("a", never, fail),
    ]);
    const later = await calls.join("a", never, () => Promise.resolve("up"));

    expect(failed.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    expect(later).toBe("up");
  });

  it("continues for the others when one caller aborts", async () => {
    const calls = new JoinedCalls<string>();
    const leaving = new AbortController();
    let answer: (text: string) => void = () => undefined;
    const start = (): Promise<string> => new Promise((resolve) => (answer = resolve));

    const left = calls.join("a", leaving.signal, start);
    const stayed = calls.join("a", never, start);
    leaving.abort(new Error("gone"));
    answer("here");

    await expect(left).rejects.toThrow("gone");
    expect(await stayed).toBe("here");
  });

  it("is aborted when the last caller aborts, with that caller's reason", async () => {
    const calls = new JoinedCalls<string>();
    const [first, second] = [new AbortController(), new AbortController()];
    let seen: AbortSignal | undefined;
    const start = (signal: AbortSignal): Promise<string> => {
      seen = signal;
      return new Promise(() => undefined);
    };
    const both = Promise.allSettled([
      calls.join("a", first.signal, start),
      calls.join("a", second.signal, start),
    ]);

    first.abort(new Error("first"));
    const afterFirst = seen?.aborted;
    second.abort(new Error("second"));
    await both;

    expect(afterFirst).toBe(false);
    expect(seen?.reason).toEqual(new Error("second"));
  });
});
