import type { StoredCheck, StoredCheckResult } from "../../domain/library/stored-check.js";

/** Selects the last check of what is stored, on both database systems. */
export const LAST_CHECK = "select ended_at, result from stored_checks where ended_at is not null";

/** A row of that select. */
export interface CheckRow {
  readonly ended_at: number;
  /** JSON. */
  readonly result: string;
}

/** Returns the check of a row, if there is one, as a part of an inspection. */
export function inspectedCheck(row: CheckRow | undefined): { readonly lastCheck?: StoredCheck } {
  if (row === undefined) return {};
  const result = JSON.parse(row.result) as StoredCheckResult;
  return { lastCheck: { ...result, endedAt: row.ended_at } };
}
