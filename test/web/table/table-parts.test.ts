import {
  NO_SELECTION,
  selectedRows,
  toggledRow,
  withRange,
} from "../../../src/web/page/table/row-selection.js";
import type { ShownRow } from "../../../src/web/page/table/shown-track.js";
import { csvOfRows, TABLE_COLUMNS } from "../../../src/web/page/table/table-columns.js";
import { tableKeyOf } from "../../../src/web/page/table/table-keys.js";
import {
  orderIn,
  orderParameter,
  orderText,
  TABLE_ORDERS,
  turned,
  usualOrder,
  type TableOrder,
} from "../../../src/web/page/table/table-order.js";
import { fixedRows, rowsInSight } from "../../../src/web/page/table/track-rows.js";

const rowNamed = (trackName: string, parts: Partial<ShownRow> = {}): ShownRow => ({
  ...{ trackKey: trackName, recordingId: null, trackName, artist: "Ann", album: null },
  ...{ albumArtist: null, composer: null, genre: null, label: null, year: null, trackNumber: null },
  ...{ durationMs: null, thumbnailUrl: null, values: null },
  ...parts,
});

const first: TableOrder = { field: "ARTIST", direction: "ASC" };

describe("The rows that are drawn", () => {
  it("are those in sight and ten beside, within the list", () => {
    const scrolled = { height: 500, rowHeight: 50 };

    expect(rowsInSight({ ...scrolled, top: 0 }, 1000)).toEqual({ from: 0, to: 20 });
    expect(rowsInSight({ ...scrolled, top: 5000 }, 1000)).toEqual({ from: 90, to: 120 });
    expect(rowsInSight({ ...scrolled, top: 49_500 }, 1000)).toEqual({ from: 980, to: 1000 });
  });

  it("are none of an empty list, and within one that became shorter", () => {
    const scrolled = { top: 50_000, height: 500, rowHeight: 50 };

    expect(rowsInSight(scrolled, 0)).toEqual({ from: 0, to: 0 });
    expect(rowsInSight(scrolled, 3)).toEqual({ from: 2, to: 3 });
  });
});

describe("The order of a table", () => {
  it("is in the address as it was, in both directions", () => {
    for (const field of TABLE_ORDERS) {
      for (const order of [usualOrder(field), turned(usualOrder(field))]) {
        expect(orderIn(orderText(order, first), first)).toEqual(order);
      }
    }
  });

  it("is not in the address where it is the first one, and is the first one where the address is wrong", () => {
    expect(orderText(first, first)).toBe("");
    expect(orderIn("random:7", first)).toEqual({ field: "RANDOM", direction: "ASC", seed: 7 });
    expect(orderParameter(orderIn("random:7", first))).toBe("random:7");
    expect(orderIn("-addedAt", first)).toEqual({ field: "ADDED_AT", direction: "DESC" });
    expect(
      ["", "-", "constructor", "ADDED_AT", "artist:7", "random:x"].map((text) =>
        orderIn(text, first),
      ),
    ).toEqual(Array.from({ length: 6 }, () => first));
  });
});

describe("A selection", () => {
  const rows = fixedRows(["a", "b", "c", "d"].map((name) => rowNamed(name)));
  const namesOf = (selection: typeof NO_SELECTION): readonly string[] =>
    selectedRows(selection).map(({ trackName }) => trackName);

  it("has the rows between two, in their order, whichever was first", () => {
    expect(namesOf(withRange(NO_SELECTION, rows, 2, 0))).toEqual(["a", "b", "c"]);
  });

  it("gets a row by the first toggle and loses it by the second", () => {
    const row = rowNamed("b");
    const once = toggledRow(withRange(NO_SELECTION, rows, 3, 3), 1, row);

    expect(namesOf(once)).toEqual(["b", "d"]);
    expect(namesOf(toggledRow(once, 1, row))).toEqual(["d"]);
  });

  it("leaves out rows that are not loaded", () => {
    const few = { rowAt: (index: number) => (index === 1 ? undefined : rows.rowAt(index)) };

    expect(namesOf(withRange(NO_SELECTION, few, 0, 2))).toEqual(["a", "c"]);
  });
});

describe("Rows as CSV", () => {
  it("have names and chosen columns under the names of the API, with what needs it quoted", () => {
    const columns = TABLE_COLUMNS.filter(({ name }) => ["durationMs", "year"].includes(name));
    const row = rowNamed('Say "Hi", Ann', { recordingId: "rec:1", durationMs: 1500, year: 1999 });

    expect(csvOfRows([row, rowNamed("two\nlines")], columns)).toBe(
      [
        "recordingId,trackKey,artist,trackName,album,durationMs,year",
        'rec:1,"Say ""Hi"", Ann",Ann,"Say ""Hi"", Ann",,1500,1999',
        ',"two\nlines",Ann,"two\nlines",,,',
        "",
      ].join("\r\n"),
    );
  });
});

describe("The keys of a table", () => {
  const press = (key: string, parts: object = {}) =>
    tableKeyOf(
      { key, shiftKey: false, ctrlKey: false, metaKey: false, altKey: false, ...parts },
      8,
      false,
    );

  it("move by rows and by what is in sight, and select with Shift", () => {
    expect(press("ArrowDown")).toEqual({ kind: "move", by: 1, isRange: false });
    expect(press("PageUp", { shiftKey: true })).toEqual({ kind: "move", by: -8, isRange: true });
    expect(press("End")).toEqual({ kind: "moveTo", end: "last", isRange: false });
  });

  it("leave those of the browser alone", () => {
    expect(press("ArrowLeft", { altKey: true })).toBeNull();
    expect(press("p", { ctrlKey: true })).toBeNull();
    expect(press("F5")).toBeNull();
  });

  it("go through a row in its direction", () => {
    const pressed = { shiftKey: false, ctrlKey: false, metaKey: false, altKey: false };

    expect(tableKeyOf({ key: "ArrowRight", ...pressed }, 8, false)).toEqual({
      ...{ kind: "within", step: 1 },
    });
    expect(tableKeyOf({ key: "ArrowRight", ...pressed }, 8, true)).toEqual({
      ...{ kind: "within", step: -1 },
    });
  });
});
