import { ResemblanceIndex } from "../../../../src/adapters/storage/resemblance/resemblance-index.js";

describe("ResemblanceIndex", () => {
  it("puts the closest first, and ties in the order they were added", () => {
    const index = indexOf(["slow walk", "slow waltz", "slow waltz"]);

    const found = index.search("slow waltz", 10);

    expect(found).toEqual([1, 2, 0]);
  });

  it("keeps the best where more resemble than the limit allows", () => {
    const index = indexOf(["waltz one", "waltz on", "waltz o", "waltz"]);

    const found = index.search("waltz", 2);

    expect(found).toEqual([3, 2]);
  });

  it("forgets what is removed, replaced or not kept", () => {
    const index = indexOf(["waltz", "tango", "polka", "mazurka"]);
    index.remove(0);
    index.remove(99);
    index.add(1, "samba");
    index.keepOnly(new Set([1, 2]));

    const found = ["waltz", "tango", "samba", "polka", "mazurka"].map((words) =>
      index.search(words, 10),
    );

    expect(found).toEqual([[], [], [1], [2], []]);
    expect(index.size).toBe(2);
    expect(index.removedCount).toBe(3);
  });

  it("answers the same again and again", () => {
    const index = indexOf(["slow walk", "slow waltz"]);
    const first = index.search("slow waltz", 10);

    const again = index.search("slow waltz", 10);

    expect(again).toEqual(first);
  });

  it("finds nothing in nothing, and nothing for nothing", () => {
    const empty = new ResemblanceIndex();
    const full = indexOf(["waltz"]);

    const found = [empty.search("waltz", 10), full.search("", 10), full.search("waltz", 0)];

    expect(found).toEqual([[], [], []]);
  });
});

function indexOf(texts: readonly string[]): ResemblanceIndex {
  const index = new ResemblanceIndex();
  texts.forEach((text, id) => index.add(id, text));
  return index;
}
