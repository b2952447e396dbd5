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
  | {
      /** Words for people; nothing that only the operator may know. */
      readonly problem: string;
      /** Whether another attempt is no use, because the address is one that it refuses. */
      readonly isRefused: boolean;
    };

/** Sends messages to addresses that clients chose. */
export interface WebhookSender {
  /** Whether it may reach addresses that are not on the public internet. */
  readonly mayBePrivate: boolean;

  /**
   * Whether it refuses a host whatever names resolve to at the time: one that spells a private
   * address, or stands for this machine. `hostname` as in a `URL`, IPv6 in brackets.
   */
  refuses(hostname: string): boolean;

  /** Sends once; follows no redirect. Fails as a value. */
  send(message: WebhookMessage, signal: AbortSignal): Promise<WebhookReply>;

  close(): Promise<void>;
}
