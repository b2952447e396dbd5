import {
  exportColumnsOf,
  type CellValue,
  type ExportColumn,
} from "../../domain/export/export-columns.js";
import type { ExportDescription, ExportedTracks } from "../../domain/export/exported-track.js";
import type { TrackFormat } from "../../ports/export/track-format.js";
import { utf8Bytes } from "./utf8-bytes.js";

/** First characters by which spreadsheets take a cell for a formula. */
const FORMULA = /^[=+\-@\t\r]/;

/** What a text in UTF-8 begins with where a spreadsheet shall not read it in another encoding. */
const BYTE_ORDER_MARK = "\uFEFF";

/**
 * Comma-separated values in UTF-8, with a byte order mark where it is asked for: a line of column names, then
 * a line for each track. Names come from the tags of files that somebody else may have made, and a spreadsheet
 * would run `=HYPERLINK(…)`: a text that begins like a formula begins with an apostrophe here. The
 * other tables have such texts as they are.
 *
 * Source: Y. Shafranovich, "Common Format and MIME Type for CSV Files", RFC 4180, 2005.
 */
export const csvFormat: TrackFormat = {
  name: "csv",
  needsFiles: false,
  needsTimes: false,
  needsCount: false,
  encode: (tracks, description) => utf8Bytes(lines(tracks, description)),
};

async function* lines(
  { pages }: ExportedTracks,
  { software, hasByteOrderMark = false }: ExportDescription,
): AsyncGenerator<string> {
  const columns = exportColumnsOf(software);
  if (hasByteOrderMark) yield BYTE_ORDER_MARK;
  yield `${columns.map(({ name }) => name).join(",")}\r\n`;
  for await (const page of pages) {
    const rows = page.map((track) =>
      columns.map((column) => cell(column, column.valueOf(track))).join(","),
    );
    yield rows.map((row) => `${row}\r\n`).join("");
  }
}

function cell({ type }: ExportColumn, value: CellValue): string {
  if (value === null) return "";
  if (type === "time") return new Date(Number(value)).toISOString();
  if (typeof value === "number") return String(value);
  const text = FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
