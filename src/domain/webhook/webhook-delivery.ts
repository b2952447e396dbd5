import type { WebhookEvent } from "./webhook.js";

/** One attempt to deliver an event. */
export interface DeliveryAttempt {
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Duration, milliseconds, >= 0. */
  readonly milliseconds: number;
  /** HTTP status of the response, or `null` where there was none. */
  readonly status: number | null;
  /** Why the attempt failed, as a message; `null` where it succeeded. */
  readonly problem: string | null;
}

/** The delivery of an event to one webhook. */
export interface Delivery {
  /**
   * `msg_` and 24 hex characters; the same for each attempt, so that receivers can detect
   * repetitions.
   */
  readonly id: string;
  readonly webhookId: string;
  readonly event: WebhookEvent;
  /** The body of the request, JSON. */
  readonly body: string;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  /** The latest attempts, oldest first. */
  readonly attempts: readonly DeliveryAttempt[];
  /** Number of attempts since it was created or sent again. */
  readonly tries: number;
  readonly state: DeliveryState;
  /** Time of the next attempt, milliseconds since 1970; `null` unless it is pending. */
  readonly nextAttemptAt: number | null;
}

/** A delivery that is not stored yet. */
export interface NewDelivery extends Delivery {
  /**
   * Key of the occurrence that it reports: a webhook gets one delivery for each key, even where
   * several processes write it. Absent where the occurrence has no stable key; such a delivery is
   * always stored.
   */
  readonly occurrence?: string;
}

/** The states of a delivery: waiting for an attempt; accepted by the address; failed for good. */
export const deliveryStates = ["pending", "delivered", "failed"] as const;

export type DeliveryState = (typeof deliveryStates)[number];

/** Delays before the second and later attempts, seconds: about a day in total. */
const RETRY_SECONDS: readonly number[] = [5, 30, 120, 600, 3_600, 14_400, 57_600];

/** The maximum delay between two attempts, milliseconds. */
export const maxRetryPauseMilliseconds = Math.max(...RETRY_SECONDS) * 1000;

/** The maximum number of stored attempts: more than there are until a delivery fails. */
const MAX_STORED_ATTEMPTS = 20;

/**
 * Returns a delivery after one more attempt: delivered, pending or failed. A delivery that ended
 * during the attempt stays ended where the attempt fails.
 *
 * @param isLast whether another attempt would be useless
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

/** Returns a delivery as failed, unless it has ended already. */
export function givenUp(delivery: Delivery): Delivery {
  if (delivery.state !== "pending") return delivery;
  return { ...delivery, state: "failed", nextAttemptAt: null };
}

/** Returns a delivery as pending, to be attempted at once, and then as often as a new one. */
export function sentAgain(delivery: Delivery, now: number): Delivery {
  return { ...delivery, state: "pending", tries: 0, nextAttemptAt: now };
}
