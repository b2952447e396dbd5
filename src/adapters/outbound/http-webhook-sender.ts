import type {
  WebhookMessage,
  WebhookReply,
  WebhookSender,
} from "../../ports/webhooks/webhook-sender.js";
import { AddressRefusedError } from "./address-refused-error.js";
import { discard } from "./bounded-http.js";
import { HttpConnections } from "./http-connections.js";
import { isPrivateHost } from "./private-host.js";
import { publicAddressesOf } from "./public-addresses-of.js";
import { createHmac } from "node:crypto";

/** What the sender may reach, and how it names itself. */
export interface HttpWebhookSenderOptions {
  /** Whether webhooks may have addresses that are not on the public internet. */
  readonly mayBePrivate: boolean;
  /** Product name and version, sent with every message. */
  readonly userAgent: string;
}

/** The problem of a refused address. It does not show what the name resolves to. */
const REFUSED =
  "Its address is not on the public internet, and this server sends to public addresses only. It is not retried.";

/**
 * Sends webhook messages over HTTP. Clients choose the addresses, so by default only public addresses
 * can be reached, checked when the name is resolved.
 */
export class HttpWebhookSender implements WebhookSender {
  readonly mayBePrivate: boolean;
  readonly #userAgent: string;
  readonly #connections: HttpConnections;

  constructor({ mayBePrivate, userAgent }: HttpWebhookSenderOptions) {
    this.mayBePrivate = mayBePrivate;
    this.#userAgent = userAgent;
    this.#connections = new HttpConnections(mayBePrivate ? {} : { resolve: publicAddressesOf });
  }

  refuses(hostname: string): boolean {
    return !this.mayBePrivate && isPrivateHost(hostname);
  }

  async send(message: WebhookMessage, signal: AbortSignal): Promise<WebhookReply> {
    try {
      const { statusCode, body } = await this.#connections.open(message.url, {
        method: "POST",
        signal,
        headers: {
          ...signedHeaders(message),
          "content-type": "application/json",
          "user-agent": this.#userAgent,
        },
        body: Buffer.from(message.body),
      });
      // Only the status counts, so the body is not read.
      discard(body);
      return { status: statusCode };
    } catch (error) {
      if (error instanceof AddressRefusedError) return { problem: REFUSED, isRefused: true };
      return { problem: serverProblemOf(error, signal), isRefused: false };
    }
  }

  close(): void {
    this.#connections.close();
  }
}

/** Describes a failed request, without details of the network. */
function serverProblemOf(error: unknown, signal: AbortSignal): string {
  if (signal.aborted) return "It did not respond in time.";
  const code = error instanceof Error && "code" in error ? String(error.code) : undefined;
  return code === undefined ? "It could not be reached." : `It could not be reached (${code}).`;
}

/**
 * Returns the headers of a webhook message: its id, its time, and the signature of both and the body.
 *
 * Source: "Standard Webhooks", 1.0.0, sections "Signature scheme" and "Webhook headers": HMAC-SHA256
 * over `id.timestamp.body`, in base 64 behind `v1,`.
 */
function signedHeaders({
  id,
  timestamp,
  body,
  secret,
}: WebhookMessage): Readonly<Record<string, string>> {
  const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
  const signature = createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64");
  return {
    "webhook-id": id,
    "webhook-timestamp": `${timestamp}`,
    "webhook-signature": `v1,${signature}`,
  };
}
