import { type ApiKey, type Scope, scopes } from "../../../domain/api-key.js";

/** One row per API key; times in milliseconds since 1970. */
export interface ApiKeysTable {
  readonly lookup: string;
  readonly secretHash: string;
  readonly name: string;
  /** Separated by commas. */
  readonly scopes: string;
  readonly createdAt: number;
  readonly expiresAt: number | null;
  readonly revokedAt: number | null;
}

export function toApiKey(row: ApiKeysTable): ApiKey {
  const names: readonly string[] = row.scopes.split(",");
  return { ...row, scopes: scopes.filter((scope: Scope) => names.includes(scope)) };
}
