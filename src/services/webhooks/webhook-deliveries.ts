import {
  sentAgain,
  type Delivery,
  type NewDelivery,
} from "../../domain/webhook/webhook-delivery.js";
import {
  webhookBodyFrom,
  webhookNotificationOf,
  type WebhookNotification,
} from "../../domain/webhook/webhook-payload.js";
import type { Webhook } from "../../domain/webhook/webhook.js";
import type { Analysis } from "../../domain/analysis/analysis.js";
import type { Clock } from "../../ports/runtime/clock.js";
import type { RandomSource } from "../../ports/runtime/random-source.js";
import type { WebhookStore } from "../../ports/webhooks/webhook-store.js";
import type { AnalysisStateChange, AnalysisEvents } from "../analysis/analysis-events.js";
import type { AnalysisDeliveries } from "../analysis/analysis-writer.js";
import { retryWhileStorageBusy } from "../storage-retry.js";
import type { FailureLog } from "../failure-log.js";

const ID_BYTES = 12;

/**
 * Stores the deliveries of webhooks before anything is sent. The deliveries of a ready analysis are
 * stored with the analysis; those of an event are stored where they were not stored before.
 */
export class WebhookDeliveries implements AnalysisDeliveries {
  readonly #stopListening: () => void;
  readonly #writing = new Set<Promise<void>>();
  #onWritten: () => void = () => undefined;

  constructor(
    private readonly needs: {
      readonly store: WebhookStore;
      readonly events: AnalysisEvents;
      readonly clock: Clock;
      readonly random: RandomSource;
      readonly failures: FailureLog;
    },
  ) {
    this.#stopListening = needs.events.listen((change) => this.#onChange(change));
  }

  /** Sets the function that is called when there is a delivery to send. */
  onWritten(listener: () => void): void {
    this.#onWritten = listener;
  }

  /** Returns a function that makes the deliveries which announce a ready analysis; the caller stores them with it. */
  async openDeliveries(): Promise<(analysis: Analysis) => readonly NewDelivery[]> {
    const webhooks = await this.needs.store.listFor("analysis.ready");
    return (analysis) => {
      const notification = webhookNotificationOf({ state: "ready", analysis });
      return notification === undefined ? [] : this.#deliveriesOf(notification, webhooks);
    };
  }

  /**
   * Makes a delivery due at once, with as many attempts as a new one; an attempt in progress is the
   * first of those. Returns `undefined` where it was removed.
   */
  async sendAgain(id: string): Promise<Delivery | undefined> {
    const again = await this.needs.store.change(id, (stored) =>
      sentAgain(stored, this.needs.clock.now()),
    );
    this.#onWritten();
    return again;
  }

  /** Stops listening, and waits until the deliveries of earlier events are stored. */
  async close(): Promise<void> {
    this.#stopListening();
    await Promise.all(this.#writing);
  }

  #onChange({ state }: AnalysisStateChange): void {
    const notification = webhookNotificationOf(state);
    if (notification === undefined) return;
    const written = this.#write(notification)
      .catch((error: unknown) => this.needs.failures.record(error))
      .finally(() => this.#writing.delete(written));
    this.#writing.add(written);
  }

  async #write(notification: WebhookNotification): Promise<void> {
    const webhooks = await this.needs.store.listFor(notification.event);
    const deliveries = this.#deliveriesOf(notification, webhooks);
    if (deliveries.length === 0) return;
    await retryWhileStorageBusy(() => this.needs.store.addDeliveries(deliveries));
    this.#onWritten();
  }

  #deliveriesOf(
    { occurrence, ...notification }: WebhookNotification,
    webhooks: readonly Webhook[],
  ): readonly NewDelivery[] {
    const { event } = notification;
    if (webhooks.length === 0) return [];
    const now = this.needs.clock.now();
    const body = webhookBodyFrom(notification, now);
    return webhooks.map((webhook) => ({
      id: `msg_${this.needs.random.hex(ID_BYTES)}`,
      webhookId: webhook.id,
      event,
      body,
      createdAt: now,
      attempts: [],
      tries: 0,
      state: "pending",
      nextAttemptAt: now,
      ...(occurrence !== undefined && { occurrence }),
    }));
  }
}
