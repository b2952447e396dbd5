/** First characters by which spreadsheets take a cell for a formula. */
const FORMULA = /^[=+\-@\t\r]/;

/**
 * Returns lines of cells as CSV (RFC 4180); nothing for `null`. A text that begins like a formula begins with an apostrophe, as in the
 * tables of the server: names come from files that somebody else may have made, and a spreadsheet would run them.
 */
export const csvOf = (lines: readonly (readonly (string | number | null)[])[]): string =>
  lines.map((cells) => `${cells.map(csvCell).join()}\r\n`).join("");

function csvCell(value: string | number | null): string {
  if (typeof value !== "string") return String(value ?? "");
  const text = FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
