import { cursorFrom } from "../../../src/domain/catalogue/catalogue-cursor.js";
import { defaultOrder } from "../../../src/domain/catalogue/catalogue-query.js";
import {
  parseRowCursor,
  positionsOnPage,
  rowCursorFrom,
  type RowWindow,
} from "../../../src/domain/playlist/row-cursor.js";

describe("A cursor of a playlist", () => {
  it("leads to its position", () => {
    expect(parseRowCursor(rowCursorFrom(9_999), "after")).toBe(9_999);
    expect(parseRowCursor(undefined, "after")).toBeUndefined();
    expect(parseRowCursor(null, "after")).toBeUndefined();
  });

  it.each([
    "x",
    "",
    rowCursorFrom(-1),
    rowCursorFrom(0.5),
    cursorFrom({ value: "a", id: "a" }, defaultOrder),
  ])("is refused as %j", (cursor) => {
    expect(() => parseRowCursor(cursor, "after")).toThrow(
      'The parameter "after" is not a cursor of a playlist.',
    );
  });
});

describe("A page of ten rows", () => {
  it.each<[RowWindow, number, number]>([
    [{ first: 4 }, 0, 4],
    [{ first: 4, after: 3 }, 4, 8],
    [{ first: 4, after: 8 }, 9, 10],
    [{ first: 4, after: 9 }, 10, 10],
    [{ first: 4, after: 50 }, 10, 10],
    [{ last: 4 }, 6, 10],
    [{ last: 4, before: 6 }, 2, 6],
    [{ last: 4, before: 2 }, 0, 2],
    [{ last: 4, before: 0 }, 0, 0],
    [{ last: 4, before: 50 }, 6, 10],
    [{ first: 9, after: 2, before: 5 }, 3, 5],
    [{ first: 9, after: 5, before: 2 }, 6, 6],
  ])("with %j begins at %j and ends before %j", (window, start, end) => {
    expect(positionsOnPage(10, window)).toEqual({ start, end });
  });
});
