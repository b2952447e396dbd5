import { Field, ID, ObjectType, registerEnumType } from "type-graphql";
import type { Webhook, WebhookEvent } from "../../domain/webhook/webhook.js";
import type { Delivery, DeliveryState } from "../../domain/webhook/webhook-delivery.js";

/** The events of webhooks, by their enum values. */
export const webhookEventNames = {
  ANALYSIS_READY: "analysis.ready",
  ANALYSIS_FAILED: "analysis.failed",
} as const satisfies Readonly<Record<string, WebhookEvent>>;

registerEnumType(webhookEventNames, {
  name: "WebhookEvent",
  description: "What a webhook is told of.",
  valuesConfig: {
    ANALYSIS_READY: { description: "An analysis is ready: `analysis.ready` in messages." },
    ANALYSIS_FAILED: { description: "An analysis has failed: `analysis.failed` in messages." },
  },
});

const deliveryStateNames = {
  PENDING: "pending",
  DELIVERED: "delivered",
  FAILED: "failed",
} as const satisfies Readonly<Record<string, DeliveryState>>;

registerEnumType(deliveryStateNames, {
  name: "WebhookDeliveryState",
  description: "The state of a message to a webhook.",
  valuesConfig: {
    PENDING: { description: "It waits for an attempt." },
    DELIVERED: { description: "The address has accepted it." },
    FAILED: { description: "No more attempts are made." },
  },
});

/** A message to a webhook. */
@ObjectType("WebhookDelivery", { description: "A message to a webhook." })
export class WebhookDeliveryType {
  @Field(() => ID, { description: "Identifies the message; the same in each attempt." })
  readonly id!: string;

  @Field(() => webhookEventNames, { description: "What it tells of." })
  readonly event!: WebhookEvent;

  @Field(() => deliveryStateNames, { description: "Its state." })
  readonly state!: DeliveryState;

  @Field(() => String, { description: "The time of its creation, ISO 8601." })
  readonly createdAt!: string;

  @Field(() => String, {
    nullable: true,
    description: "The time of the next attempt, ISO 8601; null unless it is pending.",
  })
  readonly nextAttemptAt!: string | null;
}

/** A webhook of the API key. */
@ObjectType("Webhook", { description: "An address that receives messages about analyses." })
export class WebhookType {
  @Field(() => ID, { description: "Identifies the webhook, as in REST." })
  readonly id!: string;

  @Field(() => String, { description: "The address." })
  readonly url!: string;

  @Field(() => [webhookEventNames], { description: "What it is told of; at least one." })
  readonly events!: readonly WebhookEvent[];

  @Field(() => String, { description: "The time of its creation, ISO 8601." })
  readonly createdAt!: string;

  @Field(() => String, {
    nullable: true,
    description:
      "When it was disabled, because it responded 410 Gone, ISO 8601; null while it is enabled.",
  })
  readonly disabledAt!: string | null;
}

/** A new webhook with its secret. */
@ObjectType("CreateWebhookPayload", { description: "A new webhook, and its secret." })
export class CreateWebhookPayloadType {
  @Field(() => WebhookType, { description: "The webhook." })
  readonly webhook!: WebhookType;

  @Field(() => String, {
    description: "The secret for signatures by Standard Webhooks. It cannot be read again.",
  })
  readonly secret!: string;
}

export function toWebhookType({ id, url, events, createdAt, disabledAt }: Webhook): WebhookType {
  return { id, url, events, createdAt: iso(createdAt), disabledAt: isoOrNull(disabledAt) };
}

export function toWebhookDeliveryType(delivery: Delivery): WebhookDeliveryType {
  const { id, event, state, createdAt, nextAttemptAt } = delivery;
  return { id, event, state, createdAt: iso(createdAt), nextAttemptAt: isoOrNull(nextAttemptAt) };
}

const iso = (milliseconds: number): string => new Date(milliseconds).toISOString();

const isoOrNull = (milliseconds: number | null): string | null =>
  milliseconds === null ? null : iso(milliseconds);
