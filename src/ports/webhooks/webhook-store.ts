import type {
  Delivery,
  DeliveryState,
  NewDelivery,
} from "../../domain/webhook/webhook-delivery.js";
import type { NewWebhook, Webhook, WebhookEvent } from "../../domain/webhook/webhook.js";

/** A delivery whose time has come, and whose webhook it goes to. */
export interface DueDelivery extends Delivery {
  readonly owner: string;
}

/** Keeps webhooks, with secrets encrypted, and what was sent to them. */
export interface WebhookStore {
  add(webhook: NewWebhook): Promise<void>;

  find(id: string): Promise<Webhook | undefined>;

  /** Those of one owner, oldest first, disabled ones included. */
  list(owner: string): Promise<readonly Webhook[]>;

  /** Those of all owners that are to be told of an event. */
  listFor(event: WebhookEvent): Promise<readonly Webhook[]>;

  /** Tells it nothing from then on; the first time stands. What is on its way is given up. */
  disable(id: string, at: number): Promise<void>;

  /** Forgets a webhook and its deliveries. Answers whether there was one. */
  remove(id: string): Promise<boolean>;

  /**
   * Adds all of them, or none where it fails. Those whose webhook was removed are ignored, and those
   * whose webhook has one for the same occurrence.
   */
  addDeliveries(deliveries: readonly NewDelivery[]): Promise<void>;

  findDelivery(webhookId: string, id: string): Promise<Delivery | undefined>;

  /** The deliveries of a webhook, newest first. */
  listDeliveries(
    webhookId: string,
    page: {
      readonly first: number;
      /** The delivery behind which to begin. */
      readonly before?: Pick<Delivery, "createdAt" | "id">;
      readonly state?: DeliveryState;
    },
  ): Promise<readonly Delivery[]>;

  /** Pending deliveries whose time has come and which no process has taken, longest due first. */
  listDue(wish: {
    readonly now: number;
    readonly max: number;
    /** What to pass over. */
    readonly except: { readonly owners: readonly string[]; readonly webhooks: readonly string[] };
  }): Promise<readonly DueDelivery[]>;

  /**
   * Takes a delivery until a moment, so that no other process sends it too. Answers whether it
   * could be had.
   */
  claim(id: string, now: number, until: number): Promise<boolean>;

  /** Lets go of a delivery that was taken until that moment; ignored where somebody else has it. */
  release(id: string, until: number): Promise<void>;

  /**
   * Changes a delivery as it is kept at that moment, with no other change in between; the process
   * that has taken it still has it. Answers what it is now, or `undefined` where it was removed.
   */
  change(id: string, change: (kept: Delivery) => Delivery): Promise<Delivery | undefined>;

  /** When the next pending delivery is due, milliseconds since 1970; `undefined` without one. */
  nextDueAt(): Promise<number | undefined>;

  /** Forgets deliveries that ended and are older. */
  removeEndedBefore(createdAt: number): Promise<void>;
}
