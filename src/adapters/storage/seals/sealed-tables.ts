import { copiedTables, type CopiedTable } from "../copy/copied-tables.js";

/** A table whose rows are sealed. */
export interface SealedTable extends Pick<CopiedTable, "name" | "key"> {
  /** How many rows are read by one statement: some milliseconds of the event loop. */
  readonly rowsAtOnce: number;
}

/** Tables whose rows have no seals, with the reasons. */
export const unsealedTables: Readonly<Record<string, string>> = {
  analysis_jobs: "a job changes until it has ended, mostly within minutes",
  upload_parts: "an upload is removed with its job",
  webhook_deliveries: "a delivery changes until it has arrived",
  rate_windows: "valid for seconds",
  provider_turns: "valid for seconds",
  library_scans: "a scan that runs changes each second",
  repeatable_requests: "an answer is kept for a while only, and its caller has it",
  row_seals: "a seal that is damaged differs from its row, which is found",
  stored_checks: "one row that each check replaces",
};

/** Tables that a copy of a database leaves out, by their keys. */
const alsoSealed: readonly Pick<CopiedTable, "name" | "key">[] = [
  { name: "sessions", key: ["lookup"] },
  { name: "sign_in_links", key: ["secret_hash"] },
  { name: "catalogue_snapshots", key: ["id"] },
  { name: "catalogue_snapshot_portions", key: ["snapshot_id", "place"] },
];

const ROWS_AT_ONCE = 50;

/** Of tables whose rows have up to some hundred kilobytes. */
const LARGE_ROWS_AT_ONCE: Readonly<Record<string, number>> = {
  analysis_timelines: 10,
  catalogue_snapshot_portions: 5,
};

/** The tables whose rows are sealed. */
export const sealedTables: readonly SealedTable[] = [...copiedTables, ...alsoSealed]
  .filter(({ name }) => !(name in unsealedTables))
  .map(({ name, key }) => ({ name, key, rowsAtOnce: LARGE_ROWS_AT_ONCE[name] ?? ROWS_AT_ONCE }));
