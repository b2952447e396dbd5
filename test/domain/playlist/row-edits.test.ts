import {
  editedRows,
  parseRowEdits,
  tracksOfEdit,
  type EditedRows,
  type RowEditParameters,
} from "../../../src/domain/playlist/row-edits.js";
import type { RowContent, RowOrder } from "../../../src/domain/playlist/row-order.js";
import { trackKeyFrom } from "../../../src/domain/track/track-key.js";
import type { TrackRef } from "../../../src/domain/track/track-ref.js";
import { recordingOf } from "../../fakes/measured-audio.js";

const keyOf = (title: string): TrackRef => trackKeyFrom("Ann", title);
const [one, two] = [keyOf("One"), keyOf("Two")];
const contentOf = (title: string): RowContent => ({
  ...{ recordingId: recordingOf(title), artist: "Ann", trackName: title, durationMs: 1_000 },
});
const contents = new Map(["One", "Two"].map((title) => [keyOf(title), contentOf(title)]));
const before: RowOrder = { numbers: [1, 2, 3, 4], notes: new Map([[2, "slow"]]) };

/** Edits four rows, of which the second has a note. */
const edited = (...edits: readonly RowEditParameters[]): EditedRows =>
  editedRows(before, parseRowEdits(edits), { contents, nextRow: 9 });

const numbersAfter = (...edits: readonly RowEditParameters[]): readonly number[] =>
  edited(...edits).order.numbers;

describe("Edits of the rows of a playlist", () => {
  it("insert tracks at a position, or at the end, also one twice", () => {
    const { order, added } = edited({ insert: { tracks: [two, one, two], at: 1, note: "new" } });

    expect(order.numbers).toEqual([1, 9, 10, 11, 2, 3, 4]);
    expect(order.notes).toEqual(
      new Map([
        [2, "slow"],
        [9, "new"],
        [10, "new"],
        [11, "new"],
      ]),
    );
    expect(added).toEqual([
      { number: 9, ...contentOf("Two") },
      { number: 10, ...contentOf("One") },
      { number: 11, ...contentOf("Two") },
    ]);
    expect(numbersAfter({ insert: { tracks: [one] } })).toEqual([1, 2, 3, 4, 9]);
  });

  it.each([
    [[4], 0, [4, 1, 2, 3]],
    [[1], 3, [2, 3, 4, 1]],
    [[4, 2], 1, [1, 4, 2, 3]],
    [[2, 3], 1, [1, 2, 3, 4]],
    [[3, 3], 0, [3, 1, 2, 4]],
  ])("move the rows %j to position %j, in the order that they are named", (rows, at, expected) => {
    expect(numbersAfter({ move: { rows, at } })).toEqual(expected);
  });

  it("remove rows with their notes", () => {
    const { order, added } = edited({ remove: { rows: [4, 2] } });

    expect(order).toEqual({ numbers: [1, 3], notes: new Map() });
    expect(added).toEqual([]);
  });

  it("replace a row, whose place and note the new one has", () => {
    const { order, added } = edited({ replace: { row: 2, track: one } });

    expect(order).toEqual({ numbers: [1, 9, 3, 4], notes: new Map([[9, "slow"]]) });
    expect(added).toEqual([{ number: 9, ...contentOf("One") }]);
  });

  it("note something of a row, or nothing any more", () => {
    expect(edited({ annotate: { row: 1, note: " loud " } }).order.notes.get(1)).toBe("loud");
    expect(edited({ annotate: { row: 2, note: "" } }).order.notes.size).toBe(0);
    expect(edited({ annotate: { row: 2 } }).order.notes.size).toBe(0);
  });

  it("follow each other, and add no row that a later one removes", () => {
    const { order, added } = edited(
      { insert: { tracks: [one, two], at: 0 } },
      { move: { rows: [10], at: 5 } },
      { remove: { rows: [9, 1] } },
    );

    expect(order.numbers).toEqual([2, 3, 4, 10]);
    expect(added.map(({ number }) => number)).toEqual([10]);
  });

  it("leave what they are given as it was", () => {
    edited({ remove: { rows: [2] } }, { annotate: { row: 1, note: "x" } });

    expect(before).toEqual({ numbers: [1, 2, 3, 4], notes: new Map([[2, "slow"]]) });
  });

  it("name the tracks that become rows", () => {
    const edits = parseRowEdits([
      { insert: { tracks: [one, one] } },
      { replace: { row: 1, track: two } },
      { remove: { rows: [1] } },
    ]);

    expect(edits.flatMap(tracksOfEdit)).toEqual([one, one, two]);
  });

  it.each<[RowEditParameters, string]>([
    [{}, '"edits[0]" must be one of insert, move, remove, replace, annotate'],
    [{ remove: { rows: [1] }, move: { rows: [1], at: 0 } }, '"edits[0]" must be one of'],
    [{ insert: { tracks: ["x"] } }, '"edits[0].insert.tracks" must be 16'],
    [{ insert: { tracks: [one], at: 5 } }, '"edits[0].insert.at" must be an integer from 0 to 4'],
    [{ move: { rows: [1], at: 4 } }, '"edits[0].move.at" must be an integer from 0 to 3'],
    [{ move: { rows: [1], at: 0.5 } }, '"edits[0].move.at" must be an integer'],
    [{ move: { rows: [7], at: 0 } }, '"edits[0].move" names the row 7'],
    [{ remove: { rows: [1, 9] } }, '"edits[0].remove" names the row 9'],
    [{ replace: { row: 9, track: one } }, '"edits[0].replace" names the row 9'],
    [{ replace: { row: 1, track: "rec:x" } }, '"edits[0].replace.track" must be'],
    [{ annotate: { row: 9, note: "x" } }, '"edits[0].annotate" names the row 9'],
    [{ annotate: { row: 1, note: "x".repeat(501) } }, '"edits[0].annotate.note" must be a text'],
  ])("are refused as %j", (edit, message) => {
    expect(() => edited(edit)).toThrow(message);
  });

  it("are refused where there are too many, or they name too many rows", () => {
    const remove = { remove: { rows: [1] } };
    const many = Array.from({ length: 1_001 }, () => one);

    expect(() => parseRowEdits(Array.from({ length: 101 }, () => remove))).toThrow(
      '"edits" must be at most 100 edits',
    );
    expect(() =>
      parseRowEdits([{ insert: { tracks: many } }, { insert: { tracks: many } }]),
    ).toThrow('"edits" must name at most 2000');
    expect(
      parseRowEdits([{ insert: { tracks: Array.from({ length: 2_000 }, () => one) } }]),
    ).toHaveLength(1);
  });

  it("are refused where they would make too many rows", () => {
    const full = Array.from({ length: 9_999 }, (_, index) => index + 1);
    const insert = (tracks: readonly TrackRef[]) =>
      editedRows({ numbers: full, notes: new Map() }, parseRowEdits([{ insert: { tracks } }]), {
        contents,
        nextRow: 10_000,
      });

    expect(insert([one]).order.numbers).toHaveLength(10_000);
    expect(() => insert([one, two])).toThrow("would make more than 10000 rows");
  });

  it("are refused where they would make too many notes", () => {
    const numbers = Array.from({ length: 201 }, (_, index) => index + 1);
    const notes = new Map(numbers.slice(1).map((number) => [number, "x".repeat(500)]));
    const annotate = parseRowEdits([{ annotate: { row: 1, note: "y" } }]);

    expect(() => editedRows({ numbers, notes }, annotate, { contents, nextRow: 300 })).toThrow(
      "would make notes of more than 100000 characters",
    );
  });
});
