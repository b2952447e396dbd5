import { rowIdOf, type ShownRow } from "./shown-track.js";
import type { TrackRows } from "./track-rows.js";

/** A row that is selected, with the place where it was. */
interface SelectedRow {
  readonly index: number;
  readonly row: ShownRow;
}

/** The rows that are selected, by what tells them apart, so that loading and ordering leave them selected. */
export type RowSelection = ReadonlyMap<string, SelectedRow>;

/** Nothing is selected. */
export const NO_SELECTION: RowSelection = new Map();

/** Returns a selection without rows that the list is known to have no more. */
export const presentRows = (
  selection: RowSelection,
  { has = () => true }: Pick<TrackRows, "has">,
): RowSelection => new Map([...selection].filter(([rowId]) => has(rowId)));

/** Returns the selected rows, in their order. */
export function selectedRows(selection: RowSelection): readonly ShownRow[] {
  return [...selection.values()]
    .toSorted((one, other) => one.index - other.index)
    .map(({ row }) => row);
}

/** Returns a selection with a row more, or less where it is selected already. */
export function toggledRow(selection: RowSelection, index: number, row: ShownRow): RowSelection {
  const changed = new Map(selection);
  if (!changed.delete(rowIdOf(row))) changed.set(rowIdOf(row), { index, row });
  return changed;
}

/** Returns a selection with all rows between two as well, both included, as far as they are loaded. */
export function withRange(
  selection: RowSelection,
  rows: Pick<TrackRows, "rowAt">,
  one: number,
  other: number,
): RowSelection {
  const changed = new Map(selection);
  for (let index = Math.min(one, other); index <= Math.max(one, other); index += 1) {
    const row = rows.rowAt(index);
    if (row) changed.set(rowIdOf(row), { index, row });
  }
  return changed;
}
