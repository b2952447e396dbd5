import { ResemblanceIndex } from "../../../../src/adapters/storage/resemblance/resemblance-index.js";

describe("ResemblanceIndex", () => {
  it("lists the closest first, and ties in the order in which they were added", () => {
    const index = indexOf(["slow walk", "slow waltz", "slow waltz"]);

    const found = index.search("slow waltz", max(10));

    expect(found).toEqual([1, 2, 0]);
  });

  it("returns the best when more texts match than the limit allows", () => {
    const index = indexOf(["waltz one", "waltz on", "waltz o", "waltz"]);

    const found = index.search("waltz", max(2));

    expect(found).toEqual([3, 2]);
  });

  it("counts equal texts once, and returns the latest of their ids up to the maximum", () => {
    const index = indexOf(["waltz", "slow waltz", "waltz", "waltz", "waltz one"]);

    const [all, some] = [
      index.search("waltz", { texts: 2, idsPerText: 10 }),
      index.search("waltz", { texts: 2, idsPerText: 2 }),
    ];

    expect(all).toEqual([0, 2, 3, 4]);
    expect(some).toEqual([2, 3, 4]);
  });

  it("finds a text as long as it has an id, and again when an id is added again", () => {
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

  it("does not find texts that were removed or replaced", () => {
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

  it("returns the same for repeated searches", () => {
    const index = indexOf(["slow walk", "slow waltz"]);
    const first = index.search("slow waltz", max(10));

    const again = index.search("slow waltz", max(10));

    expect(again).toEqual(first);
  });

  it("finds nothing in an empty index, and nothing for an empty text", () => {
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
