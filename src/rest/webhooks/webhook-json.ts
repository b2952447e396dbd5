import type { Delivery } from "../../domain/webhook/webhook-delivery.js";
import type { Webhook } from "../../domain/webhook/webhook.js";
import type { JsonOf } from "../shapes/plain-shapes.js";
import type { deliveryShape, webhookMessageShape, webhookShape } from "./webhook-answers.js";

/** Converts a webhook to JSON, without its secret. */
export function toWebhookJson({
  id,
  url,
  events,
  createdAt,
  disabledAt,
}: Webhook): JsonOf<typeof webhookShape> {
  return { id, url, events, createdAt: iso(createdAt), disabledAt: isoOrNull(disabledAt) };
}

/** Converts a delivery to JSON. */
export function toDeliveryJson(delivery: Delivery): JsonOf<typeof deliveryShape> {
  const { id, event, state, createdAt, nextAttemptAt, attempts, body } = delivery;
  return {
    id,
    event,
    state,
    createdAt: iso(createdAt),
    nextAttemptAt: isoOrNull(nextAttemptAt),
    attempts: attempts.map(({ at, ...attempt }) => ({ at: iso(at), ...attempt })),
    payload: JSON.parse(body) as JsonOf<typeof webhookMessageShape>,
  };
}

const iso = (milliseconds: number): string => new Date(milliseconds).toISOString();

const isoOrNull = (milliseconds: number | null): string | null =>
  milliseconds === null ? null : iso(milliseconds);
