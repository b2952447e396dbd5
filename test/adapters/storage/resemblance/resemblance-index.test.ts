import { ResemblanceIndex } from "../../../../src/adapters/storage/resemblance/resemblance-index.js";

describe("ResemblanceIndex", () => {
  it("puts the closest first, and ties in the order they were added", () => {
    const index = indexOf(["slow walk", "slow waltz", "slow waltz"]);

    const found = index.search("slow waltz", max(10));

    expect(found).toEqual([1, 2, 0]);
  });

  it("keeps the best where more resemble than the limit allows", () => {
    const index = indexOf(["waltz one", "waltz on", "waltz o", "waltz"]);

    const found = index.search("waltz", max(2));

    expect(found).toEqual([3, 2]);
  });

  it("counts equal texts once, and answers the last of their ids up to the maximum", () => {
    const index = indexOf(["waltz", "slow waltz", "waltz", "waltz", "waltz one"]);

    const [all, some] = [
      index.search("waltz", { texts: 2, idsPerText: 10 }),
      index.search("waltz", { texts: 2, idsPerText: 2 }),
    ];

    expect(all).toEqual([0, 2, 3, 4]);
    expect(some).toEqual([2, 3, 4]);
  });

  it("finds a text as long as one of its ids is left, and again when one comes back", () => {
    const index = indexOf(["waltz", "waltz"]);
    index.remove(0);
    const withOne = index.search("waltz", max(10));
    index.remove(1);
    const withNone = index.search("waltz", max(10));

    index.add(7, "waltz");

    expect([withOne, withNone]).toEqual([[1], []]);
    expect(index.search("waltz", max(10))).toEqual([7]);
    expect([index.size, index.removedCount]).toEqual([1, 1]);
  });

  it("forgets what is removed, replaced or not kept", () => {
    const index = indexOf(["waltz", "tango", "polka", "mazurka"]);
    index.remove(0);
    index.remove(99);
    index.add(1, "samba");
    index.keepOnly(new Set([1, 2]));

    const found = ["waltz", "tango", "samba", "polka", "mazurka"].map((words) =>
      index.search(words, max(10)),
    );

    expect(found).toEqual([[], [], [1], [2], []]);
    expect(index.size).toBe(2);
    expect(index.removedCount).toBe(3);
  });

  it("answers the same again and again", () => {
    const index = indexOf(["slow walk", "slow waltz"]);
    const first = index.search("slow waltz", max(10));

    const again = index.search("slow waltz", max(10));

    expect(again).toEqual(first);
  });

  it("finds nothing in nothing, and nothing for nothing", () => {
    const empty = new ResemblanceIndex();
    const full = indexOf(["waltz"]);

    const found = [
      empty.search("waltz", max(10)),
      full.search("", max(10)),
      full.search("waltz", max(0)),
    ];

    expect(found).toEqual([[], [], []]);
  });
});

const max = (texts: number) => ({ texts, idsPerText: 10 });

function indexOf(texts: readonly string[]): ResemblanceIndex {
  const index = new ResemblanceIndex();
  texts.forEach((text, id) => index.add(id, text));
  return index;
}
