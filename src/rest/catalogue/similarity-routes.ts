import { Router } from "express";
import { parseMixPathLength } from "../../domain/catalogue/mix-path.js";
import {
  parseSimilarCount,
  parseSimilarityWeights,
  weightNames,
} from "../../domain/catalogue/similarity.js";
import { parseTrackKey } from "../../domain/track/track-key.js";
import { otherMethods } from "../../http/allowed-methods.js";
import { identityOf, localsOf } from "../../http/request-locals.js";
import type { Services } from "../../services/services.js";
import { onlyParametersOf } from "../request/query-parameters.js";
import { sendTagged } from "../tagged-response.js";
import { toMixStepJson, toSimilarTrackJson } from "./similarity-json.js";

const similarParameters = [
  "limit",
  ...weightNames.map((name) => `weights.${name}` as const),
] as const;

/** The route `GET /tracks/{trackKey}/similar`: the tracks that sound most like a track. */
export function similarRoutes({ access, similarity }: Services): Router {
  const router = Router();
  router
    .route("/tracks/:trackKey/similar")
    .get(async (request, response) => {
      access.requireScope(identityOf(response), "read");
      const trackKey = parseTrackKey(request.params.trackKey);
      const parameters = onlyParametersOf(request.url, similarParameters);
      const factors = weightNames.map((name) => [name, parameters[`weights.${name}`]]);
      const similar = await similarity.findSimilar(
        trackKey,
        parseSimilarCount(parameters.limit, "limit"),
        parseSimilarityWeights(Object.fromEntries(factors) as Record<string, unknown>),
      );
      const { baseUrl } = localsOf(response);
      response.set("Cache-Control", "private, no-cache").vary("Authorization");
      const data = similar.map((it) => toSimilarTrackJson(it, baseUrl));
      sendTagged({ success: true, data }, request, response);
    })
    .all(otherMethods("GET", "HEAD"));
  return router;
}

/** The route `GET /mix-path`: a playlist from one track to another. */
export function mixPathRoutes({ access, mixPaths }: Services): Router {
  const router = Router();
  router
    .route("/mix-path")
    .get(async (request, response) => {
      access.requireScope(identityOf(response), "read");
      const parameters = onlyParametersOf(request.url, ["from", "to", "length"]);
      const { steps } = await mixPaths.create(
        parseTrackKey(parameters.from, "from"),
        parseTrackKey(parameters.to, "to"),
        parseMixPathLength(parameters.length),
      );
      const { baseUrl } = localsOf(response);
      response.set("Cache-Control", "private, no-cache").vary("Authorization");
      const data = { steps: steps.map((step) => toMixStepJson(step, baseUrl)) };
      sendTagged({ success: true, data }, request, response);
    })
    .all(otherMethods("GET", "HEAD"));
  return router;
}
