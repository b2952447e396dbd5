import type { TrackKey } from "../../../src/domain/track/track-key.js";
import { keyPageOf } from "../../../src/services/library/library-status-service.js";

const keys = ["a", "b", "c", "d", "e"] as TrackKey[];
const at = (trackKey: string) => ({ value: trackKey, trackKey });

describe("A page of track keys", () => {
  it.each([
    ["its first", { first: 2 }, "ab", false, true],
    ["those behind a key", { first: 2, after: at("b") }, "cd", true, true],
    ["those behind a key that is gone", { first: 9, after: at("cc") }, "de", true, false],
    ["its last", { last: 2 }, "de", true, false],
    ["the last before a key", { last: 2, before: at("c") }, "ab", false, true],
    ["those between two keys", { first: 9, after: at("a"), before: at("d") }, "bc", true, true],
    [
      "none between keys in the wrong order",
      { first: 9, after: at("d"), before: at("b") },
      "",
      true,
      true,
    ],
    ["none behind the last", { first: 9, after: at("e") }, "", true, false],
  ])("has %s", (_, window, items, hasPreviousPage, hasNextPage) => {
    const page = keyPageOf(keys, window);

    expect({ ...page, items: page.items.join("") }).toEqual({
      ...{ items, hasPreviousPage, hasNextPage },
      totalCount: 5,
    });
  });

  it("has 20 keys by default, and refuses sizes outside 1 to 100", () => {
    const many = Array.from({ length: 30 }, (_, index) => String(index) as TrackKey);

    expect(keyPageOf(many, {}).items).toHaveLength(20);
    expect(() => keyPageOf(keys, { first: 101 })).toThrow('"first"');
    expect(() => keyPageOf(keys, { last: 0 })).toThrow('"last"');
    expect(() => keyPageOf(keys, { first: 1, last: 1 })).toThrow("cannot be combined");
  });
});
