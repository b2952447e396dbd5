import { Router } from "express";
import type { ClientViews } from "../http/client-views.js";
import type { Services } from "../services/services.js";
import {
  ACOUSTICBRAINZ_PATH,
  acousticbrainzRoutes,
} from "./dialects/acousticbrainz/acousticbrainz-routes.js";
import { analysisRoutes } from "./analysis/analysis-routes.js";
import { audioRoutes } from "./track/audio-routes.js";
import { artworkRoutes } from "./track/artwork-routes.js";
import { catalogueRoutes } from "./catalogue/catalogue-routes.js";
import { descriptionRoutes } from "./operations/description-routes.js";
import { healthRoutes } from "./operations/health-routes.js";
import { idImportRoutes } from "./library/id-import-routes.js";
import { libraryRoutes } from "./library/library-routes.js";
import { metricsRoutes } from "./operations/metrics-routes.js";
import { searchRoutes } from "./track/search-routes.js";
import { similarityRoutes } from "./catalogue/similarity-routes.js";
import { playlistRoutes } from "./playlists/playlist-routes.js";
import { SESSION_PATH, sessionRoutes } from "./session/session-routes.js";
import { SPOTIFY_PATH, spotifyRoutes } from "./dialects/spotify/spotify-routes.js";
import { SUBSONIC_PATH, subsonicRoutes } from "./dialects/subsonic/subsonic-routes.js";
import { WORKER_PATH, workerRoutes } from "./worker/worker-routes.js";
import { webhookRoutes, WEBHOOKS_PATH } from "./webhooks/webhook-routes.js";

/** The path of search and analysis, which requires a key. */
export const DATA_PATH = "/api/audio";

/**
 * The routes of the REST API. Callers of the paths that require a key are identified before.
 *
 * @param version the version of this program
 */
export function restRouter(
  services: Services,
  views: Pick<ClientViews, "prefix">,
  version: string,
): Router {
  return Router()
    .use(DATA_PATH, analysisRoutes(services), searchRoutes(services), audioRoutes(services))
    .use(DATA_PATH, catalogueRoutes(services), similarityRoutes(services))
    .use(DATA_PATH, playlistRoutes(services), libraryRoutes(services))
    .use(DATA_PATH, idImportRoutes(services))
    .use(WEBHOOKS_PATH, webhookRoutes(services))
    .use(WORKER_PATH, workerRoutes(services))
    .use(SESSION_PATH, sessionRoutes(services))
    .use(SPOTIFY_PATH, spotifyRoutes(services))
    .use(ACOUSTICBRAINZ_PATH, acousticbrainzRoutes(services))
    .use(SUBSONIC_PATH, subsonicRoutes(services, version))
    .use(artworkRoutes(services), descriptionRoutes(views))
    .use(healthRoutes(services), metricsRoutes(services));
}
