import type { Router } from "express";
import { forbidCaching } from "../../http/caching.js";
import { identityOf } from "../../http/request-locals.js";
import { routesFrom } from "../../http/route-table.js";
import type { Services } from "../../services/services.js";

/** The path of the metrics, which requires a key. */
export const METRICS_PATH = "/metrics";

/**
 * The route `GET /metrics`: metrics of the process, for monitoring systems with a key that may
 * read.
 */
export function metricsRoutes({ access, metrics }: Services): Router {
  return routesFrom({
    [METRICS_PATH]: {
      produces: "any",
      get: async (_request, response) => {
        access.requireScope(identityOf(response), "read");
        const { mediaType, text } = await metrics.expose();
        forbidCaching(response);
        response.type(mediaType).send(text);
      },
    },
  });
}
