import { KeptValues } from "../../src/domain/kept-values.js";

describe("Kept values", () => {
  it("are computed once for the same inputs, and anew for others", () => {
    const kept = new KeptValues<string>(2);
    const data = {};
    let computed = 0;
    const valueOf = (revision: number, of: object): string =>
      kept.of([revision, of], () => `${revision}, computed as ${++computed}`);

    const values = [valueOf(1, data), valueOf(1, data), valueOf(1, {}), valueOf(2, data)];

    expect(values).toEqual([
      "1, computed as 1",
      "1, computed as 1",
      "1, computed as 2",
      "2, computed as 3",
    ]);
  });

  it("are those that were asked for last, no more than the maximum", () => {
    const kept = new KeptValues<number>(2);
    const computed: number[] = [];
    const ask = (input: number): number => kept.of([input], () => computed.push(input));

    for (const input of [1, 2, 1, 3, 1, 2]) ask(input);

    expect(computed).toEqual([1, 2, 3, 2]);
  });

  it("do not include a promise that was rejected", async () => {
    const kept = new KeptValues<Promise<string>>(1);
    const failed = kept.of([1], () => Promise.reject(new Error("no")));
    const shared = kept.of([1], () => Promise.resolve("not asked for"));

    await expect(failed).rejects.toThrow("no");
    const again = await kept.of([1], () => Promise.resolve("yes"));

    await expect(shared).rejects.toThrow("no");
    expect(again).toBe("yes");
  });
});
