import type { ApiKey } from "../../domain/api-key.js";

/** Stores API keys. */
export interface ApiKeyStore {
  /** @throws {Error} a key with this lookup part exists */
  add(key: ApiKey): Promise<void>;

  /** Adds a key where there is none, also where several processes do so. Returns whether it was added. */
  addFirst(key: ApiKey): Promise<boolean>;

  find(lookup: string): Promise<ApiKey | undefined>;

  /** Returns all keys, oldest first, revoked and expired ones included. */
  list(): Promise<readonly ApiKey[]>;

  /**
   * Marks a key as revoked; a key that is revoked already keeps its time. Returns whether such a
   * key exists.
   */
  revoke(lookup: string, revokedAt: number): Promise<boolean>;
}
