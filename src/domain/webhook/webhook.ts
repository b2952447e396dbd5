import { InvalidInputError } from "../errors/request-errors.js";

/** The events that webhooks can be registered for. */
export const webhookEvents = ["analysis.ready", "analysis.failed"] as const;

export type WebhookEvent = (typeof webhookEvents)[number];

/** A registered address that receives events. Times in milliseconds since 1970. */
export interface Webhook {
  /** `wh_` and 16 hex characters. */
  readonly id: string;
  /** Lookup part of the API key that registered it; no other key can see the webhook. */
  readonly owner: string;
  readonly url: string;
  /**
   * Secret for signatures: `whsec_` and base 64. `null` where the stored secret cannot be
   * decrypted.
   */
  readonly secret: string | null;
  /** At least one. */
  readonly events: readonly WebhookEvent[];
  readonly createdAt: number;
  /** Time when it was disabled, because it responded 410 Gone; `null` while it is enabled. */
  readonly disabledAt: number | null;
}

/** A webhook that is not stored yet. */
export interface NewWebhook extends Webhook {
  readonly secret: string;
}

/** The message of attempts that failed because the secret of the webhook cannot be decrypted. */
export const UNREADABLE_SECRET =
  "The secret of this webhook cannot be decrypted: restore secrets.key or SECRETS_KEY, or replace the webhook.";

/** Returns a secret in the format of Standard Webhooks from random bytes in hex. */
export function webhookSecretFrom(randomHex: string): string {
  return `whsec_${Buffer.from(randomHex, "hex").toString("base64")}`;
}

export const MAX_URL_CHARACTERS = 2_000;

/** The rules for addresses of webhooks. */
export interface WebhookAddressPolicy {
  /**
   * Whether the operator allows addresses outside the public internet. Plain http is then allowed
   * too.
   */
  readonly mayBePrivate: boolean;

  /** Returns whether a host, as in a `URL`, is not allowed for webhooks. */
  refuses(hostname: string): boolean;
}

/**
 * Parses the address of a webhook.
 *
 * @throws {InvalidInputError} the address is absent, not a URL, not https, not allowed for
 * webhooks, or has a password or a fragment
 */
export function parseWebhookUrl(text: unknown, policy: WebhookAddressPolicy): string {
  if (text === undefined || text === null) throw new InvalidInputError("url", "is required");
  if (typeof text !== "string" || text.length > MAX_URL_CHARACTERS || !URL.canParse(text)) {
    throw new InvalidInputError("url", `must be a URL of at most ${MAX_URL_CHARACTERS} characters`);
  }
  const url = new URL(text);
  const { mayBePrivate } = policy;
  const schemes = mayBePrivate ? ["https:", "http:"] : ["https:"];
  if (!schemes.includes(url.protocol)) {
    throw new InvalidInputError("url", `must begin with ${mayBePrivate ? "http or " : ""}https`);
  }
  if (url.username !== "" || url.password !== "" || url.hash !== "") {
    throw new InvalidInputError("url", "must not contain a user, a password or a fragment");
  }
  if (policy.refuses(url.hostname)) {
    const problem =
      "must be an address of the public internet, because the operator does not allow others";
    throw new InvalidInputError("url", problem);
  }
  return url.href;
}

/**
 * Parses the events of a webhook; all events where the list is absent.
 *
 * @throws {InvalidInputError} the value is not a list, is empty, or contains an unknown event
 */
export function parseWebhookEvents(list: unknown = webhookEvents): readonly WebhookEvent[] {
  const problem = `must be a list of ${webhookEvents.join(", ")}`;
  if (!Array.isArray(list) || list.length === 0) throw new InvalidInputError("events", problem);
  const known = list.map((name) => {
    const event = webhookEvents.find((one) => one === name);
    if (event === undefined) throw new InvalidInputError("events", problem);
    return event;
  });
  return [...new Set(known)];
}
