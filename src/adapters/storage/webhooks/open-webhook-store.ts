import { join } from "node:path";
import type { Logger } from "../../../ports/runtime/logger.js";
import type { DatabaseTime } from "../database-time.js";
import type { Database } from "../database.js";
import type { DatabaseSystem } from "../opened-dialect.js";
import { SqlWebhookStore } from "./sql-webhook-store.js";
import { fixedKey, KeyFile, keyPathOf } from "../secrets/secret-key.js";
import { WebhookSecrets } from "./webhook-secrets.js";

/** The database of webhooks, and the key of their secrets. */
export interface WebhookStoreOptions {
  readonly database: Database;
  /** Where that database is: the key file is beside a file. */
  readonly databaseUrl: string;
  /** The folder of the key file where the database is on a server; absolute. */
  readonly dataFolder?: string;
  /** 32 bytes in base 64; without it, the key is in a file, or in memory where the database is. */
  readonly secretsKey: string | undefined;
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
  const { database, databaseUrl, dataFolder, secretsKey, logger, time } = options;
  const path = databaseUrl.replace(/^sqlite:/u, "");
  const keyPath =
    secretsKey === undefined ? keyFileOf({ system: database.system, path, dataFolder }) : undefined;
  const key = keyPath === undefined ? fixedKey(secretsKey) : new KeyFile(keyPath);
  const secrets = new WebhookSecrets({ key, logger });
  await secrets.encryptOld(database);
  return new SqlWebhookStore({ database, secrets, ...(time && { time }) });
}

/** Where a database is. */
interface DatabasePlace {
  readonly system: DatabaseSystem;
  /** The path of a file. */
  readonly path: string;
  readonly dataFolder?: string | undefined;
}

/** Returns the path of the key file of a database; `undefined` for one in memory. */
export function keyFileOf({ system, path, dataFolder }: DatabasePlace): string | undefined {
  if (system === "postgres") return dataFolder && join(dataFolder, "secrets.key");
  return path === ":memory:" ? undefined : keyPathOf(path);
}
