import { Router } from "express";
import type { Services } from "../../services/services.js";
import { otherMethods } from "../../http/allowed-methods.js";

/** The routes of the liveness and readiness probes. They need no key. */
export function healthRoutes({ health }: Pick<Services, "health">): Router {
  const router = Router();
  router
    .route("/health/live")
    .get((_request, response) => {
      response.set("Cache-Control", "no-store");
      response.json({ success: true, data: { status: "ok" } });
    })
    .all(otherMethods("GET", "HEAD"));
  router
    .route("/health/ready")
    .get(async (_request, response) => {
      const { state: status, checks } = await health.check();
      const isReady = status === "ok";
      response.set("Cache-Control", "no-store").status(isReady ? 200 : 503);
      response.json({ success: isReady, data: { status, checks } });
    })
    .all(otherMethods("GET", "HEAD"));
  return router;
}
