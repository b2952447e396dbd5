import { createHmac } from "node:crypto";
import type { WebhookMessage } from "../../ports/webhooks/webhook-sender.js";

/**
 * Returns the headers of a webhook message: its id, its time, and the signature of both and the body.
 *
 * Source: "Standard Webhooks", 1.0.0, sections "Signature scheme" and "Webhook headers": HMAC-SHA256
 * over `id.timestamp.body`, in base 64 behind `v1,`.
 */
export function signedHeaders({
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
