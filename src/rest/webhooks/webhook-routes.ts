import { type Response, Router } from "express";
import type { Scope } from "../../domain/api-key.js";
import { uncached } from "../../http/caching.js";
import { identityOf, localsOf } from "../../http/request-locals.js";
import { routesFrom } from "../../http/route-table.js";
import type { Services } from "../../services/services.js";
import { readJsonBody } from "../request/json-body.js";
import { toDeliveryJson, toWebhookJson } from "./webhook-json.js";
import { deliveryPageIn, webhookRegistrationFrom } from "./webhook-requests.js";

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
