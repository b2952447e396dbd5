import type { WebhookEvent } from "./webhook.js";

/** One attempt to deliver an event. */
export interface DeliveryAttempt {
  /** Milliseconds since 1970. */
  readonly at: number;
  /** How long it took, milliseconds, >= 0. */
  readonly milliseconds: number;
  /** What the address answered, or `null` where it did not. */
  readonly status: number | null;
  /** Why it counts as failed, for people; `null` where it is delivered. */
  readonly problem: string | null;
}

/** An event on its way to one webhook. */
export interface Delivery {
  /** `msg_` and 24 hex characters; the same for each attempt, so that receivers know it again. */
  readonly id: string;
  readonly webhookId: string;
  readonly event: WebhookEvent;
  /** The very text that is sent, JSON. */
  readonly body: string;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  /** The latest ones, oldest first. */
  readonly attempts: readonly DeliveryAttempt[];
  /** How many attempts there were since it was sent or sent again. */
  readonly tries: number;
  readonly state: DeliveryState;
  /** When it is tried next, milliseconds since 1970; `null` unless it is pending. */
  readonly nextAttemptAt: number | null;
}

/** A delivery that is to be written. */
export interface NewDelivery extends Delivery {
  /**
   * Names what it tells of: a webhook gets one delivery for each name, whichever process writes it.
   * Absent where what it tells of has no name that stays; such a delivery is always written.
   */
  readonly occurrence?: string;
}

/** On its way; taken by the address; given up. */
export const deliveryStates = ["pending", "delivered", "failed"] as const;

export type DeliveryState = (typeof deliveryStates)[number];

/** Pauses before the second attempt and those after it, seconds: about a day in all. */
const RETRY_SECONDS: readonly number[] = [5, 30, 120, 600, 3_600, 14_400, 57_600];

/** The longest pause between two attempts, milliseconds. */
export const maxRetryPauseMilliseconds = Math.max(...RETRY_SECONDS) * 1000;

/** The attempts that are kept: more than one round has. */
const MAX_STORED_ATTEMPTS = 20;

/**
 * A delivery after one more attempt: taken, to be tried later, or given up. What has ended meanwhile
 * stays so when an attempt fails late.
 *
 * @param isLast whether another attempt would be no use
 */
export function afterAttempt(
  delivery: Delivery,
  attempt: DeliveryAttempt,
  isLast = false,
): Delivery {
  const attempts = [...delivery.attempts, attempt].slice(-MAX_STORED_ATTEMPTS);
  const tries = delivery.tries + 1;
  const pauseSeconds = RETRY_SECONDS[tries - 1];
  const tried = { ...delivery, attempts, tries };
  if (attempt.problem === null) return { ...tried, state: "delivered", nextAttemptAt: null };
  if (delivery.state !== "pending") return tried;
  if (isLast || pauseSeconds === undefined) return givenUp(tried);
  const endedAt = attempt.at + attempt.milliseconds;
  return { ...tried, nextAttemptAt: endedAt + pauseSeconds * 1000 };
}

/** A delivery that is tried no more, unless it has ended already. */
export function givenUp(delivery: Delivery): Delivery {
  if (delivery.state !== "pending") return delivery;
  return { ...delivery, state: "failed", nextAttemptAt: null };
}

/** A delivery that is tried at once, and then as often as a new one. */
export function sentAgain(delivery: Delivery, now: number): Delivery {
  return { ...delivery, state: "pending", tries: 0, nextAttemptAt: now };
}
