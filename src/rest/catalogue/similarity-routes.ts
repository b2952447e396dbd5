import type { Request, RequestHandler, Response, Router } from "express";
import { byField } from "../../domain/analysis/descriptors.js";
import { parseMixPathLength } from "../../domain/catalogue/mix-path.js";
import {
  parseSimilarCount,
  parseSimilarityWeights,
  weightNames,
} from "../../domain/catalogue/similarity.js";
import { parseTrackKey } from "../../domain/track/track-key.js";
import { identityOf, localsOf } from "../../http/request-locals.js";
import { routesFrom } from "../../http/route-table.js";
import type { Services } from "../../services/services.js";
import { onlyParametersOf } from "../request/query-parameters.js";
import { sendTaggedJson } from "../tagged-response.js";
import { toTrackJson } from "../track/track-json.js";
import { exportableTypes, requestedFormat, sendExport } from "./export-response.js";

const similarParameters = [
  "limit",
  ...weightNames.map((name) => `weights.${name}` as const),
] as const;

/**
 * The routes `GET /tracks/{trackKey}/similar`, the tracks that sound most like a track, and `GET
 * /mix-path`, a playlist from one track to another.
 */
export function similarityRoutes(services: Services): Router {
  return routesFrom({
    "/tracks/:trackKey/similar": { produces: exportableTypes, get: similarHandler(services) },
    "/mix-path": { produces: exportableTypes, get: mixPathHandler(services) },
  });
}

function similarHandler(services: Services): RequestHandler<{ readonly trackKey: string }> {
  return async (request, response) => {
    services.access.requireScope(identityOf(response), "read");
    const trackKey = parseTrackKey(request.params.trackKey);
    const parameters = onlyParametersOf(request.url, similarParameters);
    const count = parseSimilarCount(parameters.limit, "limit");
    const weights = parseSimilarityWeights(
      byField(weightNames, (name) => parameters[`weights.${name}`]),
    );
    const format = requestedFormat(request, response);
    if (format !== undefined) {
      const selection = { kind: "similar", trackKey, count, weights } as const;
      const title = `Similar to ${trackKey}`;
      await sendExport(services, { selection, format, title }, request, response);
      return;
    }
    const found = await services.similarity.findSimilar(trackKey, count, weights);
    const { baseUrl } = localsOf(response);
    const data = found.map(({ track, similarity: value, reasons }) => ({
      track: toTrackJson(track, baseUrl),
      similarity: value,
      reasons,
    }));
    sendData(data, request, response);
  };
}

function mixPathHandler(services: Services): RequestHandler {
  return async (request, response) => {
    services.access.requireScope(identityOf(response), "read");
    const parameters = onlyParametersOf(request.url, ["from", "to", "length"]);
    const from = parseTrackKey(parameters.from, "from");
    const to = parseTrackKey(parameters.to, "to");
    const length = parseMixPathLength(parameters.length);
    const format = requestedFormat(request, response);
    if (format !== undefined) {
      const selection = { kind: "mix", from, to, length } as const;
      const title = `From ${from} to ${to}`;
      await sendExport(services, { selection, format, title }, request, response);
      return;
    }
    const path = await services.mixPaths.create(from, to, length);
    const { baseUrl } = localsOf(response);
    const steps = path.steps.map(({ track, progress, transition = null }) => ({
      track: toTrackJson(track, baseUrl),
      progress,
      transition,
    }));
    sendData({ steps }, request, response);
  };
}

function sendData(data: object, request: Request<object>, response: Response): void {
  response.set("Cache-Control", "private, no-cache").vary("Authorization");
  sendTaggedJson({ success: true, data }, request, response);
}
