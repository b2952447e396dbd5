import {
  exportColumnsOf,
  type CellValue,
  type ExportColumn,
} from "../../domain/export/export-columns.js";
import { csvCell } from "../../domain/export/csv-cell.js";
import type { ExportDescription, ExportedTracks } from "../../domain/export/exported-track.js";
import type { TrackFormat } from "../../ports/export/track-format.js";
import { utf8Bytes } from "./utf8-bytes.js";

/** What a text in UTF-8 begins with where a spreadsheet shall not read it in another encoding. */
const BYTE_ORDER_MARK = "\uFEFF";

/**
 * Comma-separated values in UTF-8, with a byte order mark where it is asked for: a line of column names, then
 * a line for each track. Texts that begin like a formula begin with an apostrophe (`csvCell`); the other tables have them as
 * they are.
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
  return csvCell(type === "time" && value !== null ? new Date(Number(value)).toISOString() : value);
}
