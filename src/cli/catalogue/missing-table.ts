import { csvCell } from "../../domain/export/csv-cell.js";
import type { ListedRow } from "../../domain/list-import/listed-row.js";

/** Rows that are written at once. */
const ROWS_PER_PART = 500;

const COLUMNS: readonly (readonly [string, (row: ListedRow) => string | number | undefined])[] = [
  ["position", ({ position }) => position],
  ["artist", ({ artist }) => artist],
  ["title", ({ title }) => title],
  ["album", ({ album }) => album],
  ["duration_ms", ({ durationMs }) => durationMs],
  ["isrc", ({ isrc }) => isrc],
  ["mbid", ({ musicbrainzId }) => musicbrainzId],
  ["spotify_id", ({ spotifyId }) => spotifyId],
  ["path", ({ path }) => path],
  ["row", ({ raw }) => raw],
];

/** Writes rows of a list as CSV in UTF-8 with a byte order mark, which spreadsheets need, and with the columns that an import reads. */
export function* missingTable(rows: readonly ListedRow[]): Generator<Uint8Array> {
  yield Buffer.from(`\uFEFF${COLUMNS.map(([name]) => name).join(",")}\r\n`);
  for (let start = 0; start < rows.length; start += ROWS_PER_PART) {
    const part = rows.slice(start, start + ROWS_PER_PART).map((row) => {
      const cells = COLUMNS.map(([, valueOf]) => valueOf(row));
      return `${cells.map((value) => csvCell(value ?? null)).join(",")}\r\n`;
    });
    yield Buffer.from(part.join(""));
  }
}
