/** A signed message to somebody's server. */
export interface WebhookMessage {
  readonly url: string;
  readonly secret: string;
  readonly id: string;
  /** Seconds since 1970, integer. */
  readonly timestamp: number;
  readonly body: string;
}

/** What the address answered, or why it did not. */
export type WebhookReply =
  | { readonly status: number }
  /** Words for people; nothing that only the operator may know. */
  | { readonly problem: string };

/** Sends messages to addresses that clients chose. */
export interface WebhookSender {
  /** Whether it may reach addresses that are not on the public internet. */
  readonly mayBePrivate: boolean;

  /** Sends once; follows no redirect. Fails as a value. */
  send(message: WebhookMessage, signal: AbortSignal): Promise<WebhookReply>;

  close(): Promise<void>;
}
