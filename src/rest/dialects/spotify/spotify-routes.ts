import { type RequestHandler, Router } from "express";
import { requestBudget } from "../../../http/request-budget.js";
import { identityOf, localsOf } from "../../../http/request-locals.js";
import { routesFrom } from "../../../http/route-table.js";
import type { Services } from "../../../services/services.js";
import type { SendProblem } from "../../error-handler.js";
import { queryParametersOf } from "../../request/query-parameters.js";
import { sendTaggedJson } from "../../tagged-response.js";
import { toAudioAnalysisJson } from "./audio-analysis-json.js";
import { toAudioFeaturesJson } from "./audio-features-json.js";
import { everyAnalysis, readyAnalyses, readyAnalysis } from "../ready-analyses.js";
import { parseSpotifyId, parseSpotifyIds, spotifyIdOf } from "./spotify-id.js";
import { spotifyTrackRoutes } from "./track-routes.js";
import { recommendationWishOf } from "./recommendation-parameters.js";
import { toTrackObjectJson } from "./track-object-json.js";

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
        const timeline = await services.analyses.findTimeline(analysis.recordingId);
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

/** The route `GET /recommendations` in Spotify's format. */
function recommendationRoutes(services: Services): Router {
  return routesFrom({ "/recommendations": { get: recommendationsHandler(services) } });
}

function recommendationsHandler(services: Services): RequestHandler {
  return async (request, response) => {
    const { seeds: requested, ...wish } = recommendationWishOf(request.url);
    const seeds = await everyAnalysis(requested, services, request, response);
    if (!seeds) return;
    const found = await services.recommendations.recommend({
      ...wish,
      seeds,
      budget: requestBudget(services, response),
    });
    const { baseUrl } = localsOf(response);
    const body = {
      seeds: requested.map(({ text }) => ({
        initialPoolSize: found.analysedCount,
        afterFilteringSize: found.passingCount,
        afterRelinkingSize: found.passingCount,
        id: text,
        type: "track",
        href: `${baseUrl}/v1/tracks/${encodeURIComponent(text)}`,
      })),
      tracks: found.tracks.map((track) => toTrackObjectJson(track, spotifyIdOf(track), baseUrl)),
    };
    sendTaggedJson(body, request, response);
  };
}
