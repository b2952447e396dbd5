import type { AnalysesTable, AnalysisDetailsTable } from "./analysis-row.js";
import type { ApiKeysTable } from "./sql-api-key-store.js";

/** Every table, by the name that queries use; the database spells it in snake case. */
export interface Schema {
  readonly analyses: AnalysesTable;
  readonly analysisDetails: AnalysisDetailsTable;
  readonly apiKeys: ApiKeysTable;
  readonly cacheEntries: CacheEntriesTable;
}

/** What is remembered for a while; a key is unique in its namespace. */
export interface CacheEntriesTable {
  readonly namespace: string;
  readonly key: string;
  readonly value: string;
  /** Milliseconds since 1970, or `null`: never. */
  readonly expiresAt: number | null;
}
