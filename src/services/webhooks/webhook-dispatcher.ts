import {
  afterAttempt,
  givenUp,
  type Delivery,
  type DeliveryAttempt,
} from "../../domain/webhook/webhook-delivery.js";
import { UNREADABLE_SECRET, type Webhook } from "../../domain/webhook/webhook.js";
import type { Clock } from "../../ports/runtime/clock.js";
import type { WebhookSender } from "../../ports/webhooks/webhook-sender.js";
import type { DueDelivery, WebhookStore } from "../../ports/webhooks/webhook-store.js";
import type { AccessService } from "../access/access-service.js";
import type { FailureLog } from "../failure-log.js";
import type { WebhookDeliveries } from "./webhook-deliveries.js";

const MAX_CONCURRENT = 32;

/** So that one address that does not respond does not block the other webhooks of its owner. */
const MAX_PER_WEBHOOK = 4;

const ATTEMPT_MILLISECONDS = 10_000;

/**
 * Longer than an attempt takes: a process that claimed a delivery and did not end it by then has
 * stopped.
 */
const CLAIM_MILLISECONDS = 30_000;

/** Interval for reading deliveries that another process stored or released. */
const POLL_MILLISECONDS = 5_000;

/** How long ended deliveries are stored, and the interval of removing older ones. */
const RETENTION_MILLISECONDS = 30 * 86_400_000;
const CLEANING_MILLISECONDS = 3_600_000;

/** "Gone": the address wants no more messages. Source: RFC 9110, section 15.5.11. */
const GONE = 410;

interface EndedAttempt {
  readonly attempt: DeliveryAttempt;
  /** Whether another attempt would be useless. */
  readonly isLast: boolean;
}

/**
 * Sends the stored deliveries, and retries until they are accepted or have failed. Several
 * processes may share the database.
 */
export class WebhookDispatcher {
  /** The attempts in progress. */
  readonly #sending = new Set<AbortController>();
  #isStopped = false;
  readonly #slots = new AttemptSlots();
  #woken = new AbortController();
  #running: Promise<void> = Promise.resolve();
  #cleanedAt = 0;

  constructor(
    private readonly needs: {
      readonly store: WebhookStore;
      readonly sender: WebhookSender;
      readonly deliveries: WebhookDeliveries;
      readonly access: AccessService;
      readonly clock: Clock;
      readonly failures: FailureLog;
    },
  ) {
    needs.deliveries.onWritten(() => this.#wake());
  }

  /** Starts sending. Called once. */
  start(): void {
    this.#running = this.#run();
  }

  /**
   * Starts no more attempts, aborts the running ones and waits for them; they are repeated later.
   */
  async close(): Promise<void> {
    this.#isStopped = true;
    for (const over of this.#sending) over.abort();
    this.#wake();
    await this.#running;
    await this.#slots.whenOver();
  }

  async #run(): Promise<void> {
    while (!this.#isStopped) {
      this.#woken = new AbortController();
      const pause = await this.#sendDue().catch((error: unknown) => {
        this.needs.failures.record(error);
        return POLL_MILLISECONDS;
      });
      await this.needs.clock.sleep(pause, this.#woken.signal);
    }
  }

