import {
  expressionBuilder,
  type Expression,
  type Kysely,
  type RawBuilder,
  sql,
  type SqlBool,
  type Transaction,
} from "kysely";
import { compareTexts } from "../../../domain/compare-texts.js";
import {
  maxRetryPauseMilliseconds,
  type Delivery,
  type NewDelivery,
} from "../../../domain/webhook/webhook-delivery.js";
import type { NewWebhook, Webhook, WebhookEvent } from "../../../domain/webhook/webhook.js";
import type { DueDelivery, WebhookStore } from "../../../ports/webhooks/webhook-store.js";
import { type DatabaseTime, databaseTimes } from "../database-time.js";
import type { Database } from "../database.js";
import { portionsOf } from "../portions.js";
import type { Schema } from "../tables.js";
import type { WebhookSecrets } from "./webhook-secrets.js";
import { toDelivery, toDeliveryRow, toNewDeliveryRow } from "./webhook-row.js";

/** Maximum number of rows in one statement, for all database systems. */
const ROWS_PER_STATEMENT = 500;

/** Maximum difference between the clocks of two servers on one database, or of a clock that was set back. */
const MAX_CLOCK_DIFFERENCE_MILLISECONDS = 3_600_000;

/** What the store of webhooks needs. */
export interface SqlWebhookStoreNeeds {
  readonly database: Database;
  readonly secrets: WebhookSecrets;
  /** By default the time of the database. */
  readonly time?: DatabaseTime;
}

/** Stores webhooks and their deliveries in the database, with encrypted secrets. */
export class SqlWebhookStore implements WebhookStore {
  readonly #kysely: Kysely<Schema>;
  readonly #secrets: WebhookSecrets;
  readonly #time: DatabaseTime;

  constructor(needs: SqlWebhookStoreNeeds) {
    const { database, secrets, time = databaseTimes[database.system] } = needs;
    this.#kysely = database.kysely;
    this.#secrets = secrets;
    this.#time = time;
  }

  async add(webhook: NewWebhook): Promise<void> {
    const row = await this.#secrets.toRow(webhook);
    await this.#kysely.insertInto("webhooks").values(row).execute();
  }

