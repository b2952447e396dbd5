import { Router } from "express";
import type { ClientViews } from "../http/client-views.js";
import type { Services } from "../services/services.js";
import { analysisRoutes } from "./analysis/analysis-routes.js";
import { artworkRoutes } from "./track/artwork-routes.js";
import { catalogueRoutes } from "./catalogue/catalogue-routes.js";
import { descriptionRoutes } from "./operations/description-routes.js";
import { healthRoutes } from "./operations/health-routes.js";
import { metricsRoutes } from "./operations/metrics-routes.js";
import { searchRoutes } from "./track/search-routes.js";
import { similarityRoutes } from "./catalogue/similarity-routes.js";
import { spotifyPath, spotifyRoutes } from "./spotify/spotify-routes.js";
import { webhookRoutes, webhooksPath } from "./webhooks/webhook-routes.js";

/** The path of search and analysis, which requires a key. */
export const dataPath = "/api/audio";

/** The routes of the REST API. Callers of the paths that require a key are identified before. */
export function restRouter(services: Services, views: Pick<ClientViews, "prefix">): Router {
  return Router()
    .use(dataPath, analysisRoutes(services), searchRoutes(services))
    .use(dataPath, catalogueRoutes(services), similarityRoutes(services))
    .use(webhooksPath, webhookRoutes(services))
    .use(spotifyPath, spotifyRoutes(services))
    .use(artworkRoutes(services), descriptionRoutes(views))
    .use(healthRoutes(services), metricsRoutes(services));
}
