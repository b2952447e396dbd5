import type {
  Delivery,
  DeliveryAttempt,
  DeliveryState,
  NewDelivery,
} from "../../../domain/webhook/webhook-delivery.js";
import type { Webhook, WebhookEvent } from "../../../domain/webhook/webhook.js";
import type { WebhooksTable, WebhookDeliveriesTable } from "../tables.js";

/** @param secret its secret, decrypted */
export function toWebhook({ events, ...row }: WebhooksTable, secret: string | null): Webhook {
  return { ...row, secret, events: events.split(",") as WebhookEvent[] };
}

/** @param secret its secret, encrypted */
export function toWebhookRow({ events, ...webhook }: Webhook, secret: string): WebhooksTable {
  return { ...webhook, secret, events: events.join(",") };
}

export function toDelivery(row: WebhookDeliveriesTable): Delivery {
  return {
    id: row.id,
    webhookId: row.webhookId,
    event: row.event as WebhookEvent,
    body: row.body,
    createdAt: row.createdAt,
    attempts: JSON.parse(row.attempts) as DeliveryAttempt[],
    tries: row.tries,
    state: row.state as DeliveryState,
    nextAttemptAt: row.nextAttemptAt,
  };
}

/** Returns the part of a row that describes the delivery, and not its sending. */
export function toDeliveryRow({
  attempts,
  ...delivery
}: Delivery): Omit<WebhookDeliveriesTable, "occurrence" | "takenUntil"> {
  return { ...delivery, attempts: JSON.stringify(attempts) };
}

export function toNewDeliveryRow({ occurrence, ...delivery }: NewDelivery): WebhookDeliveriesTable {
  return { ...toDeliveryRow(delivery), occurrence: occurrence ?? null, takenUntil: 0 };
}
