import type { DueDelivery } from "../../ports/webhooks/webhook-store.js";

const MAX_CONCURRENT = 32;
/** So that one address that does not respond does not block the other webhooks of its owner. */
const MAX_PER_WEBHOOK = 4;

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
