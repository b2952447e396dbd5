import type { Router } from "express";
import { routesFrom } from "../../http/route-table.js";
import type { Services } from "../../services/services.js";

/** The routes of the liveness and readiness probes. They need no key. */
export function healthRoutes({ health }: Pick<Services, "health">): Router {
  return routesFrom({
    // A probe gets its answer whatever it accepts.
    "/health/live": {
      produces: "any",
      get: (_request, response) => {
        response.set("Cache-Control", "no-store");
        response.json({ success: true, data: { status: "ok" } });
      },
    },
    "/health/ready": {
      produces: "any",
      get: async (_request, response) => {
        const { state: status, checks } = await health.check();
        const isReady = status === "ok";
        response.set("Cache-Control", "no-store").status(isReady ? 200 : 503);
        response.json({ success: isReady, data: { status, checks } });
      },
    },
  });
}
