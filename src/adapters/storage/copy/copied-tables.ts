/** A value of a row, as the drivers of both systems return it. */
type Value = string | number | null | Uint8Array;

/** A row of any table, by the names of its columns in the database. */
export type Row = Readonly<Record<string, Value>>;

/** A table that a copy of a database has. */
export interface CopiedTable {
  /** Its name in the database. */
  readonly name: string;
  /** Columns that are unique together: rows are read in their order. */
  readonly key: readonly string[];
  /** Whether it has one row, also in an empty database. */
  readonly isCounter?: boolean;
  /** Returns the row that the copy has instead. */
  readonly convert?: (row: Row) => Row;
}

/** All tables that are copied, those that others refer to first. */
export const copiedTables: readonly CopiedTable[] = [
  { name: "api_keys", key: ["lookup"] },
  { name: "analyses", key: ["recording_id"] },
  { name: "analysis_details", key: ["recording_id"] },
  { name: "analysis_timelines", key: ["recording_id"] },
  { name: "analysis_fingerprints", key: ["recording_id"] },
  // No process compares a recording of the copy.
  {
    name: "indexed_fingerprints",
    key: ["recording_id"],
    convert: (row) => ({ ...row, taken_until: 0 }),
  },
  { name: "performance_links", key: ["first_id", "second_id"] },
  { name: "corrections", key: ["recording_id", "field"] },
  { name: "recording_names", key: ["track_key", "recording_id"] },
  { name: "recording_pins", key: ["track_key"] },
  { name: "analysis_changes", key: ["recording_id"] },
  { name: "analysis_revision", key: ["revision"], isCounter: true },
  { name: "library_files", key: ["folder", "relative_path", "range_number"] },
  { name: "library_directories", key: ["folder", "relative_path"] },
  { name: "further_keys", key: ["asked_key", "track_key"] },
  { name: "library_folders", key: ["folder"] },
  { name: "music_servers", key: ["name"] },
  { name: "server_songs", key: ["server", "relative_path"] },
  { name: "library_revision", key: ["revision"], isCounter: true },
  { name: "playlists", key: ["id"] },
  { name: "playlist_revisions", key: ["playlist_id", "revision"] },
  { name: "playlist_rows", key: ["playlist_id", "number"] },
  { name: "playlist_files", key: ["folder", "name", "digest"] },
  // No process sends a playlist of the copy.
  {
    name: "server_playlists",
    key: ["playlist_id", "server"],
    convert: (row) => ({ ...row, held_until: 0 }),
  },
  { name: "likeness_layouts", key: ["number"] },
  { name: "id_links", key: ["spotify_id"] },
  { name: "webhooks", key: ["id"] },
  // No process sends a delivery of the copy.
  { name: "webhook_deliveries", key: ["id"], convert: (row) => ({ ...row, taken_until: 0 }) },
  { name: "analysis_jobs", key: ["id"], convert: waiting },
  { name: "upload_parts", key: ["upload_id", "place"] },
  { name: "analysis_failures", key: ["kind", "name"] },
  { name: "cache_entries", key: ["namespace", "key"] },
];

const REBUILT = "the first start of a server writes them";
const SHORT_LIVED = "valid for seconds";
const OF_BROWSERS = "whoever uses the copy signs in to it";

/** Tables that are not copied, with the reasons. */
export const leftOutTables: Readonly<Record<string, string>> = {
  catalogue_snapshots: REBUILT,
  catalogue_snapshot_portions: REBUILT,
  rate_windows: SHORT_LIVED,
  provider_turns: SHORT_LIVED,
  library_scans: "a server that starts on the copy scans its library",
  row_seals: "the first check of what is stored seals the rows of the copy",
  stored_checks: "a check says what was found in one database",
  repeatable_requests: "clients repeat a request to the server that they sent it to",
  sessions: OF_BROWSERS,
  sign_in_links: OF_BROWSERS,
};

/** Returns the row of a job; one that runs waits in the copy, as if it had not been claimed. */
function waiting(row: Row): Row {
  if (row["state"] !== "running") return row;
  const attempts = Math.max(0, Number(row["attempts"]) - 1);
  return { ...row, state: "waiting", token: null, lease_until: null, attempts };
}
