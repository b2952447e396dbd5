import type {
  AnalysesTable,
  AnalysisDetailsTable,
  AnalysisSpellingsTable,
  AnalysisTimelinesTable,
} from "./analyses/analysis-row.js";
import type { ApiKeysTable } from "./api-keys/api-key-row.js";
import type { LibraryFilesTable } from "./library/library-file-row.js";
import type { WebhookDeliveriesTable, WebhooksTable } from "./webhooks/webhook-row.js";

/** Every table, by the name that queries use; in the database, names are in snake case. */
export interface Schema {
  readonly analyses: AnalysesTable;
  readonly analysisChanges: AnalysisChangesTable;
  readonly analysisDetails: AnalysisDetailsTable;
  readonly analysisRevision: AnalysisRevisionTable;
  readonly analysisSpellings: AnalysisSpellingsTable;
  readonly analysisTimelines: AnalysisTimelinesTable;
  readonly apiKeys: ApiKeysTable;
  readonly cacheEntries: CacheEntriesTable;
  readonly catalogueSnapshots: CatalogueSnapshotsTable;
  readonly catalogueSnapshotPortions: CatalogueSnapshotPortionsTable;
  readonly libraryFiles: LibraryFilesTable;
  readonly libraryRevision: LibraryRevisionTable;
  readonly webhookDeliveries: WebhookDeliveriesTable;
  readonly webhooks: WebhooksTable;
}

/** One row per key that an analysis was ever stored under: the revision of its last change. */
interface AnalysisChangesTable {
  readonly trackKey: string;
  readonly revision: number;
}

/** One row: the revision of the last change to analyses, removals included. */
interface AnalysisRevisionTable {
  readonly revision: number;
}

/** Cached values; a key is unique in its namespace. */
interface CacheEntriesTable {
  readonly namespace: string;
  readonly key: string;
  readonly value: string;
  /** Milliseconds since 1970; `null` for never. */
  readonly expiresAt: number | null;
}

/** One row per complete snapshot of the catalogue. */
interface CatalogueSnapshotsTable {
  readonly id: string;
  /** Format of its bytes; a snapshot of another layout is not read. */
  readonly layout: string;
  /** Every change up to this revision is in it. */
  readonly revision: number;
  /** How many portions it has. */
  readonly portions: number;
  /** How many analyses are in them. */
  readonly analyses: number;
}

/** Portions of snapshots, also of one that is still being written. */
interface CatalogueSnapshotPortionsTable {
  readonly snapshotId: string;
  /** Index of the portion in its snapshot, from 0. */
  readonly place: number;
  readonly content: Uint8Array;
}

/** One row: the revision of the last change to library files, removals included. */
interface LibraryRevisionTable {
  readonly revision: number;
}
