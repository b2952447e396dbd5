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

/** The most webhooks of one API key. */
const MAX_WEBHOOKS = 20;

const ID_BYTES = 8;
const SECRET_BYTES = 24;

/** Registers webhooks, shows what was sent to them, and sends it again. Each owner sees its own. */
export class WebhookService {
  readonly #store: WebhookStore;
  readonly #sender: WebhookSender;
  readonly #deliveries: WebhookDeliveries;
  readonly #clock: Clock;
  readonly #random: RandomSource;

  constructor(needs: {
    readonly store: WebhookStore;
    readonly sender: WebhookSender;
    readonly deliveries: WebhookDeliveries;
    readonly clock: Clock;
    readonly random: RandomSource;
  }) {
    this.#store = needs.store;
    this.#sender = needs.sender;
    this.#deliveries = needs.deliveries;
    this.#clock = needs.clock;
    this.#random = needs.random;
  }

  /**
   * Registers an address, with a new secret to sign with.
   *
   * @throws {InvalidInputError} an address or events that cannot be, or too many webhooks
   */
  async register(
    owner: string,
    wish: { readonly url: unknown; readonly events?: unknown },
  ): Promise<NewWebhook> {
    const url = parseWebhookUrl(wish.url, this.#sender);
    const events = parseWebhookEvents(wish.events);
    if ((await this.#store.list(owner)).length >= MAX_WEBHOOKS) {
      const problem = `is one too many: an API key may have ${MAX_WEBHOOKS} webhooks`;
      throw new InvalidInputError("url", problem);
    }
    const webhook: NewWebhook = {
      id: `wh_${this.#random.hex(ID_BYTES)}`,
      owner,
      url,
      secret: webhookSecretFrom(this.#random.hex(SECRET_BYTES)),
      events,
      createdAt: this.#clock.now(),
      disabledAt: null,
    };
    await this.#store.add(webhook);
    return webhook;
  }

  /** All of an owner, oldest first. */
  list(owner: string): Promise<readonly Webhook[]> {
    return this.#store.list(owner);
  }

  /** @throws {WebhookNotFoundError} the owner has no such webhook */
  async get(owner: string, id: string): Promise<Webhook> {
    const webhook = await this.#store.find(id);
    if (webhook?.owner !== owner) throw new WebhookNotFoundError(id);
    return webhook;
  }

  /** @throws {WebhookNotFoundError} the owner has no such webhook */
  async remove(owner: string, id: string): Promise<void> {
    await this.get(owner, id);
    await this.#store.remove(id);
  }

  /**
   * What was and is to be sent to a webhook, newest first.
   *
   * @param page.before the id of the delivery behind which to begin
   *
   * @throws {WebhookNotFoundError} the owner has no such webhook
   * @throws {InvalidInputError} `before` is no delivery of it
   */
  async listDeliveries(
    owner: string,
    id: string,
    page: { readonly first: number; readonly before?: string; readonly state?: DeliveryState },
  ): Promise<readonly Delivery[]> {
    await this.get(owner, id);
    const { before: beforeId, ...others } = page;
    if (beforeId === undefined) return this.#store.listDeliveries(id, others);
    const before = await this.#store.findDelivery(id, beforeId);
    if (!before)
      throw new InvalidInputError("before", "must be the id of a delivery of this webhook");
    return this.#store.listDeliveries(id, { ...others, before });
  }

  /**
   * Sends a delivery again, at once and then as often as a new one, whatever became of it. Where an
   * attempt runs already, it is the first of those.
   *
   * @throws {WebhookNotFoundError} the owner has no such webhook or delivery
   * @throws {InvalidInputError} the webhook is told nothing any more
   */
  async replay(owner: string, id: string, deliveryId: string): Promise<Delivery> {
    const webhook = await this.get(owner, id);
    const delivery = await this.#store.findDelivery(id, deliveryId);
    if (!delivery) throw new WebhookNotFoundError(deliveryId);
    if (webhook.disabledAt !== null) {
      throw new InvalidInputError("id", "names a webhook that said it is gone; register it anew");
    }
    const again = await this.#deliveries.sendAgain(deliveryId);
    if (!again) throw new WebhookNotFoundError(deliveryId);
    return again;
  }
}
