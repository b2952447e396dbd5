import { type ErrorRequestHandler, type RequestHandler, Router } from "express";
import { otherMethods } from "../../http/known-methods.js";
import { identityOf, localsOf } from "../../http/request-locals.js";
import type { Services } from "../../services/services.js";
import { errorHandler } from "../error-handler.js";
import { queryParametersOf } from "../request/query-parameters.js";
import { sendTagged } from "../tagged-answer.js";
import { toAudioAnalysisJson } from "./audio-analysis-json.js";
import { toAudioFeaturesJson } from "./audio-features-json.js";
import { readyAnalyses, readyAnalysis } from "./ready-analyses.js";
import { sendSpotifyError } from "./spotify-error.js";
import { parseSpotifyId, parseSpotifyIds } from "./spotify-id.js";

/** Where clients of Spotify's interface find its shapes; who asks must be known there. */
export const spotifyPath = "/v1";

/** Spotify's audio features and audio analysis, in its shapes, for those who lost them. */
export function spotifyRoutes(services: Services): Router {
  const router = Router();
  return router.use(requireRead(services), featuresRoutes(services), analysisRoutes(services));
}

/** Failures in Spotify's words. */
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
      const asked = parseSpotifyId(request.params.id);
      const found = await readyAnalysis(asked, services, request, response);
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
      const asked = parseSpotifyId(request.params.id);
      const found = await readyAnalysis(asked, services, request, response);
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
