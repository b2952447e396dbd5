/** What `csvCell` writes before a text that a spreadsheet would take for a formula. */
const GUARD = /^'(?=[=+\-@\t\r])/;

/** First characters by which spreadsheets take a cell for a formula. */
const FORMULA = /^[=+\-@\t\r]/;

/**
 * Returns a value as a cell of CSV; an empty one for `null`. Names come from files that somebody else may have made, and a
 * spreadsheet would run `=HYPERLINK(…)`: a text that begins like a formula begins with an apostrophe here.
 *
 * Source: Y. Shafranovich, "Common Format and MIME Type for CSV Files", RFC 4180, 2005.
 */
export function csvCell(value: string | number | null): string {
  if (value === null) return "";
  if (typeof value === "number") return String(value);
  const text = FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Returns the text of a cell that `csvCell` may have written. */
export const textOfCell = (cell: string): string => cell.replace(GUARD, "");
