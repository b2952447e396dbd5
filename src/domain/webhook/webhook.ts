import { InvalidInputError } from "../errors/request-errors.js";

/** What webhooks can be told of. */
export const webhookEvents = ["analysis.ready", "analysis.failed"] as const;

export type WebhookEvent = (typeof webhookEvents)[number];

/** An address that is told of events. Times in milliseconds since 1970. */
export interface Webhook {
  /** `wh_` and 16 hex characters. */
  readonly id: string;
  /** Lookup part of the API key that registered it: no other key sees it. */
  readonly owner: string;
  readonly url: string;
  /** Signs what is sent: `whsec_` and base 64. `null` where it is kept and cannot be decrypted. */
  readonly secret: string | null;
  /** At least one. */
  readonly events: readonly WebhookEvent[];
  readonly createdAt: number;
  /** Since when it is told nothing, because it answered that it is gone for good. */
  readonly disabledAt: number | null;
}

/** A webhook that is to be kept. */
export interface NewWebhook extends Webhook {
  readonly secret: string;
}

/** Why nothing can be sent to a webhook without its secret. */
export const UNREADABLE_SECRET =
  "The secret of this webhook cannot be decrypted: restore secrets.key or SECRETS_KEY, or replace the webhook.";

/** The secret that signs, from random bytes in hex, as Standard Webhooks spells it. */
export function webhookSecretFrom(randomHex: string): string {
  return `whsec_${Buffer.from(randomHex, "hex").toString("base64")}`;
}

const MAX_URL_CHARACTERS = 2_000;

/** Where webhooks may be. */
export interface WebhookAddressPolicy {
  /**
   * Whether the operator lets webhooks reach addresses that are not on the public internet, for which
   * plain http will do.
   */
  readonly mayBePrivate: boolean;

  /** Whether a host, as in a `URL`, is none that webhooks may reach. */
  refuses(hostname: string): boolean;
}

/**
 * The address of a webhook from outside.
 *
 * @throws {InvalidInputError} none, no URL, one that is not https or that webhooks may not reach, or
 * one with a password or a fragment
 */
export function parseWebhookUrl(text: unknown, reach: WebhookAddressPolicy): string {
  if (text === undefined || text === null) throw new InvalidInputError("url", "is required");
  if (typeof text !== "string" || text.length > MAX_URL_CHARACTERS || !URL.canParse(text)) {
    throw new InvalidInputError("url", `must be a URL of at most ${MAX_URL_CHARACTERS} characters`);
  }
  const url = new URL(text);
  const { mayBePrivate } = reach;
  const schemes = mayBePrivate ? ["https:", "http:"] : ["https:"];
  if (!schemes.includes(url.protocol)) {
    throw new InvalidInputError("url", `must begin with ${mayBePrivate ? "http or " : ""}https`);
  }
  if (url.username !== "" || url.password !== "" || url.hash !== "") {
    throw new InvalidInputError("url", "must hold no user, password or fragment");
  }
  if (reach.refuses(url.hostname)) {
    const problem = "must be an address of the public internet, unless the operator allows others";
    throw new InvalidInputError("url", problem);
  }
  return url.href;
}

/**
 * The events of a webhook from outside; all of them where none are named.
 *
 * @throws {InvalidInputError} no list, an empty one, or an event that does not exist
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
