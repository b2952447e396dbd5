import type {
  Delivery,
  DeliveryState,
  NewDelivery,
} from "../../domain/webhook/webhook-delivery.js";
import type { NewWebhook, Webhook, WebhookEvent } from "../../domain/webhook/webhook.js";

/** A delivery that is due, with the owner of its webhook. */
export interface DueDelivery extends Delivery {
  readonly owner: string;
}

/** Stores webhooks, with encrypted secrets, and their deliveries. */
export interface WebhookStore {
  add(webhook: NewWebhook): Promise<void>;

  find(id: string): Promise<Webhook | undefined>;

  /** Returns the webhooks of one owner, oldest first, disabled ones included. */
  list(owner: string): Promise<readonly Webhook[]>;

  /** Returns the enabled webhooks of all owners that are registered for an event. */
  listFor(event: WebhookEvent): Promise<readonly Webhook[]>;

  /**
   * Disables a webhook and fails its pending deliveries; a webhook that is disabled already keeps
   * its time.
   */
  disable(id: string, at: number): Promise<void>;

  /** Removes a webhook and its deliveries. Returns whether it existed. */
  remove(id: string): Promise<boolean>;

  /**
   * Adds all deliveries, or none where it fails. Ignores a delivery whose webhook was removed, or
   * already has a delivery for the same occurrence.
   */
  addDeliveries(deliveries: readonly NewDelivery[]): Promise<void>;

  findDelivery(webhookId: string, id: string): Promise<Delivery | undefined>;

  /** Returns the deliveries of a webhook, newest first. */
  listDeliveries(
    webhookId: string,
    page: {
      readonly first: number;
      /** The delivery after which the page begins. */
      readonly before?: Pick<Delivery, "createdAt" | "id">;
      readonly state?: DeliveryState;
    },
  ): Promise<readonly Delivery[]>;

  /**
   * Returns due deliveries that no process has claimed, longest due first, at most `max` of them.
   */
  listDue(options: {
    readonly now: number;
    readonly max: number;
    /** Owners and webhooks whose deliveries are left out. */
    readonly except: { readonly owners: readonly string[]; readonly webhooks: readonly string[] };
  }): Promise<readonly DueDelivery[]>;

  /**
   * Claims a due delivery for that time, which the database measures, so that no other process sends it
   * too. Returns until when, or `undefined` where it is claimed already or not due.
   */
  claim(id: string, now: number, milliseconds: number): Promise<number | undefined>;

  /**
   * Releases a delivery that was claimed until that time; ignored where another process has claimed
   * it.
   */
  release(id: string, until: number): Promise<void>;

  /**
   * Applies a change to the stored delivery in one transaction; a claim on it stays. Returns the
   * changed delivery, or `undefined` where it was removed.
   */
  change(id: string, change: (stored: Delivery) => Delivery): Promise<Delivery | undefined>;

  /**
   * Returns when the next pending delivery is due, milliseconds since 1970; `undefined` without
   * one.
   */
  nextDueAt(): Promise<number | undefined>;

  /** Removes ended deliveries that were created before a time, milliseconds since 1970. */
  removeEndedBefore(createdAt: number): Promise<void>;
}
