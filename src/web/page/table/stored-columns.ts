import { TABLE_COLUMNS } from "./table-columns.js";

/** Those that are shown until the reader chooses. */
const FIRST_COLUMNS: readonly string[] = ["tempo", "key", "energy", "durationMs"];

const STORED = "overtone.columns";

/** Returns the names of the columns that the reader has chosen on this device. */
export function storedColumns(): readonly string[] {
  const names = localStorage.getItem(STORED)?.split(",") ?? FIRST_COLUMNS;
  return TABLE_COLUMNS.map(({ name }) => name).filter((name) => names.includes(name));
}

/** Keeps which columns the reader has chosen. */
export function storeColumns(names: readonly string[]): void {
  localStorage.setItem(STORED, names.join());
}
