import { Router } from "express";
import type { Services } from "../services/services.js";
import { analysisRoutes } from "./analysis/analysis-routes.js";
import { artworkRoutes } from "./track/artwork-routes.js";
import { catalogueRoutes } from "./catalogue/catalogue-routes.js";
import { descriptionRoutes } from "./operations/description-routes.js";
import { healthRoutes } from "./operations/health-routes.js";
import { metricsRoutes } from "./operations/metrics-routes.js";
import { searchRoutes } from "./track/search-routes.js";
import { mixPathRoutes, similarRoutes } from "./catalogue/similarity-routes.js";
import { spotifyPath, spotifyRoutes } from "./spotify/spotify-routes.js";
import { trackRoutes } from "./track/track-routes.js";
import { webhookRoutes, webhooksPath } from "./webhooks/webhook-routes.js";

/** The path of search and analysis, which requires a key. */
export const dataPath = "/api/audio";

/** The routes of all other paths of the REST API. */
export function restRouter(services: Services): Router {
  return Router()
    .use(artworkRoutes(services), healthRoutes(services), metricsRoutes(services))
    .use(descriptionRoutes())
    .use(webhooksPath, webhookRoutes(services))
    .use(spotifyPath, spotifyRoutes(services));
}

/**
 * The routes below {@link dataPath}, the most requested first, because routes are matched in order.
 */
export function dataRoutes(services: Services): Router {
  return Router()
    .use(analysisRoutes(services), searchRoutes(services), trackRoutes(services))
    .use(catalogueRoutes(services), similarRoutes(services), mixPathRoutes(services));
}
