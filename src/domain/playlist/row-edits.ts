import { InvalidInputError } from "../errors/request-errors.js";
import type { TrackRef } from "../track/track-ref.js";
import { parseTrackRef } from "../track/track-ref.js";
import { MAX_NAMED_ROWS, parseNote, parseRefs } from "./playlist.js";
import { MAX_ROWS, type PlaylistRow, type RowContent, type RowOrder } from "./row-order.js";

export const MAX_EDITS = 100;
export const MAX_ROW_NOTE_CHARACTERS = 500;

/** The maximum number of characters of all notes of the rows of a playlist. */
const MAX_ROW_NOTES_CHARACTERS = 100_000;

/** An edit as a client writes it, before it is validated: one of these. */
export interface RowEditParameters {
  readonly insert?:
    | {
        readonly tracks: readonly unknown[];
        readonly at?: number | null | undefined;
        readonly note?: string | null | undefined;
      }
    | null
    | undefined;
  readonly move?: { readonly rows: readonly number[]; readonly at: number } | null | undefined;
  readonly remove?: { readonly rows: readonly number[] } | null | undefined;
  readonly replace?: { readonly row: number; readonly track?: unknown } | null | undefined;
  readonly annotate?:
    { readonly row: number; readonly note?: string | null | undefined } | null | undefined;
}

/** What an edit does. Positions count from 0. */
type RowEditAction =
  | {
      readonly kind: "insert";
      readonly tracks: readonly TrackRef[];
      /** Where the first of them is afterwards; behind all others where absent. */
      readonly at: number | undefined;
      /** Of each of them; may be empty. */
      readonly note: string;
    }
  | {
      readonly kind: "move";
      /** In the order that they have afterwards. */
      readonly rows: readonly number[];
      /** Where the first of them is afterwards. */
      readonly at: number;
    }
  | { readonly kind: "remove"; readonly rows: readonly number[] }
  | { readonly kind: "replace"; readonly row: number; readonly track: TrackRef }
  | { readonly kind: "annotate"; readonly row: number; readonly note: string };

/** An edit of the rows of a playlist. */
export type RowEdit = RowEditAction & {
  /** How errors name it: `edits[0].move`. */
  readonly parameter: string;
};

/**
 * Validates edits of a client.
 *
 * @throws {InvalidInputError} names the edit that is malformed; there are too many, or they name too many rows
 */
export function parseRowEdits(
  edits: readonly RowEditParameters[] | null | undefined,
): readonly RowEdit[] {
  const given = edits ?? [];
  if (given.length > MAX_EDITS) {
    throw new InvalidInputError("edits", `must be at most ${MAX_EDITS} edits`);
  }
  const parsed = given.map((edit, index) => parseRowEdit(edit, `edits[${index}]`));
  const named = parsed.reduce((sum, edit) => sum + namedBy(edit), 0);
  if (named <= MAX_NAMED_ROWS) return parsed;
  throw new InvalidInputError("edits", `must name at most ${MAX_NAMED_ROWS} tracks and rows`);
}

function parseRowEdit(edit: RowEditParameters, parameter: string): RowEdit {
  const given = Object.entries(edit).filter(([, part]) => part !== null && part !== undefined);
  const [name] = given[0] ?? [];
  if (given.length !== 1 || name === undefined) {
    const problem = "must be one of insert, move, remove, replace, annotate";
    throw new InvalidInputError(parameter, problem);
  }
  return { ...actionOf(edit, `${parameter}.${name}`), parameter: `${parameter}.${name}` };
}

function actionOf(edit: RowEditParameters, parameter: string): RowEditAction {
  const { insert, move, remove, replace, annotate } = edit;
  if (insert) {
    return {
      kind: "insert",
      tracks: parseRefs(insert.tracks, `${parameter}.tracks`),
      at: insert.at ?? undefined,
      note: parseNote(insert.note, `${parameter}.note`, MAX_ROW_NOTE_CHARACTERS),
    };
  }
  if (move) return { kind: "move", rows: [...new Set(move.rows)], at: move.at };
  if (remove) return { kind: "remove", rows: remove.rows };
  if (replace) {
    const track = parseTrackRef(replace.track, `${parameter}.track`);
    return { kind: "replace", row: replace.row, track };
  }
  const { row = 0, note } = annotate ?? {};
  return {
    kind: "annotate",
    row,
    note: parseNote(note, `${parameter}.note`, MAX_ROW_NOTE_CHARACTERS),
  };
}

