import { type RequestHandler, Router } from "express";
import { identityOf, localsOf } from "../../../http/request-locals.js";
import { routesFrom } from "../../../http/route-table.js";
import type { Services } from "../../../services/services.js";
import type { SendProblem } from "../../error-handler.js";
import { queryParametersOf } from "../../request/query-parameters.js";
import { sendTaggedJson } from "../../tagged-response.js";
import { toAudioAnalysisJson } from "./audio-analysis-json.js";
import { toAudioFeaturesJson } from "./audio-features-json.js";
import { readyAnalyses, readyAnalysis } from "../ready-analyses.js";
import { recommendationRoutes } from "./recommendation-routes.js";
import { parseSpotifyId, parseSpotifyIds } from "./spotify-id.js";
import { spotifyTrackRoutes } from "./track-routes.js";

/** Maximum number of ids in one request, the same as in Spotify's API. */
const MAX_IDS = 100;

/** The routes of tracks, the search, audio features and audio analyses in Spotify's format. */
export function spotifyRoutes(services: Services): Router {
  const routes = routesFrom({
    "/audio-features": { get: featuresHandler(services) },
    "/audio-features/:id": {
      get: async (request, response) => {
        const requested = parseSpotifyId(request.params.id);
        const analysis = await readyAnalysis(requested, services, request, response);
        if (!analysis) return;
        const features = toAudioFeaturesJson({ requested, analysis }, localsOf(response).baseUrl);
        sendTaggedJson(features, request, response);
      },
    },
    "/audio-analysis/:id": {
      get: async (request, response) => {
        const requested = parseSpotifyId(request.params.id);
        const analysis = await readyAnalysis(requested, services, request, response);
        if (!analysis) return;
        const timeline = await services.analyses.findTimeline(analysis.trackKey);
        sendTaggedJson(toAudioAnalysisJson(analysis, timeline), request, response);
      },
    },
  });
  const others = [spotifyTrackRoutes(services), recommendationRoutes(services)];
  return Router().use(requireRead(services), routes, others);
}

function featuresHandler(services: Services): RequestHandler {
  return async (request, response) => {
    const { ids } = queryParametersOf(request.url, ["ids"]);
    const found = await readyAnalyses(parseSpotifyIds(ids, MAX_IDS), services, request, response);
    const { baseUrl } = localsOf(response);
    const features = found.map((one) => one && toAudioFeaturesJson(one, baseUrl));
    sendTaggedJson({ audio_features: features }, request, response);
  };
}

/** Sends a failure in Spotify's format: only a status and a message. */
export const sendSpotifyProblem: SendProblem = ({ status, message }, _request, response) => {
  response.json({ error: { status, message } });
};

function requireRead({ access }: Services): RequestHandler {
  return (request, response, next) => {
    if (request.method !== "OPTIONS") access.requireScope(identityOf(response), "read");
    next();
  };
}
