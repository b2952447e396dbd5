import { WaitingCalls } from "../../src/domain/waiting-calls.js";

/** Opens calls whose works begin and end when the test says so. */
function opened() {
  const calls = new WaitingCalls<number>();
  const works: { begin: () => void; end: (result: number) => void; fail: () => void }[] = [];
  const join = (key: string): Promise<number> =>
    calls.join(key, (begin) => {
      return new Promise((end, reject) => {
        works.push({ begin, end, fail: () => reject(new Error("failed")) });
      });
    });
  return { join, works };
}

describe("Calls that wait to begin", () => {
  it("share the work of one that has not begun", async () => {
    const { join, works } = opened();
    const answers = [join("a"), join("a"), join("b"), join("a")];

    works[0]?.begin();
    works[0]?.end(1);
    works[1]?.end(2);

    await expect(Promise.all(answers)).resolves.toEqual([1, 1, 2, 1]);
    expect(works).toHaveLength(2);
  });

  it("share none that has begun, because it may not see what has changed since", async () => {
    const { join, works } = opened();
    const first = join("a");
    works[0]?.begin();
    const others = [join("a"), join("a")];

    works[0]?.end(1);
    works[1]?.end(2);

    await expect(Promise.all([first, ...others])).resolves.toEqual([1, 2, 2]);
  });

  it("share no work that begins at once, or has failed", async () => {
    const calls = new WaitingCalls<number>();
    const atOnce = (result: number) =>
      calls.join("a", (begin) => {
        begin();
        return Promise.resolve(result);
      });
    const { join, works } = opened();
    const failing = join("a");
    works[0]?.fail();
    await expect(failing).rejects.toThrow("failed");
    const next = join("a");
    works[1]?.end(3);

    await expect(Promise.all([atOnce(1), atOnce(2), next])).resolves.toEqual([1, 2, 3]);
  });
});