  #wake(): void {
    this.#woken.abort();
  }

  /** Starts as many attempts as may run; returns how long to sleep, milliseconds. */
  async #sendDue(): Promise<number> {
    const now = this.needs.clock.now();
    await this.#clean(now);
    const { free: max, blocked: except } = this.#slots;
    const due = max > 0 ? await this.needs.store.listDue({ now, max, except }) : [];
    for (const delivery of due) await this.#begin(delivery, now);
    // Deliveries that may not begin yet can fill what was read; the next read is without them.
    if (due.length > 0 && due.length === max) return 0;
    const next = (await this.needs.store.nextDueAt()) ?? Infinity;
    return next > now ? Math.min(POLL_MILLISECONDS, next - now) : POLL_MILLISECONDS;
  }

  async #begin(delivery: DueDelivery, now: number): Promise<void> {
    const { id } = delivery;
    if (this.#isStopped || !this.#slots.mayBegin(delivery)) return;
    const until = await this.needs.store.claim(id, now, CLAIM_MILLISECONDS);
    if (until === undefined) return;
    // The claim of an attempt that could not be stored is not released: it expires, and the delivery is repeated.
    const done = this.#attempt(delivery)
      .then(() => this.needs.store.release(id, until))
      .catch((error: unknown) => this.needs.failures.record(error));
    this.#slots.hold(delivery, done);
    void done.then(() => this.#wake());
  }

  async #attempt(delivery: Delivery): Promise<void> {
    const webhook = await this.needs.store.find(delivery.webhookId);
    if (!webhook) return;
    if (!(await this.needs.access.isGood(webhook.owner))) {
      await this.needs.store.change(delivery.id, givenUp);
      return;
    }
    const { attempt, isLast } = await this.#send(webhook, delivery);
    const wasAborted = this.#isStopped && attempt.status === null;
    if (wasAborted) return;
    await this.needs.store.change(delivery.id, (stored) => afterAttempt(stored, attempt, isLast));
    if (attempt.status === GONE) await this.needs.store.disable(webhook.id, this.needs.clock.now());
  }

  async #send({ url, secret }: Webhook, { id, body }: Delivery): Promise<EndedAttempt> {
    const at = this.needs.clock.now();
    if (secret === null) {
      const attempt = { at, milliseconds: 0, status: null, problem: UNREADABLE_SECRET };
      return { attempt, isLast: false };
    }
    const over = new AbortController();
    this.#sending.add(over);
    if (this.#isStopped) over.abort();
    void this.needs.clock.sleep(ATTEMPT_MILLISECONDS, over.signal).then(() => over.abort());
    const message = { url, secret, id, timestamp: Math.floor(at / 1000), body };
    const reply = await this.needs.sender.send(message, over.signal);
    this.#sending.delete(over);
    over.abort();
    const milliseconds = this.needs.clock.now() - at;
    if ("problem" in reply) {
      const { problem, isRefused: isLast } = reply;
      return { attempt: { at, milliseconds, status: null, problem }, isLast };
    }
    const { status } = reply;
    const problem =
      status >= 200 && status < 300 ? null : `The address responded with status ${status}.`;
    return { attempt: { at, milliseconds, status, problem }, isLast: false };
  }

  async #clean(now: number): Promise<void> {
    if (Math.abs(now - this.#cleanedAt) < CLEANING_MILLISECONDS) return;
    this.#cleanedAt = now;
    await this.needs.store.removeEndedBefore(now - RETENTION_MILLISECONDS);
  }
}

/** The owner and the webhook of an attempt. */
type Claim = Pick<DueDelivery, "owner" | "webhookId">;
interface RunningAttempt extends Claim {
  readonly done: Promise<void>;
}

/**
 * The slots in which attempts run, shared fairly between owners. An owner may start an attempt
 * while more slots are free than it holds: alone it gets half of them, and beside n others that
 * take as many as they can, a share of 1 / (n + 2). The same number stays free for the next owner,
 * so that no owner waits for unresponsive addresses of others.
 *
 * Source: Choudhury and Hahne, "Dynamic Queue Length Thresholds for Shared-Memory Packet Switches",
 * IEEE/ACM Transactions on Networking 6 (2), 1998; with alpha = 1.
 */
export class AttemptSlots {
  readonly #running = new Set<RunningAttempt>();

  /** The number of attempts that may still start, >= 0. */
  get free(): number {
    return MAX_CONCURRENT - this.#running.size;
  }

  /** The owners and webhooks that may start no attempt at the moment. */
  get blocked(): { readonly owners: readonly string[]; readonly webhooks: readonly string[] } {
    const running = [...this.#running];
    const owners = running.filter((one) => this.#hasFullShare(one)).map(({ owner }) => owner);
    const webhooks = running.filter((one) => this.#isBusy(one)).map(({ webhookId }) => webhookId);
    return { owners: [...new Set(owners)], webhooks: [...new Set(webhooks)] };
  }

  mayBegin(claim: Claim): boolean {
    return !this.#hasFullShare(claim) && !this.#isBusy(claim);
  }

  /**
   * Occupies a slot until the attempt has ended.
   *
   * @param done never rejects
   */
  hold({ owner, webhookId }: Claim, done: Promise<void>): void {
    const attempt = { owner, webhookId, done };
    this.#running.add(attempt);
    void done.then(() => this.#running.delete(attempt));
  }

  /** Waits until the attempts that run now have ended. */
  async whenOver(): Promise<void> {
    await Promise.all([...this.#running].map(({ done }) => done));
  }

  #hasFullShare({ owner }: Claim): boolean {
    return this.#count((one) => one.owner === owner) >= this.free;
  }

  #isBusy({ webhookId }: Claim): boolean {
    return this.#count((one) => one.webhookId === webhookId) >= MAX_PER_WEBHOOK;
  }

  #count(isMeant: (attempt: RunningAttempt) => boolean): number {
    return [...this.#running].filter(isMeant).length;
  }
}
