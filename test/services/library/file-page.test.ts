import type { FileId } from "../../../src/domain/library/library-file.js";
import { filePageOf } from "../../../src/services/library/library-status-service.js";

const fileIds = ["a", "b", "c", "d", "e"] as FileId[];
const at = (id: string) => ({ value: id, id });

describe("A page of files", () => {
  it.each([
    ["its first", { first: 2 }, "ab", false, true],
    ["those behind a file", { first: 2, after: at("b") }, "cd", true, true],
    ["those behind a file that is gone", { first: 9, after: at("cc") }, "de", true, false],
    ["its last", { last: 2 }, "de", true, false],
    ["the last before a file", { last: 2, before: at("c") }, "ab", false, true],
    ["those between two files", { first: 9, after: at("a"), before: at("d") }, "bc", true, true],
    [
      "none between files in the wrong order",
      { first: 9, after: at("d"), before: at("b") },
      "",
      true,
      true,
    ],
    ["none behind the last", { first: 9, after: at("e") }, "", true, false],
  ])("has %s", (_, window, items, hasPreviousPage, hasNextPage) => {
    const page = filePageOf(fileIds, window);

    expect({ ...page, items: page.items.join("") }).toEqual({
      ...{ items, hasPreviousPage, hasNextPage },
      totalCount: 5,
    });
  });

  it("has 20 files by default, and refuses sizes outside 1 to 100", () => {
    const many = Array.from({ length: 30 }, (_, index) => String(index) as FileId);

    expect(filePageOf(many, {}).items).toHaveLength(20);
    expect(() => filePageOf(fileIds, { first: 101 })).toThrow('"first"');
    expect(() => filePageOf(fileIds, { last: 0 })).toThrow('"last"');
    expect(() => filePageOf(fileIds, { first: 1, last: 1 })).toThrow("cannot be combined");
  });
});
