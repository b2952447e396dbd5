import type { Dispatcher, request } from "undici";
import type {
  WebhookMessage,
  WebhookReply,
  WebhookSender,
} from "../../ports/webhooks/webhook-sender.js";
import { AddressRefusedError } from "./address-refused-error.js";
import { isPrivateHost } from "./private-host.js";
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

const CONNECT_TIMEOUT_MILLISECONDS = 5_000;

/** What sends messages, and the agent that says where to. */
interface OpenedSender {
  readonly request: typeof request;
  readonly agent: Dispatcher;
}

/**
 * Sends webhook messages over HTTP. Clients choose the addresses, so by default only public addresses
 * can be reached, checked when the name is resolved.
 */
export class HttpWebhookSender implements WebhookSender {
  readonly mayBePrivate: boolean;
  readonly #userAgent: string;
  /** Opened with the first message. */
  #client: Promise<OpenedSender> | undefined;

  constructor({ mayBePrivate, userAgent }: HttpWebhookSenderOptions) {
    this.mayBePrivate = mayBePrivate;
    this.#userAgent = userAgent;
  }

  refuses(hostname: string): boolean {
    return !this.mayBePrivate && isPrivateHost(hostname);
  }

  async send(message: WebhookMessage, signal: AbortSignal): Promise<WebhookReply> {
    try {
      this.#client ??= openSender(this.mayBePrivate);
      const { request: send, agent } = await this.#client;
      const { statusCode, body } = await send(message.url, {
        method: "POST",
        dispatcher: agent,
        signal,
        headers: {
          ...signedHeaders(message),
          "content-type": "application/json",
          "user-agent": this.#userAgent,
        },
        body: message.body,
      });
      // Only the status counts, so the body is not read.
      body.on("error", () => undefined).destroy();
      return { status: statusCode };
    } catch (error) {
      if (error instanceof AddressRefusedError) return { problem: REFUSED, isRefused: true };
      return { problem: serverProblemOf(error, signal), isRefused: false };
    }
  }

  async close(): Promise<void> {
    const client = await this.#client;
    await client?.agent.destroy();
  }
}

async function openSender(mayBePrivate: boolean): Promise<OpenedSender> {
  const { httpClient } = await import("./http-client.js");
  const { Agent, createPublicOnlyAgent, request } = httpClient;
  const agent = mayBePrivate
    ? new Agent({ connect: { timeout: CONNECT_TIMEOUT_MILLISECONDS } })
    : createPublicOnlyAgent();
  return { request, agent };
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
