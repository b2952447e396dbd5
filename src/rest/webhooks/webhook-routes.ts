import { type Response, Router } from "express";
import type { Scope } from "../../domain/api-key.js";
import { uncached } from "../../http/caching.js";
import { identityOf, localsOf } from "../../http/request-locals.js";
import { routesFrom } from "../../http/route-table.js";
import { isoTime, isoTimeOrNull } from "../../http/iso-time.js";
import type { Services } from "../../services/services.js";
import { readJsonBody } from "../request/json-body.js";
import { deliveryPageIn, webhookRegistrationFrom } from "./webhook-requests.js";
import type { Delivery } from "../../domain/webhook/webhook-delivery.js";
import type { Webhook } from "../../domain/webhook/webhook.js";
import type { JsonOf } from "../shapes/plain-shapes.js";
import type { webhookShape, deliveryShape, webhookMessageShape } from "./webhook-answers.js";

/** The path of webhooks, which requires a key. */
export const WEBHOOKS_PATH = "/api/webhooks";

/** The routes of webhooks and their deliveries. An API key has access to its own webhooks only. */
export function webhookRoutes(services: Services): Router {
  return Router().use(uncached, registrationRoutes(services), deliveryRoutes(services));
}

function registrationRoutes({ access, webhooks }: Services): Router {
  return routesFrom({
    "/": {
      get: async (_request, response) => {
        const found = await webhooks.list(ownerOf(access, response, "read"));
        response.json({ success: true, data: found.map(toWebhookJson) });
      },
      post: async (request, response) => {
        const owner = ownerOf(access, response, "write", "read");
        const registration = webhookRegistrationFrom(await readJsonBody(request, response));
        const webhook = await webhooks.register(owner, registration);
        const data = { ...toWebhookJson(webhook), secret: webhook.secret };
        const path = `${localsOf(response).prefix}${WEBHOOKS_PATH}/${webhook.id}`;
        response.status(201).location(path);
        response.json({ success: true, data });
      },
    },
    "/:id": {
      get: async (request, response) => {
        const webhook = await webhooks.get(ownerOf(access, response, "read"), request.params.id);
        response.json({ success: true, data: toWebhookJson(webhook) });
      },
      delete: async (request, response) => {
        await webhooks.remove(ownerOf(access, response, "write"), request.params.id);
        response.json({ success: true, data: null });
      },
    },
  });
}

function deliveryRoutes({ access, webhooks }: Services): Router {
  return routesFrom({
    "/:id/deliveries": {
      get: async (request, response) => {
        const owner = ownerOf(access, response, "read");
        const page = deliveryPageIn(request.url);
        const found = await webhooks.listDeliveries(owner, request.params.id, page);
        response.json({ success: true, data: found.map(toDeliveryJson) });
      },
    },
    "/:id/deliveries/:deliveryId/replay": {
      post: async (request, response) => {
        const owner = ownerOf(access, response, "write", "read");
        const { id, deliveryId } = request.params;
        const delivery = await webhooks.replay(owner, id, deliveryId);
        response.status(202).json({ success: true, data: toDeliveryJson(delivery) });
      },
    },
  });
}

/**
 * Returns the API key of the request. Routes that send or return analyses also require the scope
 * `read`.
 */
function ownerOf(
  access: Services["access"],
  response: Response,
  scope: Scope,
  ...others: readonly Scope[]
): string {
  const identity = identityOf(response);
  for (const other of others) access.requireScope(identity, other);
  return access.requireScope(identity, scope).lookup;
}

/** Converts a webhook to JSON, without its secret. */
function toWebhookJson({
  id,
  url,
  events,
  createdAt,
  disabledAt,
}: Webhook): JsonOf<typeof webhookShape> {
  return { id, url, events, createdAt: isoTime(createdAt), disabledAt: isoTimeOrNull(disabledAt) };
}

/** Converts a delivery to JSON. */
function toDeliveryJson(delivery: Delivery): JsonOf<typeof deliveryShape> {
  const { id, event, state, createdAt, nextAttemptAt, attempts, body } = delivery;
  return {
    id,
    event,
    state,
    createdAt: isoTime(createdAt),
    nextAttemptAt: isoTimeOrNull(nextAttemptAt),
    attempts: attempts.map(({ at, ...attempt }) => ({ at: isoTime(at), ...attempt })),
    payload: JSON.parse(body) as JsonOf<typeof webhookMessageShape>,
  };
}
