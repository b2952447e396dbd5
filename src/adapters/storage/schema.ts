import type { AnalysesTable, AnalysisDetailsTable } from "./analysis-row.js";
import type { ApiKeysTable } from "./sql-api-key-store.js";

/** Every table, by the name that queries use; the database spells it in snake case. */
export interface Schema {
  readonly analyses: AnalysesTable;
  readonly analysisDetails: AnalysisDetailsTable;
  readonly apiKeys: ApiKeysTable;
}
