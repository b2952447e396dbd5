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
import type { Analysis } from "../../domain/analysis/analysis.js";
import type { Clock } from "../../ports/runtime/clock.js";
import type { RandomSource } from "../../ports/runtime/random-source.js";
import type { WebhookStore } from "../../ports/webhooks/webhook-store.js";
import type { AnalysisStateChange, AnalysisEvents } from "../progress/analysis-events.js";
import type { AnalysisDeliveries } from "../analysis/analysis-writer.js";
import { retryWhileStorageBusy } from "../analysis/storage-retry.js";
import type { FailureLog } from "../operations/failure-log.js";

const ID_BYTES = 12;

/**
 * Writes down what is to be sent to webhooks, before anything is sent. What tells that an analysis is
 * ready is written with the analysis; what is heard of later is written where it was not yet.
 */
export class WebhookDeliveries implements AnalysisDeliveries {
  readonly #store: WebhookStore;
  readonly #clock: Clock;
  readonly #random: RandomSource;
  readonly #failures: FailureLog;
  readonly #stopListening: () => void;
  readonly #writing = new Set<Promise<void>>();
  #onWritten: () => void = () => undefined;

  constructor(needs: {
    readonly store: WebhookStore;
    readonly events: AnalysisEvents;
    readonly clock: Clock;
    readonly random: RandomSource;
    readonly failures: FailureLog;
  }) {
    this.#store = needs.store;
    this.#clock = needs.clock;
    this.#random = needs.random;
    this.#failures = needs.failures;
    this.#stopListening = needs.events.listen((change) => this.#onChange(change));
  }

  /** Names the one function that is told when there is something to send. */
  onWritten(listener: () => void): void {
    this.#onWritten = listener;
  }

  /** The deliveries that announce a ready analysis; the caller stores them with it. */
  async deliveriesFor(analysis: Analysis): Promise<readonly NewDelivery[]> {
    const news = webhookNotificationOf({ state: "ready", analysis });
    return news === undefined ? [] : this.#deliveriesOf(news);
  }

  /**
   * Has a delivery tried at once, and then as often as a new one; an attempt that runs already is
   * the first of those. Answers `undefined` where it was removed.
   */
  async sendAgain(id: string): Promise<Delivery | undefined> {
    const again = await this.#store.change(id, (kept) => sentAgain(kept, this.#clock.now()));
    this.#onWritten();
    return again;
  }

  /** Hears no more, and waits until what was heard is written. */
  async close(): Promise<void> {
    this.#stopListening();
    await Promise.all(this.#writing);
  }

  #onChange({ state }: AnalysisStateChange): void {
    const news = webhookNotificationOf(state);
    if (news === undefined) return;
    const written = this.#write(news)
      .catch((error: unknown) => this.#failures.record(error))
      .finally(() => this.#writing.delete(written));
    this.#writing.add(written);
  }

  async #write(news: WebhookNotification): Promise<void> {
    const deliveries = await this.#deliveriesOf(news);
    if (deliveries.length === 0) return;
    await retryWhileStorageBusy(() => this.#store.addDeliveries(deliveries));
    this.#onWritten();
  }

  async #deliveriesOf({
    occurrence,
    ...news
  }: WebhookNotification): Promise<readonly NewDelivery[]> {
    const { event } = news;
    const webhooks = await this.#store.listFor(event);
    if (webhooks.length === 0) return [];
    const now = this.#clock.now();
    const body = webhookBodyFrom(news, now);
    return webhooks.map((webhook) => ({
      id: `msg_${this.#random.hex(ID_BYTES)}`,
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
