import type { ApiKey } from "../../domain/api-key.js";

/** Keeps API keys. */
export interface ApiKeyStore {
  /** @throws {Error} a key with this lookup part exists */
  add(key: ApiKey): Promise<void>;

  find(lookup: string): Promise<ApiKey | undefined>;

  /** All of them, oldest first, revoked and expired ones included. */
  list(): Promise<readonly ApiKey[]>;

  /** Marks a key as revoked; the first time stands. Answers whether such a key exists. */
  revoke(lookup: string, revokedAt: number): Promise<boolean>;
}
