import type { ShownRow } from "./shown-track.js";

/** The rows of a table, of which only some are loaded. */
export interface TrackRows {
  /** The number of rows; `null` before the first answer. */
  readonly count: number | null;
  /** Returns a row; `undefined` while it is not loaded, `null` where its track is gone meanwhile. */
  readonly rowAt: (index: number) => ShownRow | null | undefined;
  /** Says which rows are in sight, from one up to before another; what is missing of them is loaded. */
  readonly show: (from: number, to: number) => void;
  /** What went wrong when rows were loaded last; `null` where nothing did. */
  readonly failure: unknown;
  /** Loads again what could not be loaded. */
  readonly retry: () => void;
  /** Returns whether a row is among them, by what tells it apart; absent where that is not known. */
  readonly has?: (rowId: string) => boolean;
}

/** Returns rows that are all there. */
export const fixedRows = (rows: readonly ShownRow[]): TrackRows => ({
  count: rows.length,
  rowAt: (index) => rows[index],
  show: () => undefined,
  failure: null,
  retry: () => undefined,
});

/** Rows before the first answer. */
export const NO_ROWS: TrackRows = { ...fixedRows([]), count: null };

/** Rows that are looked at, and asked for by their place. */
export interface Sight {
  readonly from: number;
  /** The one after the last. */
  readonly to: number;
}

/** Where a table is scrolled to, pixels. */
export interface Scrolled {
  readonly top: number;
  readonly height: number;
  readonly rowHeight: number;
}

/** Rows that are drawn beside those in sight, on either side. */
const BESIDE = 10;

/** Returns the rows that are drawn: those in sight, and some beside them. */
export function rowsInSight({ top, height, rowHeight }: Scrolled, count: number): Sight {
  const first = Math.floor(top / rowHeight) - BESIDE;
  const last = Math.ceil((top + height) / rowHeight) + BESIDE;
  const from = Math.min(Math.max(0, first), Math.max(0, count - 1));
  return { from, to: Math.max(from, Math.min(count, last)) };
}
