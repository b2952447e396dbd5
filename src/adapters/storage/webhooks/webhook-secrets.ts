import { sql } from "kysely";
import {
  UNREADABLE_SECRET,
  type NewWebhook,
  type Webhook,
} from "../../../domain/webhook/webhook.js";
import type { Logger } from "../../../ports/runtime/logger.js";
import type { Database } from "../database.js";
import { toWebhook, toWebhookRow } from "./webhook-row.js";
import { type WebhooksTable } from "../tables.js";
import { decryptSecret, ENCRYPTED_PREFIX, encryptSecret } from "../secrets/secret-cipher.js";
import type { SecretKey } from "../secrets/secret-key.js";

/** Encrypts the secrets of webhooks when they are stored, and decrypts them when they are read. */
export class WebhookSecrets {
  readonly #key: SecretKey;
  readonly #logger: Logger;
  /** Ids of webhooks whose secret cannot be decrypted. */
  readonly #logged = new Set<string>();

  constructor({ key, logger }: { readonly key: SecretKey; readonly logger: Logger }) {
    this.#key = key;
    this.#logger = logger;
  }

  /** @throws {Error} there is no key, and none can be created */
  async toRow(webhook: NewWebhook): Promise<WebhooksTable> {
    const { id, secret } = webhook;
    return toWebhookRow(webhook, encryptSecret(secret, await this.#key.readOrCreate(), id));
  }

  /** Returns webhooks in the order of their rows. A secret that cannot be decrypted is `null`, and logged once. */
  async fromRows(rows: readonly WebhooksTable[]): Promise<readonly Webhook[]> {
    const key = rows.some(isEncrypted) ? await this.#key.read() : undefined;
    return rows.map((row) => toWebhook(row, this.#secretOf(row, key)));
  }

  /**
   * Encrypts secrets that an older version stored in clear text, and overwrites that text in a file
   * and its log. Called before anything else writes. Creates no key where there are no such secrets.
   *
   * All rows are removed and added again: an updated row may leave its old content in unused parts of a
   * page, but the pages of an emptied table are overwritten with zeros.
   *
   * Source: SQLite's manual, "PRAGMA secure_delete".
   *
   * @throws {Error} there is no key, and none can be created
   */
  async encryptOld({ kysely, system }: Pick<Database, "kysely" | "system">): Promise<void> {
    const webhooks = kysely.selectFrom("webhooks").selectAll();
    if ((await webhooks.execute()).every(isEncrypted)) return;
    const key = await this.#key.readOrCreate();
    if (system !== "sqlite") return encryptInPlace(kysely, key);
    // Otherwise, the deliveries of removed webhooks would be removed, too.
    await sql`pragma foreign_keys = off`.execute(kysely);
    await sql`pragma secure_delete = on`.execute(kysely);
    try {
      await kysely.transaction().execute(async (transaction) => {
        const { rows } = await transaction.executeQuery(webhooks);
        await transaction.deleteFrom("webhooks").execute();
        for (const row of rows) {
          const secret = isEncrypted(row) ? row.secret : encryptSecret(row.secret, key, row.id);
          await transaction
            .insertInto("webhooks")
            .values({ ...row, secret })
            .execute();
        }
      });
    } finally {
      await sql`pragma secure_delete = off`.execute(kysely);
      await sql`pragma foreign_keys = on`.execute(kysely);
    }
    await sql`pragma wal_checkpoint(truncate)`.execute(kysely);
  }

  #secretOf(row: WebhooksTable, key: Uint8Array | undefined): string | null {
    const { id, secret } = row;
    if (!isEncrypted(row)) return secret;
    const decrypted = key && decryptSecret(secret, key, id);
    if (decrypted !== undefined) return decrypted;
    if (!this.#logged.has(id)) this.#logger.warn(UNREADABLE_SECRET, { webhookId: id });
    this.#logged.add(id);
    return null;
  }
}

/** For databases whose old rows cannot be overwritten; no version stored clear text in one. */
async function encryptInPlace(kysely: Database["kysely"], key: Uint8Array): Promise<void> {
  await kysely.transaction().execute(async (transaction) => {
    const rows = await transaction.selectFrom("webhooks").selectAll().forUpdate().execute();
    for (const { id, secret } of rows.filter((row) => !isEncrypted(row))) {
      await transaction
        .updateTable("webhooks")
        .set({ secret: encryptSecret(secret, key, id) })
        .where("id", "=", id)
        .execute();
    }
  });
}

const isEncrypted = ({ secret }: Pick<WebhooksTable, "secret">): boolean =>
  secret.startsWith(ENCRYPTED_PREFIX);
