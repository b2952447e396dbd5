import type { Logger } from "../../../ports/runtime/logger.js";
import type { DatabaseTime } from "../database-time.js";
import type { Database } from "../database.js";
import { SqlWebhookStore } from "./sql-webhook-store.js";
import { openSecretKey, type SecretKeyOptions } from "../secrets/open-secret-key.js";
import { WebhookSecrets } from "./webhook-secrets.js";

/** The database of webhooks, and the key of their secrets. */
export interface WebhookStoreOptions extends Omit<SecretKeyOptions, "system"> {
  readonly database: Database;
  readonly logger: Logger;
  /** By default the time of the database. */
  readonly time?: DatabaseTime;
}

/**
 * Opens the store of webhooks, and encrypts secrets that an older version stored in clear text.
 *
 * @throws {Error} such secrets cannot be encrypted
 */
export async function openWebhookStore(options: WebhookStoreOptions): Promise<SqlWebhookStore> {
  const { database, logger, time } = options;
  const key = openSecretKey({ ...options, system: database.system });
  const secrets = new WebhookSecrets({ key, logger });
  await secrets.encryptOld(database);
  return new SqlWebhookStore({ database, secrets, ...(time && { time }) });
}