  async find(id: string): Promise<Webhook | undefined> {
    const rows = await this.#webhooks().where("id", "=", id).execute();
    return (await this.#secrets.fromRows(rows))[0];
  }

  async list(owner: string): Promise<readonly Webhook[]> {
    return this.#secrets.fromRows(await this.#webhooks().where("owner", "=", owner).execute());
  }

  async listFor(event: WebhookEvent): Promise<readonly Webhook[]> {
    const rows = await this.#webhooks().where("disabledAt", "is", null).execute();
    const webhooks = await this.#secrets.fromRows(rows);
    return webhooks.filter(({ events }) => events.includes(event));
  }

  async disable(id: string, at: number): Promise<void> {
    await this.#kysely.transaction().execute(async (transaction) => {
      await transaction
        .updateTable("webhooks")
        .set({ disabledAt: at })
        .where("id", "=", id)
        .where("disabledAt", "is", null)
        .execute();
      await transaction
        .updateTable("webhookDeliveries")
        .set({ state: "failed", nextAttemptAt: null })
        .where("webhookId", "=", id)
        .where("state", "=", "pending")
        .execute();
    });
  }

  async remove(id: string): Promise<boolean> {
    return this.#kysely.transaction().execute(async (transaction) => {
      // The webhook first: a transaction that adds deliveries to it then waits, or this one does.
      await transaction
        .selectFrom("webhooks")
        .select("id")
        .where("id", "=", id)
        .forUpdate()
        .execute();
      await transaction.deleteFrom("webhookDeliveries").where("webhookId", "=", id).execute();
      const { numDeletedRows } = await transaction
        .deleteFrom("webhooks")
        .where("id", "=", id)
        .executeTakeFirstOrThrow();
      return numDeletedRows === 1n;
    });
  }

  async addDeliveries(deliveries: readonly NewDelivery[]): Promise<void> {
    await this.#kysely
      .transaction()
      .execute((transaction) => insertDeliveries(transaction, deliveries));
  }

  async findDelivery(webhookId: string, id: string): Promise<Delivery | undefined> {
    const row = await this.#deliveries()
      .where("webhookId", "=", webhookId)
      .where("id", "=", id)
      .executeTakeFirst();
    return row && toDelivery(row);
  }

  async listDeliveries(
    webhookId: string,
    { first, before, state }: Parameters<WebhookStore["listDeliveries"]>[1],
  ): Promise<readonly Delivery[]> {
    let query = this.#deliveries().where("webhookId", "=", webhookId);
    if (before !== undefined) {
      const { createdAt, id } = before;
      query = query.where((build) =>
        build.or([
          build("createdAt", "<", createdAt),
          build.and([build("createdAt", "=", createdAt), build("id", "<", id)]),
        ]),
      );
    }
    if (state !== undefined) query = query.where("state", "=", state);
    const rows = await query
      .orderBy("createdAt", "desc")
      .orderBy("id", "desc")
      .limit(first)
      .execute();
    return rows.map(toDelivery);
  }

  async listDue({
    now,
    max: max,
    except,
  }: Parameters<WebhookStore["listDue"]>[0]): Promise<readonly DueDelivery[]> {
    const { owners, webhooks } = except;
    let query = this.#kysely
      .selectFrom("webhookDeliveries as delivery")
      .innerJoin("webhooks", "webhooks.id", "delivery.webhookId")
      .selectAll("delivery")
      .select("owner")
      .where("state", "=", "pending")
      .where(isDue(now, this.#time()));
    if (owners.length > 0) query = query.where("owner", "not in", owners);
    if (webhooks.length > 0) query = query.where("webhookId", "not in", webhooks);
    const rows = await query.orderBy("nextAttemptAt").orderBy("delivery.id").limit(max).execute();
    return rows.map((row) => ({ ...toDelivery(row), owner: row.owner }));
  }

  async claim(id: string, now: number, milliseconds: number): Promise<number | undefined> {
    const time = this.#time();
    const claimed = await this.#kysely
      .updateTable("webhookDeliveries")
      .set({ takenUntil: sql<number>`${time} + ${sql.lit(milliseconds)}` })
      .where("id", "=", id)
      .where("state", "=", "pending")
      .where(isDue(now, time))
      .returning("takenUntil")
      .executeTakeFirst();
    return claimed?.takenUntil;
  }

  async release(id: string, until: number): Promise<void> {
    await this.#kysely
      .updateTable("webhookDeliveries")
      .set({ takenUntil: 0 })
      .where("id", "=", id)
      .where("takenUntil", "=", until)
      .execute();
  }

  async change(id: string, change: (stored: Delivery) => Delivery): Promise<Delivery | undefined> {
    return this.#kysely.transaction().execute(async (transaction) => {
      const row = await transaction
        .selectFrom("webhookDeliveries")
        .selectAll()
        .where("id", "=", id)
        .forUpdate()
        .executeTakeFirst();
      if (row === undefined) return undefined;
      const changed = change(toDelivery(row));
      await transaction
        .updateTable("webhookDeliveries")
        .set(toDeliveryRow(changed))
        .where("id", "=", id)
        .execute();
      return changed;
    });
  }

  async nextDueAt(): Promise<number | undefined> {
    const { next } = await this.#kysely
      .selectFrom("webhookDeliveries")
      .select((build) => build.fn.min("nextAttemptAt").as("next"))
      .where("state", "=", "pending")
      .executeTakeFirstOrThrow();
    return next ?? undefined;
  }

  async removeEndedBefore(createdAt: number): Promise<void> {
    await this.#kysely
      .deleteFrom("webhookDeliveries")
      .where("id", "in", (build) =>
        build
          .selectFrom("webhookDeliveries")
          .select("id")
          .where("state", "!=", "pending")
          .where("createdAt", "<", createdAt)
          // What another transaction changes or removes is left for the next time.
          .forUpdate()
          .skipLocked(),
      )
      .execute();
  }

  #webhooks() {
    return this.#kysely.selectFrom("webhooks").selectAll().orderBy("createdAt").orderBy("id");
  }

  #deliveries() {
    return this.#kysely.selectFrom("webhookDeliveries").selectAll();
  }
}

/**
 * Whether the next attempt of a delivery may begin. A time later than any that is ever written comes
 * from a clock that was set back since, and counts as past.
 *
 * @param now by the clock of this server, by which it plans attempts
 * @param time of the database, by which all servers measure claims
 */
function isDue(now: number, time: RawBuilder<number>): Expression<SqlBool> {
  const build = expressionBuilder<Schema, "webhookDeliveries">();
  const latestAttempt = now + MAX_CLOCK_DIFFERENCE_MILLISECONDS + maxRetryPauseMilliseconds;
  const latestTaken = sql<number>`${time} + ${sql.lit(MAX_CLOCK_DIFFERENCE_MILLISECONDS)}`;
  return build.and([
    build.or([build("nextAttemptAt", "<=", now), build("nextAttemptAt", ">", latestAttempt)]),
    build.or([build("takenUntil", "<=", time), build("takenUntil", ">", latestTaken)]),
  ]);
}

/**
 * Adds deliveries as part of a transaction, as `WebhookStore.addDeliveries` promises. Webhooks are
 * locked against removal, in the order of their ids, and deliveries are added in a fixed order, so that
 * no two transactions wait for each other.
 */
export async function insertDeliveries(
  transaction: Transaction<Schema>,
  deliveries: readonly NewDelivery[],
): Promise<void> {
  if (deliveries.length === 0) return;
  const webhooks = await transaction
    .selectFrom("webhooks")
    .select("id")
    .orderBy("id")
    .forKeyShare()
    .execute();
  const ids = new Set(webhooks.map(({ id }) => id));
  const wanted = deliveries
    .filter(({ webhookId }) => ids.has(webhookId))
    .sort((one, other) => compareTexts(placeOf(one), placeOf(other)));
  for (const some of portionsOf(wanted, ROWS_PER_STATEMENT)) {
    await transaction
      .insertInto("webhookDeliveries")
      .values(some.map(toNewDeliveryRow))
      // Another delivery of the occurrence, or this one, when its transaction is repeated.
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}

const placeOf = ({ webhookId, occurrence }: NewDelivery): string =>
  `${webhookId} ${occurrence ?? ""}`;
