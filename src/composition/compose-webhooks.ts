import type { AccessServices } from "./compose-access.js";
import type { Queue } from "./compose-jobs.js";
import type { Runtime } from "./compose-runtime.js";
import type { Storage } from "./compose-storage.js";
import { HttpWebhookSender } from "../adapters/outbound/http-webhook-sender.js";
import type { Config } from "../config/config.js";
import { WebhookDeliveries } from "../services/webhooks/webhook-deliveries.js";
import { WebhookDispatcher } from "../services/webhooks/webhook-dispatcher.js";
import { WebhookService } from "../services/webhooks/webhook-service.js";

/** What registers webhooks, and notifies them. */
export interface Webhooks {
  readonly webhooks: WebhookService;
  readonly deliveries: WebhookDeliveries;
  readonly dispatcher: WebhookDispatcher;
  readonly sender: HttpWebhookSender;
}

/** Composes what registers webhooks and notifies them of analyses. */
export function composeWebhooks({
  config,
  runtime,
  storage,
  callers: { access },
  queue: { progress },
}: {
  readonly config: Pick<Config, "webhooks">;
  readonly runtime: Pick<Runtime, "clock" | "failureLog" | "random" | "userAgent">;
  readonly storage: Pick<Storage, "webhooks">;
  readonly callers: Pick<AccessServices, "access">;
  readonly queue: Pick<Queue, "progress">;
}): Webhooks {
  const { clock, random, userAgent, failureLog: failures } = runtime;
  const store = storage.webhooks;
  const { events } = progress;
  const sender = new HttpWebhookSender({ mayBePrivate: config.webhooks.mayBePrivate, userAgent });
  const deliveries = new WebhookDeliveries({ store, events, clock, random, failures });
  const dispatcher = new WebhookDispatcher({
    store,
    sender,
    deliveries,
    access,
    clock,
    failures,
  });
  const webhooks = new WebhookService({ store, sender, deliveries, clock, random });
  return { webhooks, deliveries, dispatcher, sender };
}
