import { WebhookNotFoundError } from "../../domain/errors/not-found-errors.js";
import { InvalidInputError } from "../../domain/errors/request-errors.js";
import {
  parseWebhookEvents,
  parseWebhookUrl,
  webhookSecretFrom,
  type NewWebhook,
  type Webhook,
} from "../../domain/webhook/webhook.js";
import type { Delivery, DeliveryState } from "../../domain/webhook/webhook-delivery.js";
import type { Clock } from "../../ports/runtime/clock.js";
import type { RandomSource } from "../../ports/runtime/random-source.js";
import type { WebhookSender } from "../../ports/webhooks/webhook-sender.js";
import type { WebhookStore } from "../../ports/webhooks/webhook-store.js";
import type { WebhookDeliveries } from "./webhook-deliveries.js";

/** The maximum number of webhooks of one API key. */
const MAX_WEBHOOKS = 20;

const ID_BYTES = 8;
const SECRET_BYTES = 24;

/**
 * Registers webhooks, lists their deliveries, and sends them again. An owner has access to its own
 * webhooks only.
 */
export class WebhookService {
  constructor(
    private readonly needs: {
      readonly store: WebhookStore;
      readonly sender: WebhookSender;
      readonly deliveries: WebhookDeliveries;
      readonly clock: Clock;
      readonly random: RandomSource;
    },
  ) {}

  /**
   * Registers an address, with a new secret for signatures.
   *
   * @throws {InvalidInputError} the address or the events are not valid, or the owner has the
   * maximum number of webhooks
   */
  async register(
    owner: string,
    options: { readonly url: unknown; readonly events?: unknown },
  ): Promise<NewWebhook> {
    const url = parseWebhookUrl(options.url, this.needs.sender);
    const events = parseWebhookEvents(options.events);
    if ((await this.needs.store.list(owner)).length >= MAX_WEBHOOKS) {
      const problem = `cannot be added: this API key has ${MAX_WEBHOOKS} webhooks, the maximum; remove one first`;
      throw new InvalidInputError("url", problem);
    }
    const webhook: NewWebhook = {
      id: `wh_${this.needs.random.hex(ID_BYTES)}`,
      owner,
      url,
      secret: webhookSecretFrom(this.needs.random.hex(SECRET_BYTES)),
      events,
      createdAt: this.needs.clock.now(),
      disabledAt: null,
    };
    await this.needs.store.add(webhook);
    return webhook;
  }

  /** Returns all webhooks of an owner, oldest first. */
  list(owner: string): Promise<readonly Webhook[]> {
    return this.needs.store.list(owner);
  }

  /** @throws {WebhookNotFoundError} the owner has no such webhook */
  async get(owner: string, id: string): Promise<Webhook> {
    const webhook = await this.needs.store.find(id);
    if (webhook?.owner !== owner) throw new WebhookNotFoundError(id);
    return webhook;
  }

  /** @throws {WebhookNotFoundError} the owner has no such webhook */
  async remove(owner: string, id: string): Promise<void> {
    await this.get(owner, id);
    await this.needs.store.remove(id);
  }

  /**
   * Returns the deliveries of a webhook, newest first.
   *
   * @param page.before the id of the delivery after which the page begins
   *
   * @throws {WebhookNotFoundError} the owner has no such webhook
   * @throws {InvalidInputError} `before` is not a delivery of the webhook
   */
  async listDeliveries(
    owner: string,
    id: string,
    page: { readonly first: number; readonly before?: string; readonly state?: DeliveryState },
  ): Promise<readonly Delivery[]> {
    await this.get(owner, id);
    const { before: beforeId, ...others } = page;
    if (beforeId === undefined) return this.needs.store.listDeliveries(id, others);
    const before = await this.needs.store.findDelivery(id, beforeId);
    if (!before)
      throw new InvalidInputError("before", "must be the id of a delivery of this webhook");
    return this.needs.store.listDeliveries(id, { ...others, before });
  }

  /**
   * Sends a delivery in any state again, at once and with as many attempts as a new one. An attempt
   * in progress is the first of those.
   *
   * @throws {WebhookNotFoundError} the owner has no such webhook or delivery
   * @throws {InvalidInputError} the webhook is disabled
   */
  async replay(owner: string, id: string, deliveryId: string): Promise<Delivery> {
    const webhook = await this.get(owner, id);
    const delivery = await this.needs.store.findDelivery(id, deliveryId);
    if (!delivery) throw new WebhookNotFoundError(deliveryId);
    if (webhook.disabledAt !== null) {
      throw new InvalidInputError(
        "id",
        "names a webhook that is disabled, because it responded 410 Gone; register it again",
      );
    }
    const again = await this.needs.deliveries.sendAgain(deliveryId);
    if (!again) throw new WebhookNotFoundError(deliveryId);
    return again;
  }
}
