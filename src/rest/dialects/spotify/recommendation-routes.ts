import type { RequestHandler, Router } from "express";
import { localsOf } from "../../../http/request-locals.js";
import { routesFrom } from "../../../http/route-table.js";
import type { Services } from "../../../services/services.js";
import { sendTaggedJson } from "../../tagged-response.js";
import { everyAnalysis } from "../ready-analyses.js";
import { recommendationWishOf } from "./recommendation-parameters.js";
import { toTrackObjectJson } from "./track-object-json.js";

/** The route `GET /recommendations` in Spotify's format. */
export function recommendationRoutes(services: Services): Router {
  return routesFrom({ "/recommendations": { get: recommendationsHandler(services) } });
}

function recommendationsHandler(services: Services): RequestHandler {
  return async (request, response) => {
    const { seeds: requested, ...wish } = recommendationWishOf(request.url);
    const seeds = await everyAnalysis(requested, services, request, response);
    if (!seeds) return;
    const found = await services.recommendations.recommend({ ...wish, seeds });
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
      tracks: found.tracks.map((track) => toTrackObjectJson(track, track.trackKey, baseUrl)),
    };
    sendTaggedJson(body, request, response);
  };
}
