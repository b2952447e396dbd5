import fc from "fast-check";
import type { PageWindow } from "../../../src/domain/catalogue/catalogue-query.js";
import { compareTexts } from "../../../src/domain/compare-texts.js";
import { pageAmong } from "../../../src/domain/catalogue/page-among.js";

const order = {
  compare: compareTexts,
  compareWith: (item: string, position: { readonly id: string }) => compareTexts(item, position.id),
};
const at = (id: string) => ({ value: id, id });

describe("A page of items in no order", () => {
  const shown = (window: PageWindow): string => {
    const { items, hasPreviousPage, hasNextPage } = pageAmong([..."ecadb"], order, window);
    return `${hasPreviousPage ? "…" : ""}${items.join("")}${hasNextPage ? "…" : ""}`;
  };

  it.each<readonly [string, PageWindow, string]>([
    ["its first", { first: 2 }, "ab…"],
    ["those behind one", { first: 2, after: at("b") }, "…cd…"],
    ["those behind one that is gone", { first: 9, after: at("cc") }, "…de"],
    ["its last", { last: 2 }, "…de"],
    ["the last before one", { last: 2, before: at("c") }, "ab…"],
    ["those between two", { first: 9, after: at("a"), before: at("d") }, "…bc…"],
    ["all", {}, "abcde"],
  ])("has %s", (_, window, expected) => {
    expect(shown(window)).toBe(expected);
  });

  it("has what a sorted list has, of any number of items", () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.string({ maxLength: 3 }), { maxLength: 400 }),
        fc.integer({ min: 1, max: 100 }),
        fc.boolean(),
        (items, size, isLast) => {
          const sorted = [...items].sort(compareTexts);
          const page = pageAmong(items, order, isLast ? { last: size } : { first: size });
          expect(page.items).toEqual(isLast ? sorted.slice(-size) : sorted.slice(0, size));
          expect(page.totalCount).toBe(items.length);
        },
      ),
      { numRuns: 50 },
    );
  });
});
