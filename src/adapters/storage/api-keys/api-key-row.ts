import { type ApiKey, type Scope, scopes } from "../../../domain/api-key.js";
import type { ApiKeysTable } from "../tables.js";

export function toApiKey(row: ApiKeysTable): ApiKey {
  const names: readonly string[] = row.scopes.split(",");
  return { ...row, scopes: scopes.filter((scope: Scope) => names.includes(scope)) };
}
