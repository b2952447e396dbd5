/** A message to be signed and sent to the address of a webhook. */
export interface WebhookMessage {
  readonly url: string;
  readonly secret: string;
  readonly id: string;
  /** Seconds since 1970, integer. */
  readonly timestamp: number;
  readonly body: string;
}

/** The HTTP status of the response, or why there was none. */
export type WebhookReply =
  | { readonly status: number }
  | {
      /**
       * A message that the owner of the webhook may read; it contains no details that only the
       * operator may know.
       */
      readonly problem: string;
      /** Whether another attempt would be useless, because the sender refuses the address. */
      readonly isRefused: boolean;
    };

/** Sends messages to the addresses of webhooks, which clients choose. */
export interface WebhookSender {
  /** Whether it may send to addresses outside the public internet. */
  readonly mayBePrivate: boolean;

  /**
   * Returns whether it refuses a host by its name alone, without resolving it: a private IP
   * address, or a name of this machine. `hostname` is as in a `URL`, IPv6 in brackets.
   */
  refuses(hostname: string): boolean;

  /**
   * Sends a message once, and follows no redirect. A failure is returned as a value, not thrown.
   */
  send(message: WebhookMessage, signal: AbortSignal): Promise<WebhookReply>;

  close(): void;
}
