import type { Delivery } from "../../domain/webhook/webhook-delivery.js";
import type { Webhook } from "../../domain/webhook/webhook.js";

/** Converts a webhook to JSON, without its secret. */
export function toWebhookJson({ id, url, events, createdAt, disabledAt }: Webhook): object {
  return { id, url, events, createdAt: iso(createdAt), disabledAt: isoOrNull(disabledAt) };
}

/** Converts a delivery to JSON. */
export function toDeliveryJson(delivery: Delivery): object {
  const { id, event, state, createdAt, nextAttemptAt, attempts, body } = delivery;
  return {
    id,
    event,
    state,
    createdAt: iso(createdAt),
    nextAttemptAt: isoOrNull(nextAttemptAt),
    attempts: attempts.map(({ at, ...attempt }) => ({ at: iso(at), ...attempt })),
    payload: JSON.parse(body) as unknown,
  };
}

const iso = (milliseconds: number): string => new Date(milliseconds).toISOString();

const isoOrNull = (milliseconds: number | null): string | null =>
  milliseconds === null ? null : iso(milliseconds);
