import { Router } from "express";
import { otherMethods } from "../../http/known-methods.js";
import { identityOf } from "../../http/request-locals.js";
import type { Services } from "../../services/services.js";

/** Where the measurements are; who asks must be known there. */
export const metricsPath = "/metrics";

/** `GET /metrics`: what the process has done, for a monitoring system with a key that may read. */
export function metricsRoutes({ access, metrics }: Services): Router {
  const router = Router();
  router
    .route(metricsPath)
    .get(async (_request, response) => {
      access.requireScope(identityOf(response), "read");
      const { mediaType, text } = await metrics.expose();
      response.set("Cache-Control", "private, no-store").vary("Authorization");
      response.type(mediaType).send(text);
    })
    .all(otherMethods("GET", "HEAD"));
  return router;
}
