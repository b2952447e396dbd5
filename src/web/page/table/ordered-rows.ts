import type { ShownRow } from "./shown-track.js";
import { TABLE_COLUMNS } from "./table-columns.js";
import type { TableOrder } from "./table-order.js";

/** Returns rows that are all there in an order; those of which nothing is known come last, as on the server. */
export function orderedRows(
  rows: readonly ShownRow[],
  { field, direction }: TableOrder,
  language: string,
): readonly ShownRow[] {
  const column = TABLE_COLUMNS.find(({ order }) => order === field);
  const valueOf = (row: ShownRow): string | number | null => {
    if (field === "TRACK_NAME") return row.trackName;
    if (field === "ARTIST") return row.artist;
    return column?.value(row) ?? null;
  };
  const { compare } = new Intl.Collator(language, { numeric: true });
  const sign = direction === "ASC" ? 1 : -1;
  return rows.toSorted((one, other) => {
    const [left, right] = [valueOf(one), valueOf(other)];
    if (left === null || right === null) return Number(left === null) - Number(right === null);
    const isNumber = typeof left === "number" && typeof right === "number";
    return sign * (isNumber ? left - right : compare(String(left), String(right)));
  });
}