const namedBy = (edit: RowEdit): number => tracksOfEdit(edit).length + rowsNamedBy(edit);

function rowsNamedBy(edit: RowEdit): number {
  if (edit.kind === "insert") return 0;
  return edit.kind === "move" || edit.kind === "remove" ? edit.rows.length : 1;
}

/** Returns the tracks that an edit makes rows of. */
export function tracksOfEdit(edit: RowEdit): readonly TrackRef[] {
  if (edit.kind === "insert") return edit.tracks;
  return edit.kind === "replace" ? [edit.track] : [];
}

/** The rows of a playlist, and those that were added to them. */
export interface EditedRows {
  readonly order: RowOrder;
  /** With numbers from that of the next row on. */
  readonly added: readonly PlaylistRow[];
}

/**
 * Edits the rows of a playlist.
 *
 * @param contents what becomes a row, by the track that an edit names
 * @param nextRow the number of the next row that is added
 * @throws {InvalidInputError} names the edit whose row is not there, or whose position is behind the end; there would be
 * too many rows or notes
 */
export function editedRows(
  before: RowOrder,
  edits: readonly RowEdit[],
  {
    contents,
    nextRow,
  }: { readonly contents: ReadonlyMap<TrackRef, RowContent>; readonly nextRow: number },
): EditedRows {
  let numbers = before.numbers;
  const notes = new Map(before.notes);
  const added: PlaylistRow[] = [];
  const addedRow = (track: TrackRef): number => {
    const content = contents.get(track);
    if (content === undefined) throw new Error(`Nothing is known of the track ${track}.`);
    const number = nextRow + added.length;
    added.push({ number, ...content });
    return number;
  };
  for (const edit of edits) {
    if (edit.kind === "insert") {
      const rows = edit.tracks.map(addedRow);
      numbers = placed(numbers, rows, edit.at ?? numbers.length, edit.parameter);
      if (edit.note !== "") for (const row of rows) notes.set(row, edit.note);
      continue;
    }
    const rows = edit.kind === "move" || edit.kind === "remove" ? edit.rows : [edit.row];
    requireRows(numbers, rows, edit.parameter);
    if (edit.kind === "move") {
      numbers = placed(without(numbers, rows), rows, edit.at, edit.parameter);
    } else if (edit.kind === "remove") {
      numbers = without(numbers, rows);
      for (const row of rows) notes.delete(row);
    } else if (edit.kind === "replace") {
      const number = addedRow(edit.track);
      numbers = numbers.map((row) => (row === edit.row ? number : row));
      const note = notes.get(edit.row);
      notes.delete(edit.row);
      if (note !== undefined) notes.set(number, note);
    } else if (edit.note === "") {
      notes.delete(edit.row);
    } else {
      notes.set(edit.row, edit.note);
    }
  }
  requireWithinLimits({ numbers, notes });
  const present = new Set(numbers);
  return { order: { numbers, notes }, added: added.filter(({ number }) => present.has(number)) };
}

const without = (numbers: readonly number[], rows: readonly number[]): readonly number[] => {
  const left = new Set(rows);
  return numbers.filter((number) => !left.has(number));
};

function placed(
  numbers: readonly number[],
  rows: readonly number[],
  at: number,
  parameter: string,
): readonly number[] {
  if (Number.isInteger(at) && at >= 0 && at <= numbers.length) {
    return [...numbers.slice(0, at), ...rows, ...numbers.slice(at)];
  }
  throw new InvalidInputError(`${parameter}.at`, `must be an integer from 0 to ${numbers.length}`);
}

function requireRows(numbers: readonly number[], rows: readonly number[], parameter: string): void {
  const absentRows = new Set(rows);
  for (const number of numbers) absentRows.delete(number);
  const [absent] = absentRows;
  if (absent !== undefined) {
    throw new InvalidInputError(
      parameter,
      `names the row ${absent}, which the playlist does not have`,
    );
  }
}

function requireWithinLimits({ numbers, notes }: RowOrder): void {
  if (numbers.length > MAX_ROWS) {
    throw new InvalidInputError("edits", `would make more than ${MAX_ROWS} rows, the maximum`);
  }
  const characters = [...notes.values()].reduce((sum, note) => sum + note.length, 0);
  if (characters > MAX_ROW_NOTES_CHARACTERS) {
    const problem = `would make notes of more than ${MAX_ROW_NOTES_CHARACTERS} characters, the maximum`;
    throw new InvalidInputError("edits", problem);
  }
}
