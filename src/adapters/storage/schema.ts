import type { ApiKeysTable } from "./sql-api-key-store.js";

/** Every table, by the name that queries use; the database spells it in snake case. */
export interface Schema {
  readonly apiKeys: ApiKeysTable;
}
