import { type ErrorRequestHandler, type RequestHandler, Router } from "express";
import { otherMethods } from "../../http/allowed-methods.js";
import { identityOf, localsOf } from "../../http/request-locals.js";
import type { Services } from "../../services/services.js";
import { errorHandler } from "../error-handler.js";
import { queryParametersOf } from "../request/query-parameters.js";
import { sendTagged } from "../tagged-response.js";
import { toAudioAnalysisJson } from "./audio-analysis-json.js";
import { toAudioFeaturesJson } from "./audio-features-json.js";
import { readyAnalyses, readyAnalysis } from "./ready-analyses.js";
import { sendSpotifyError } from "./spotify-error.js";
import { parseSpotifyId, parseSpotifyIds } from "./spotify-id.js";

/** The path of the routes in Spotify's format, which requires a key. */
export const spotifyPath = "/v1";

/** The routes of audio features and audio analyses in Spotify's format. */
export function spotifyRoutes(services: Services): Router {
  const router = Router();
  return router.use(requireRead(services), featuresRoutes(services), analysisRoutes(services));
}

/** Sends errors in Spotify's format. */
export function spotifyErrorHandler(services: Services): ErrorRequestHandler {
  return errorHandler(services, sendSpotifyError);
}

function featuresRoutes(services: Services): Router {
  const router = Router();
  router
    .route("/audio-features")
    .get(async (request, response) => {
      const { ids } = queryParametersOf(request.url, ["ids"]);
      const found = await readyAnalyses(parseSpotifyIds(ids), services, request, response);
      const { baseUrl } = localsOf(response);
      const features = found.map((one) => one && toAudioFeaturesJson(one, baseUrl));
      sendTagged({ audio_features: features }, request, response);
    })
    .all(otherMethods("GET", "HEAD"));
  router
    .route("/audio-features/:id")
    .get(async (request, response) => {
      const requested = parseSpotifyId(request.params.id);
      const found = await readyAnalysis(requested, services, request, response);
      if (!found) return;
      sendTagged(toAudioFeaturesJson(found, localsOf(response).baseUrl), request, response);
    })
    .all(otherMethods("GET", "HEAD"));
  return router;
}

function analysisRoutes(services: Services): Router {
  const router = Router();
  router
    .route("/audio-analysis/:id")
    .get(async (request, response) => {
      const requested = parseSpotifyId(request.params.id);
      const found = await readyAnalysis(requested, services, request, response);
      if (!found) return;
      const timeline = await services.timelines.find(found.analysis.trackKey);
      sendTagged(toAudioAnalysisJson(found.analysis, timeline), request, response);
    })
    .all(otherMethods("GET", "HEAD"));
  return router;
}

function requireRead({ access }: Services): RequestHandler {
  return (request, response, next) => {
    if (request.method !== "OPTIONS") access.requireScope(identityOf(response), "read");
    next();
  };
}
